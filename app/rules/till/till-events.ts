import type { Choice, LineItem } from '../catalogue/products.ts'
import type { CreditTender } from '../credit/reserve.ts'
import type { ReturnReason } from '../returns/returns.ts'

// Everything that happens at a till is an event with its own id. The till makes it and stores it durably before it
// reports it to anybody; the event reaches the server when there is a connection, and counts once however often it is
// sent.

/** Why a person must check an event: an uploaded sale or return is never refused, because its items have left. */
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

/** The device whose key signed an event, and the signature (rules/till/till-signature.ts). */
export type Signature = { deviceId: string; value: string }

/** Who caused the event and when (ISO, the till's clock). Ids are UUIDs. */
type Made = { id: string; cashierId: string; at: string; signature?: Signature | undefined }
type OfShift = Made & { shiftId: string }

/** The event's id is the id of the shift. Amounts are whole kwacha everywhere. */
export type ShiftOpened = Made & { kind: 'shift-opened'; tillId: string; float: number }

/** Cash put into the drawer when above 0, taken out when below. */
export type CashMoved = OfShift & { kind: 'cash-moved'; amount: number; reason: string }

export type SoldLine = LineItem & {
  id: string
  productId: string
  variantId: string
  unitPrice: number
  /** The discount on this item, in kwacha. */
  discount: number
}

/**
 * Proof that an authorized person allowed a discount or refund above the cashier's limit (rules/till/till-approval.ts).
 */
export type Approval = { by: string; byName: string; proof: string }

/** A sale paid in cash, or by a code and the rest in cash. */
export type CashSale = OfShift & {
  kind: 'sale'
  tillId: string
  /** One of the numbers that this till has leased; null when it had none left. */
  number: string | null
  /** Identifies the price list that the till had. */
  pricesAsOf: string
  lines: SoldLine[]
  /** The discount on the whole sale, in addition to those on its items. */
  discount: number
  approval: Approval | null
  customerName: string | null
  customerPhone: string | null
  notes: string | null
  /** Before discounts. */
  subtotal: number
  totalAmount: number
  cashGiven: number
  /** The part that a voucher or store credit pays; absent when none, so that signatures of older tills stay valid. */
  credit?: CreditTender | undefined
  /** The returned items that pay a part; the server compares them with the return's own event. */
  exchange?: ExchangeTender | undefined
  /** The voucher that is sold; `lines` is then empty. The till made and printed its code. */
  voucher?: { amount: number; code: string } | undefined
}

/** Returned items that pay a part of a sale, as its receipt shows them. Amounts in kwacha. */
export type ExchangeTender = {
  /** The number of the receipt, or of the online order. */
  number: string
  /** The value of the returned items, and the part of it that pays. */
  refund: number
  amount: number
  /** The share of `pays` that comes from the code which had paid for the items. */
  carried: number
  /** Of the value above the price of the sale: the part that goes back on the code that had paid, or on a new code. */
  onCode?: { amount: number; ending: string } | undefined
  onNewCode?: number | undefined
  /** Absent when the server sends the sale later. */
  lines?: (Choice & { name: string; quantity: number; amount: number })[] | undefined
}

export type ReturnedLine = {
  /** The line of the sale. */
  lineId: string
  quantity: number
  amount: number
  isRestocked: boolean
}

/** Items returned against a receipt; `refund` is paid in cash, except for the part that goes back on a code. */
export type SaleReturn = OfShift & {
  kind: 'return'
  saleNumber: string
  lines: ReturnedLine[]
  refund: number
  reason: string
  approval: Approval | null
  /** The sale of the items taken in exchange. */
  exchangeSaleId: string | null
  /**
   * The part of `refund` that pays for that sale, so that no cash leaves the drawer for it. A code had paid `credit` of
   * it and pays that much of the new sale. Absent when the whole refund was paid out.
   */
  exchange?: { amount: number; credit: number } | undefined
  /** The part of `refund` that goes back on the code that had paid; absent when none, as with sales. */
  creditBack?: number | undefined
  /** A code that the till made and printed: it gets the rest of `refund`, and no cash leaves the drawer. */
  creditCode?: string | undefined
}

/**
 * The returned items of a sale that waits for mobile money: stored with that sale, and returned in the step that
 * completes it. Amounts in kwacha.
 */
export type AwaitedExchange = Pick<SaleReturn, 'id' | 'lines' | 'refund' | 'reason'> & {
  /** The number of the original receipt, or of the online order. */
  number: string
  /** The part of it that a code had paid, which keeps paying. */
  credit: number
  approvedBy: string | null
  /** Set for items ordered online: `number` names the order, and `lines` are lines of that order. */
  order?: { id: string; reason: ReturnReason } | null | undefined
}

/** In the books the exchange leaves in cash and comes in again, except for the part that a code keeps paying. */
export const cashOfExchange = (
  exchange: Pick<AwaitedExchange, 'refund' | 'credit'> | null | undefined,
) => (exchange ? exchange.refund - exchange.credit : 0)

/** `counted` is the number of notes or coins of each denomination, counted blind. */
export type ShiftClosed = OfShift & {
  kind: 'shift-closed'
  counted: Record<string, number>
  note: string | null
}

export type TillEvent = ShiftOpened | CashMoved | CashSale | SaleReturn | ShiftClosed

/** The most events in one upload. */
export const MOST_EVENTS = 50

/** Confirms that the server has the event, so that the till may delete it. `number` is the number of the sale. */
export type Received = { id: string; number: string | null; reviewReasons: TillReviewReason[] }

/** One size and color of a product, as a till stores it. */
export type TillVariant = {
  id: string
  size: string | null
  color: string | null
  colorValue: string | null
  sku: string
  /** Absent in a list that a device stored before this field existed. */
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
  /** The colors that have a picture of their own. */
  colorPictures?: Record<string, string>
  variants: TillVariant[]
}

/** The picture of a size and color: the picture of its color, or else that of the product. */
export const pictureOf = (
  { picture, colorPictures }: Pick<TillProduct, 'picture' | 'colorPictures'>,
  color: string | null,
) => (color === null ? undefined : colorPictures?.[color]) ?? picture

/** False when other colors have their own pictures and this color has none. */
export const hasOwnPicture = (
  { colorPictures }: Pick<TillProduct, 'colorPictures'>,
  color: string | null,
) => color === null || !colorPictures || color in colorPictures

/** All that a till needs to sell without a network. */
export type TillCatalogue = {
  asOf: string
  /** The newest entry of the stock ledger that the stock levels include. */
  ledger: number
  categories: { id: string; name: string; parentId: string | null }[]
  products: TillProduct[]
}

/** The changes since an entry of the ledger. */
export type TillStock = { ledger: number; onHand: Record<string, number> }
