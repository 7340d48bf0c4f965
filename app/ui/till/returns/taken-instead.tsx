import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { TillProduct, TillVariant } from '../../../rules/till/till-events.ts'
import { SelectField } from '../../kit/field.tsx'
import { formatOnHand } from '../sales/product-tile.tsx'
import { findVariants } from '../store/sync/catalogue-index.ts'

/** A returned line, as it was sold. */
export type Taken = {
  name: string
  size: string | null
  color: string | null
  productId: string | null
  variantId: string | null
}
/** The variant taken instead; `quantity` is how many pieces come back. */
export type Picked = { product: TillProduct; variant: TillVariant; quantity: number }

/** Returns the sizes and colors that were chosen instead of the returned lines. */
export const pickTaken = (
  lines: readonly (Taken & { id: string; quantity: number })[],
  chosenIds: Readonly<Record<string, string>>,
): Picked[] =>
  lines.flatMap(({ id, quantity, productId }) => {
    const product = findVariants(productId)
    const variant = product?.variants.find((one) => one.id === chosenIds[id])
    return product && variant ? [{ product, variant, quantity }] : []
  })

/** Offers the other sizes and colors of a returned product; anything else is put in the cart. */
export function TakenInstead({
  line,
  quantity,
  chosen = '',
  isAtPaidPrice,
  onChoose,
}: {
  line: Taken
  /** False: a server of an earlier release expects the price of the list. */
  isAtPaidPrice: boolean
  /** How many come back: a size with fewer on hand cannot be chosen. */
  quantity: number
  chosen: string | undefined
  onChoose: (variantId: string) => void
}) {
  const product = findVariants(line.productId)
  if (!product) return <p className="text-sm text-quiet">It is not sold any more.</p>
  return (
    <SelectField
      label={
        isAtPaidPrice
          ? 'Instead, for what was paid'
          : `Instead, ${formatKwacha(product.price)} each`
      }
      aria-label={`Instead of ${[line.name, formatChoice(line)].filter(Boolean).join(', ')}`}
      value={chosen}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">Something else, from the products</option>
      {product.variants.map((variant) => (
        <option
          key={variant.id}
          value={variant.id}
          disabled={product.isTracked && variant.onHand < quantity}
        >
          {formatChoice(variant) || variant.sku}
          {variant.id === line.variantId ? ' (the same again)' : ''} ·{' '}
          {formatOnHand(product.isTracked ? variant.onHand : null)}
        </option>
      ))}
    </SelectField>
  )
}
