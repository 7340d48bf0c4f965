import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { NamedColor } from '../../../rules/catalogue/colors.ts'
import { PRODUCT_LONGEST, type ProductErrors } from '../../../rules/catalogue/product-values.ts'
import { paintOf } from '../../../rules/catalogue/products.ts'
import { groupSizes, type SizeGroup } from '../../../rules/catalogue/sizes.ts'
import {
  chosenOf,
  unitsOf,
  type VariantValues,
  variantKey,
} from '../../../rules/catalogue/variant-choice.ts'
import { formatAmount } from '../../../rules/money.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'

export type Offer = {
  sizes: readonly SizeGroup[]
  colors: readonly NamedColor[]
  presets: readonly { id: string; name: string; sizes: string[]; categoryId: string | null }[]
}

const Chip = ({
  label,
  isOn,
  onToggle,
  children,
}: {
  label: string
  isOn: boolean
  onToggle: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isOn}
    aria-label={label}
    onClick={onToggle}
    className="inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold hover:bg-sand aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
  >
    {children}
  </button>
)
const CHIPS = 'flex flex-wrap gap-1.5 p-1 max-md:max-h-72 max-md:overflow-auto'

type Props = {
  variants: readonly VariantValues[]
  offer: Offer
  errors: ProductErrors
  trackInventory: boolean
  /** Units without a size or color when the form was opened. */
  unplaced: number
  onToggle: (what: 'size' | 'color', text: string) => void
  onPreset: (sizes: readonly string[]) => void
  /** `mended`: the one error that the change clears; without it, all errors of the variants. */
  onChange: (variants: VariantValues[], mended?: string) => void
}

