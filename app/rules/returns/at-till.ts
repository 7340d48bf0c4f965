import type { Choice } from '../catalogue/products.ts'

/** An order of which something can come back at a till: what was bought, and no word of its customer. */
export type OrderAtTill = {
  orderId: string
  orderNumber: string
  /** ISO; null: it was not delivered as far as the shop knows. */
  deliveredAt: string | null
  /** What was given back of it before, in kwacha. */
  refunded: number
  lines: (Choice & {
    id: string
    name: string
    quantity: number
    /** How many came back already, or are to. */
    returned: number
    /** What each unit that is left is worth, in the order in which they come back, in kwacha. */
    worth: number[]
  })[]
}
