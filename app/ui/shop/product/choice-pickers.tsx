import { offerOf, type Offer } from '../../../rules/product-detail.ts'
import { type Choice, colorsOf, sizesOf, type Variant } from '../../../rules/products.ts'

const CHIP =
  'relative inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold hover:bg-sand has-checked:border-ink has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-lake'
// A line through what cannot be had with the rest of the choice; it is still there to be chosen.
const CROSSED =
  'border-dashed text-quiet after:absolute after:inset-x-1 after:top-1/2 after:h-px after:-rotate-12 after:bg-current'

type Props = {
  variants: readonly Variant[]
  choice: Choice
  trackInventory: boolean
  onChoose: (chosen: Partial<Choice>) => void
}

const says = ({ isMissing, isSoldOut }: Offer, other: string | null) =>
  isMissing ? `, not made in ${other}` : isSoldOut ? ', sold out' : ''

export function SizePicker({ variants, choice, trackInventory, onChoose }: Props) {
  const sizes = sizesOf(variants)
  if (sizes.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        Size{choice.size ? <span className="font-normal">: {choice.size}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-2">
        {sizes.map((size) => {
          const offer = offerOf(variants, { ...choice, size }, trackInventory)
          return (
            <label
              key={size}
              className={`${CHIP} ${offer.isMissing || offer.isSoldOut ? CROSSED : ''}`}
            >
              <input
                type="radio"
                name="size"
                value={size}
                checked={choice.size === size}
                onChange={() => onChoose({ size })}
                className="sr-only"
              />
              {size}
              <span className="sr-only">{says(offer, choice.color)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

export function ColorPicker({ variants, choice, trackInventory, onChoose }: Props) {
  const colors = colorsOf(variants)
  if (colors.length === 0) return null
  return (
    <fieldset>
      <legend className="mb-2 font-semibold">
        Color{choice.color ? <span className="font-normal">: {choice.color}</span> : null}
      </legend>
      <div className="flex flex-wrap gap-2">
        {colors.map(([color, value]) => {
          const offer = offerOf(variants, { ...choice, color }, trackInventory)
          return (
            <label
              key={color}
              className={`${CHIP} ${offer.isMissing || offer.isSoldOut ? CROSSED : ''}`}
            >
              <input
                type="radio"
                name="color"
                value={color}
                checked={choice.color === color}
                onChange={() => onChoose({ color })}
                className="sr-only"
              />
              <span
                aria-hidden="true"
                className="size-6 rounded-full border border-edge"
                style={{ background: paint(value) }}
              />
              {color}
              <span className="sr-only">{says(offer, choice.size)}</span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}

// Two-tone colours are written as two values.
function paint(value: string | null) {
  const [first, second] = (value ?? '').match(/#[0-9a-f]{3,8}\b/gi) ?? []
  if (!first) return undefined
  return second ? `linear-gradient(135deg, ${first} 50%, ${second} 50%)` : first
}
