import type { LineItem } from '../catalogue/products.ts'

/** A parcel as the till shows it to who hands it over: whose it is and what is in it, and no more of its customer. */
export type Parcel = {
  orderId: string
  orderNumber: string
  customer: string
  total: number
  /** ISO; null: nothing was paid. */
  paidAt: string | null
  courier: string
  /** Where it is collected; null: brought to the door. */
  collectAt: string | null
  /** Of an order that is sent in parts: more of it is to come. */
  isPart: boolean
  /** Which parcels of such an order are listed. */
  parts: string[]
  /** How often a code may still be tried. */
  triesLeft: number
  /** `picture`: the address of a small one. */
  lines: (Pick<LineItem, 'name' | 'sku' | 'size' | 'color' | 'quantity'> & {
    id: string
    picture: string | null
  })[]
}
