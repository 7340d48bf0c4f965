import type { ProductStatus } from '../../../rules/catalogue/products.ts'
import { STATUS_WORDS } from '../../../rules/messages/catalogue/words.ts'
import { Badge } from '../badge.tsx'

const TONES = { active: 'good', inactive: 'plain', out_of_stock: 'bad' } as const

/**
 * Active is the default badge, inactive the secondary, out of stock the destructive one (docs/product.md, Products).
 */
export const StatusBadge = ({ status }: { status: ProductStatus }) => (
  <Badge tone={TONES[status]}>{STATUS_WORDS[status]}</Badge>
)