/** Chooses sizes and colors, and edits the stock of each combination. */
export function VariantsPanel(props: Props) {
  const { variants, offer, errors, onToggle, onPreset } = props
  const { sizes, colors } = chosenOf(variants)
  const ownColors = colors.filter((color) => !offer.colors.some(({ name }) => name === color))
  const palette = [...offer.colors, ...ownColors.map((name) => ({ name, value: '' }))]
  return (
    <div className="grid grid-cols-1 gap-5">
      <noscript>
        <p>Turn on JavaScript in your browser to change sizes, colors and images.</p>
      </noscript>
      {errors.variants ? (
        <p data-error tabIndex={-1} role="alert" className="font-semibold text-alarm">
          {errors.variants}
        </p>
      ) : null}
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold">Sizes</legend>
        {offer.presets.length > 0 ? (
          <div className="needs-script mb-2 flex flex-wrap gap-1.5 p-1">
            {offer.presets.map(({ id, name, sizes: some }) => (
              <Button
                key={id}
                type="button"
                aria-label={`Take the sizes of ${name}`}
                onClick={() => onPreset(some)}
              >
                {name}
              </Button>
            ))}
          </div>
        ) : null}
        <div className={`${CHIPS} gap-y-3`}>
          {groupSizes(offer.sizes, sizes).map((group) => (
            <div key={group.label} className="flex w-full flex-wrap items-center gap-1.5">
              <span className="w-full text-sm text-quiet">{group.label}</span>
              {group.sizes.map((size) => (
                <Chip
                  key={size}
                  label={`Size ${size}`}
                  isOn={sizes.includes(size)}
                  onToggle={() => onToggle('size', size)}
                >
                  {size}
                </Chip>
              ))}
            </div>
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-1 font-semibold">Colors</legend>
        <div className={CHIPS}>
          {palette.map(({ name, value }) => (
            <Chip
              key={name}
              label={`Color ${name}`}
              isOn={colors.includes(name)}
              onToggle={() => onToggle('color', name)}
            >
              <span
                aria-hidden
                className="size-5 rounded-full border border-edge forced-color-adjust-none"
                style={{ background: paintOf(value) }}
              />
              {name}
            </Chip>
          ))}
        </div>
      </fieldset>
      {variants.length > 0 ? <VariantRows {...props} /> : null}
    </div>
  )
}

const VARIANT_FIELDS = ['sku', 'barcode', 'inventory'] as const

function VariantRows({ variants, errors, trackInventory, unplaced, onChange }: Props) {
  const change = (at: number, what: Partial<VariantValues>) =>
    onChange(
      variants.map((one, index) => (index === at ? { ...one, ...what } : one)),
      `variants.${at}.${Object.keys(what).join()}`,
    )
  const units = unitsOf(variants)
  const fieldOf = (
    one: VariantValues,
    at: number,
    name: 'sku' | 'barcode' | 'inventory',
    label: string,
  ) => ({
    label,
    name: `variant_${name}`,
    value: one[name],
    'aria-label': `${label} of ${variantName(one)}`,
    'aria-invalid': errors[`variants.${at}.${name}`] ? true : undefined,
    'aria-describedby': `variant-${at}-error`,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      change(at, { [name]: currentTarget.value }),
  })
  return (
    <div>
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 className="font-body font-semibold">
          {variants.length === 1 ? '1 variant' : `${variants.length} variants`}
        </h3>
        {trackInventory ? (
          <p className="tabular-nums">Together: {formatAmount(units)} in stock</p>
        ) : null}
      </div>
      {trackInventory && unplaced > 0 ? (
        <output className="mt-1 block rounded-card bg-clay-wash p-3">
          {formatAmount(unplaced)} {unplaced === 1 ? 'unit' : 'units'} had no size or color so far.
          Give them to the variants below: {formatAmount(units)} are placed.
        </output>
      ) : null}
      <ul className="mt-2 grid gap-2 lg:gap-0">
        {variants.map((one, at) => (
          <li
            key={variantKey(one)}
            className="grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] items-end gap-x-3 gap-y-1 rounded-card border border-line p-3 sm:grid-cols-[9rem_minmax(0,1fr)_minmax(0,1fr)_6rem_auto] lg:rounded-none lg:border-0 lg:border-t lg:px-0 lg:py-2"
          >
            <p className="self-center font-semibold wrap-anywhere max-sm:col-start-1">
              {variantName(one)}
            </p>
            <input type="hidden" name="variant_size" value={one.size} />
            <input type="hidden" name="variant_color" value={one.color} />
            <input type="hidden" name="variant_loaded" value={one.loaded} />
            <TextField
              {...fieldOf(one, at, 'sku', 'SKU')}
              maxLength={PRODUCT_LONGEST.sku}
              autoComplete="off"
              className="max-sm:col-start-1 max-sm:row-start-2"
            />
            <TextField
              {...fieldOf(one, at, 'barcode', 'Barcode')}
              maxLength={PRODUCT_LONGEST.barcode}
              autoComplete="off"
              placeholder="generated"
              onKeyDown={(event) => {
                // A scanner ends its code with Enter, which must not save the form.
                if (event.key === 'Enter') event.preventDefault()
              }}
              className="max-sm:col-span-full max-sm:row-start-3"
            />
            {trackInventory ? (
              <TextField
                {...fieldOf(one, at, 'inventory', 'Inventory')}
                inputMode="numeric"
                autoComplete="off"
                maxLength={15}
                className="max-sm:col-start-2 max-sm:row-start-2"
              />
            ) : (
              <input type="hidden" name="variant_inventory" value={one.inventory} />
            )}
            <Button
              type="button"
              size="icon"
              aria-label={`Remove ${variantName(one)}`}
              onClick={() => onChange(variants.filter((_, index) => index !== at))}
              className="max-sm:col-start-2 max-sm:row-start-1 max-sm:justify-self-end"
            >
              <Trash2 aria-hidden size={18} />
            </Button>
            <p
              id={`variant-${at}-error`}
              className="col-span-full text-sm font-semibold text-alarm empty:hidden"
            >
              {VARIANT_FIELDS.flatMap((name) => errors[`variants.${at}.${name}`] ?? []).join(' ')}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
