import type { LineItem } from '../catalogue/products.ts'

/**
 * A parcel as the till shows it to whoever hands it over: its customer's name and its items, and no other personal
 * data.
 */
export type Parcel = {
  orderId: string
  orderNumber: string
  customer: string
  total: number
  /** ISO; null when nothing was paid. */
  paidAt: string | null
  courier: string
  /** Where the parcel is collected; null when it is brought to the door. */
  collectAt: string | null
  /** For an order that is sent in parts: another parcel follows. */
  isPart: boolean
  /** Which parcels of such an order are listed. */
  parts: string[]
  /** How many tries at the code are left. */
  triesLeft: number
  /** `picture`: the address of a small picture. */
  lines: (Pick<LineItem, 'name' | 'sku' | 'size' | 'color' | 'quantity'> & {
    id: string
    picture: string | null
  })[]
}
