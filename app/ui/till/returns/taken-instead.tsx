import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { TillProduct, TillVariant } from '../../../rules/till/till-events.ts'
import { SelectField } from '../../kit/field.tsx'
import { formatOnHand } from '../sales/product-tile.tsx'
import { findVariants } from '../store/sync/catalogue-index.ts'

/** A line that comes back, by what it was. */
export type Taken = {
  name: string
  size: string | null
  color: string | null
  productId: string | null
  variantId: string | null
}
/** What is taken for it: as many pieces as come back. */
export type Picked = { product: TillProduct; variant: TillVariant; quantity: number }

/** The sizes and colors that were chosen for what comes back. */
export const pickTaken = (
  lines: readonly (Taken & { id: string; quantity: number })[],
  chosenIds: Readonly<Record<string, string>>,
): Picked[] =>
  lines.flatMap(({ id, quantity, productId }) => {
    const product = findVariants(productId)
    const variant = product?.variants.find((one) => one.id === chosenIds[id])
    return product && variant ? [{ product, variant, quantity }] : []
  })

/** The other sizes and colors of a product that comes back; anything else is put in the cart. */
export function TakenInstead({
  line,
  quantity,
  chosen = '',
  onChoose,
}: {
  line: Taken
  /** So many come back: fewer than these of another size are no exchange. */
  quantity: number
  chosen: string | undefined
  onChoose: (variantId: string) => void
}) {
  const product = findVariants(line.productId)
  if (!product) return <p className="text-sm text-quiet">It is not sold any more.</p>
  return (
    <SelectField
      label={`Instead, ${formatKwacha(product.price)} each`}
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
