import { useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { pictureOf, type TillProduct, type TillVariant } from '../../../rules/till/till-events.ts'
import { Press } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { formatOnHand, PictureNote, SmallPicture } from './product-tile.tsx'

const distinct = (values: (string | null)[]) =>
  [...new Set(values)].filter((value) => value !== null)

/** Chooses a size and a color; shows which are out of stock. */
export function VariantSheet({
  product,
  onChoose,
  onClose,
}: {
  product: TillProduct
  onChoose: (variant: TillVariant) => void
  onClose: () => void
}) {
  const { variants } = product
  const sizes = distinct(variants.map(({ size }) => size))
  const colors = distinct(variants.map(({ color }) => color))
  const [color, setColor] = useState<string | null>(
    colors.length === 1 ? (colors[0] ?? null) : null,
  )
  const hasBoth = sizes.length > 0 && colors.length > 1
  const shown = hasBoth ? variants.filter((one) => one.color === color) : variants
  return (
    <Sheet title={product.name} onClose={onClose}>
      <div className="mb-4 flex items-center gap-4">
        <SmallPicture picture={pictureOf(product, color)} className="h-20 w-16 rounded-card" />
        <div>
          <p className="text-2xl font-bold tabular-nums">{formatKwacha(product.price)}</p>
          <PictureNote product={product} color={color} />
        </div>
      </div>
      {hasBoth ? (
        <fieldset className="mb-4">
          <legend className="mb-2 font-semibold">Color</legend>
          <div className="flex flex-wrap gap-2">
            {colors.map((name) => {
              const left = product.isTracked
                ? variants.reduce(
                    (sum, one) => sum + (one.color === name ? Math.max(0, one.onHand) : 0),
                    0,
                  )
                : null
              return (
                <Press
                  key={name}
                  aria-pressed={name === color}
                  onClick={() => setColor(name)}
                  className="flex-col gap-0 aria-pressed:border-2 aria-pressed:border-lake aria-pressed:bg-lake-wash"
                >
                  <span className="flex items-center gap-2">
                    <Swatch
                      value={variants.find((one) => one.color === name)?.colorValue ?? null}
                    />
                    {name}
                  </span>
                  <span className="text-xs font-normal">{formatOnHand(left)}</span>
                </Press>
              )
            })}
          </div>
        </fieldset>
      ) : null}
      {hasBoth && color === null ? (
        <p className="text-quiet">Choose a color, then the size.</p>
      ) : (
        <fieldset>
          <legend className="mb-2 font-semibold">
            {sizes.length > 0 ? 'Size' : colors.length > 0 ? 'Color' : 'Kind'}
          </legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(7rem,1fr))] gap-2">
            {shown.map((variant) => {
              const left = product.isTracked ? variant.onHand : null
              return (
                <Press
                  key={variant.id}
                  className="min-h-16 flex-col gap-0 px-2"
                  onClick={() => onChoose(variant)}
                >
                  <span className="flex items-center gap-2 text-lg">
                    {sizes.length === 0 ? <Swatch value={variant.colorValue} /> : null}
                    {variant.size ?? variant.color ?? variant.sku}
                  </span>
                  <span
                    className={`text-xs font-normal ${left !== null && left <= 0 ? 'text-alarm' : ''}`}
                  >
                    {formatOnHand(left)}
                  </span>
                </Press>
              )
            })}
          </div>
        </fieldset>
      )}
    </Sheet>
  )
}

const Swatch = ({ value }: { value: string | null }) =>
  value ? (
    <span
      aria-hidden
      style={{ background: value }}
      className="size-5 shrink-0 rounded-full border border-edge"
    />
  ) : null
