import { variantSku } from './product-codes.ts'

/** A variant as the product's form holds it; '' for no size or color. Numbers are text as typed. */
export type VariantValues = {
  size: string
  color: string
  sku: string
  /** '' for a barcode that saving generates. */
  barcode: string
  inventory: string
  /** The stock when the form was opened: saving books only the difference. */
  loaded: string
}

/** The key of a variant within its product. */
export const variantKey = ({ size, color }: { size: string | null; color: string | null }) =>
  `${size ?? ''}\n${color ?? ''}`

const distinct = (texts: string[]) => [...new Set(texts.filter(Boolean))]

/** The sizes and colors of a product, in their order. */
export const chosenOf = (variants: readonly VariantValues[]) => ({
  sizes: distinct(variants.map((one) => one.size)),
  colors: distinct(variants.map((one) => one.color)),
})

/**
 * The variants after a size or color was toggled (docs/product.md, Products). Added variants have stock 0 and come in
 * every chosen color (or size). The first color of a product in sizes takes over the stock of the sizes; removing the
 * last color gives it back. `known` are the variants of the opened form: one that is added again has its old values.
 */
export function toggleVariants(
  variants: readonly VariantValues[],
  what: 'size' | 'color',
  text: string,
  { sku, known }: { sku: string; known: readonly VariantValues[] },
): VariantValues[] {
  const { sizes, colors } = chosenOf(variants)
  const [own, across] = what === 'size' ? [sizes, colors] : [colors, sizes]
  const make = (value: string, acrossValue: string, carried?: VariantValues): VariantValues => {
    const [size, color] = what === 'size' ? [value, acrossValue] : [acrossValue, value]
    const before = known.find((one) => one.size === size && one.color === color)
    if (before) return before
    const inventory = carried?.inventory ?? '0'
    return { size, color, sku: variantSku(sku, size, color), barcode: '', inventory, loaded: '0' }
  }
  const at = (acrossValue: string) =>
    variants.find((one) => (what === 'size' ? one.color : one.size) === acrossValue)

  if (own.length === 1 && own[0] === text) return across.map((value) => make('', value, at(value)))
  if (own.includes(text)) return variants.filter((one) => one[what] !== text)
  if (own.length === 0 && across.length > 0)
    return across.map((value) => make(text, value, at(value)))
  return [...variants, ...(across.length > 0 ? across : ['']).map((value) => make(text, value))]
}

/** The variants after several sizes were added, as if each had been chosen by hand. */
export const addSizes = (
  variants: readonly VariantValues[],
  sizes: readonly string[],
  about: { sku: string; known: readonly VariantValues[] },
) =>
  sizes.reduce<readonly VariantValues[]>(
    (now, size) =>
      chosenOf(now).sizes.includes(size) ? now : toggleVariants(now, 'size', size, about),
    variants,
  )

/** The total units of a form's variants, as far as numbers are typed. */
export const unitsOf = (variants: readonly Pick<VariantValues, 'inventory'>[]) =>
  variants.reduce((sum, one) => sum + (Number.parseInt(one.inventory, 10) || 0), 0)

/** Sorts variants by color, and within each color by the order in which sizes are offered, as the shop shows them. */
export function sortVariants(variants: readonly VariantValues[], sizes: readonly string[]) {
  const { colors } = chosenOf(variants)
  const rank = (one: VariantValues) => {
    const at = sizes.indexOf(one.size)
    return colors.indexOf(one.color) * 1000 + (at < 0 ? 999 : at)
  }
  return variants.toSorted((a, b) => rank(a) - rank(b))
}
