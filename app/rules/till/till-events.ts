import type { Choice, LineItem } from '../catalogue/products.ts'
import type { CreditTender } from '../credit/reserve.ts'
import type { ReturnReason } from '../returns/returns.ts'

// Everything that happens at a till is an event with an id of its own, made there and durable there before
// anybody is told of it; it goes up to the server when there is a connection, once, however often it is sent.

/** What a person has to look at: an uploaded sale or return is never refused, the items have left. */
export const TILL_REVIEW_REASONS = [
  'short-stock',
  'goods-unknown',
  'price-differs',
  'sum-differs',
  'discount-unapproved',
  'shift-unknown',
  'returned-twice',
  'paid-late',
  'maker-unproven',
  'signature-wrong',
  'approved-offline',
  'refund-unapproved',
  'sale-missing',
] as const
export type TillReviewReason = (typeof TILL_REVIEW_REASONS)[number]

/** Which device's key signed an event, and its signature (rules/till/till-signature.ts). */
export type Signature = { deviceId: string; value: string }

/** By whom and when (ISO, the till's clock). Ids are UUIDs. */
type Made = { id: string; cashierId: string; at: string; signature?: Signature | undefined }
type OfShift = Made & { shiftId: string }

/** Its id is the shift's. Amounts are whole kwacha everywhere. */
export type ShiftOpened = Made & { kind: 'shift-opened'; tillId: string; float: number }

/** Into the drawer above 0, out of it below. */
export type CashMoved = OfShift & { kind: 'cash-moved'; amount: number; reason: string }

export type SoldLine = LineItem & {
  id: string
  productId: string
  variantId: string
  unitPrice: number
  /** Off this line, in kwacha. */
  discount: number
}

/** That somebody who may allowed a discount or refund above the cashier's limit (rules/till/till-approval.ts). */
export type Approval = { by: string; byName: string; proof: string }

/** A sale paid in cash, or by a code and the rest in cash. */
export type CashSale = OfShift & {
  kind: 'sale'
  tillId: string
  /** One of the numbers that this till has leased; null when it had none left. */
  number: string | null
  /** Which price list the till had. */
  pricesAsOf: string
  lines: SoldLine[]
  /** Off the whole sale, beside what is off its lines. */
  discount: number
  approval: Approval | null
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  /** Before discounts. */
  subtotal: number
  totalAmount: number
  cashGiven: number
  /** What a voucher or store credit pays of it; absent for none, so that what older tills sign stays good. */
  credit?: CreditTender | undefined
  /** What came back for it; the server compares it with its return's own event. */
  exchange?: ExchangeTender | undefined
  /** A voucher is sold, and nothing else: `lines` is empty. Its code was made and printed by the till. */
  voucher?: { amount: number; code: string } | undefined
}

/** Items that came back pay of a sale: what its receipt says of them. Amounts in kwacha. */
export type ExchangeTender = {
  /** Of the receipt, or of the order of the web shop. */
  number: string
  /** What they are worth, and the part of it that pays. */
  refund: number
  amount: number
  /** Of that, what the code pays which had paid for them. */
  carried: number
  /** Of what they are worth above the sale, what goes back on the code that had paid, or on a new one. */
  onCode?: { amount: number; ending: string } | undefined
  onNewCode?: number | undefined
  /** Unknown to a server that is asked later. */
  lines?: (Choice & { name: string; quantity: number; amount: number })[] | undefined
}

export type ReturnedLine = {
  /** The line of the sale. */
  lineId: string
  quantity: number
  amount: number
  isRestocked: boolean
}

/** Items against a receipt; `refund` is paid out in cash, but for what goes back on a code. */
export type SaleReturn = OfShift & {
  kind: 'return'
  saleNumber: string
  lines: ReturnedLine[]
  refund: number
  reason: string
  approval: Approval | null
  /** The sale of what was taken instead. */
  exchangeSaleId: string | null
  /**
   * What of `refund` pays that sale, and leaves no drawer for it; `credit` of it was paid by a code, and is what the
   * code pays of that sale. Absent where all of it went back.
   */
  exchange?: { amount: number; credit: number } | undefined
  /** The part of `refund` that goes back on the code that paid; absent for none, as with sales. */
  creditBack?: number | undefined
  /** A code that the till has made and printed: the rest of `refund` goes on it, and nothing out of the drawer. */
  creditCode?: string | undefined
}

/**
 * What comes back for a sale that waits for mobile money: kept with that sale, and taken back in the step that
 * completes it. Amounts in kwacha.
 */
export type AwaitedExchange = Pick<SaleReturn, 'id' | 'lines' | 'refund' | 'reason'> & {
  /** Of the receipt that it came from, or of the order of the web shop. */
  number: string
  /** What a code had paid of it, which goes on paying. */
  credit: number
  approvedBy: string | null
  /** It was ordered online: the order that `number` names, of whose lines `lines` are. */
  order?: { id: string; reason: ReturnReason } | null | undefined
}

/** By the books it goes out in cash and in again, but for what a code goes on paying. */
export const cashOfExchange = (
  exchange: Pick<AwaitedExchange, 'refund' | 'credit'> | null | undefined,
) => (exchange ? exchange.refund - exchange.credit : 0)

/** `counted` is pieces by denomination, counted blind. */
export type ShiftClosed = OfShift & {
  kind: 'shift-closed'
  counted: Record<string, number>
  note: string | null
}

export type TillEvent = ShiftOpened | CashMoved | CashSale | SaleReturn | ShiftClosed

/** At most so many events in one upload. */
export const MOST_EVENTS = 50

/** The server has it: the till may forget it. `number` is the one that the sale bears. */
export type Received = { id: string; number: string | null; reviewReasons: TillReviewReason[] }

/** One size and color of a product, as a till keeps it. */
export type TillVariant = {
  id: string
  size: string | null
  color: string | null
  colorValue: string | null
  sku: string
  /** Absent in a list that a device has kept from before sizes had one. */
  barcode?: string | null
  onHand: number
}
export type TillProduct = {
  id: string
  name: string
  price: number
  comparePrice: number | null
  sku: string
  barcode: string | null
  categoryId: string | null
  isTracked: boolean
  /** A small picture, or none. */
  picture: string | null
  /** Those of its colors that have one of their own. */
  colorPictures?: Record<string, string>
  variants: TillVariant[]
}

/** What a size and color of a product looks like: its color's own picture, or else the product's. */
export const pictureOf = (
  { picture, colorPictures }: Pick<TillProduct, 'picture' | 'colorPictures'>,
  color: string | null,
) => (color === null ? undefined : colorPictures?.[color]) ?? picture

/** False where other colors have pictures of their own, and this one has none. */
export const hasOwnPicture = (
  { colorPictures }: Pick<TillProduct, 'colorPictures'>,
  color: string | null,
) => color === null || !colorPictures || color in colorPictures

/** All that a till needs to sell without a network. */
export type TillCatalogue = {
  asOf: string
  /** The newest line of the stock ledger that the numbers on hand include. */
  ledger: number
  categories: { id: string; name: string; parentId: string | null }[]
  products: TillProduct[]
}

/** What moved since a line of the ledger. */
export type TillStock = { ledger: number; onHand: Record<string, number> }
