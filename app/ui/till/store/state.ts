import type { Role } from '../../../rules/accounts/roles.ts'
import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import type {
  Approval,
  CashSale,
  SoldLine,
  TillReviewReason,
} from '../../../rules/till/till-events.ts'
import type { TillRefusal } from '../refusals.ts'
import type { UnansweredReturn } from './sales/asked-returns.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'

/**
 * The result of an act of the till: done and stored, or a reason with its text in rules/messages and nothing changed.
 */
export type Done<T = object> = ({ ok: true } & T) | TillRefusal

/** `onHand` is the stock when the line was added; null: the product's stock is not tracked. */
export type BasketLine = SoldLine & {
  onHand: number | null
  picture: string | null
  /** False: other colors have pictures, and its own has none. */
  hasOwnPicture?: boolean
}

/** A basket's id becomes the sale's: one basket makes one sale only, however often Pay is pressed. */
export type Basket = {
  id: string
  lines: BasketLine[]
  /** Discount on the whole sale, in kwacha. */
  discount: number
  customerName: string
  customerPhone: string
  notes: string
  approval: Approval | null
  /** An exchange that pays a part; recorded with the sale, not before. */
  exchange?: ExchangeInCart | null
  /** A code that pays a part, reserved by the server for this device. */
  credit?: CreditInCart | null
}

export type SuspendedSale = { id: string; at: string; basket: Basket }

/** A cash sale of this device, for reprint and return; kept 30 days after it was sent. */
export type SaleRecord = {
  id: string
  at: string
  sale: CashSale
  cashierName: string
  isSent: boolean
  /** The server's number, when it differs from the printed one; otherwise null. */
  serverNumber: string | null
  reviewReasons: TillReviewReason[]
}

/** A sale that was sent to be paid by mobile money and is not finished at this till. */
export type MobileWait = {
  /** The id of the basket and of the sale. */
  saleId: string
  since: string
  /** The basket as it was sent. */
  basket: Basket
  /** The amount of the voucher that is sold, in kwacha; then the basket is empty. */
  voucher?: number
  /** The part in cash, in kwacha. */
  cashAmount: number
  /** Null until the server has answered; it may have the sale all the same. */
  number: string | null
  checkoutUrl: string | null
  /** The tab that shows the sale; null while the next customer is served. */
  tab: string | null
  /** When the sale was cancelled; its money may still come. */
  offAt: string | null
}

export type Till = { id: string; name: string }
export type OpenShift = { id: string; openedAt: string; float: number; cashierId: string }

/** Whether mobile money is taken and the shop is a test, as the server last reported. */
export type ShopAtTill = {
  takesMobileMoney?: boolean
  /**
   * Whether mobile money is taken for an exchange too. A server of an earlier release does not report it, and would
   * charge the whole price.
   */
  takesExchanges?: boolean
  /** The same for items that were ordered online. */
  takesOrderExchanges?: boolean
  /** The same product goes out at the price that was paid: an earlier release would have a person look at each. */
  exchangesAtPaidPrice?: boolean
  isTest?: boolean
}

/**
 * `signed-out`: nobody is unlocked or can unlock by PIN: sign in at /auth. `locked`: somebody can unlock. An unlocked
 * person goes on selling whatever the session's state (`connection.isSignedOut`).
 */
export type Phase = 'loading' | 'locked' | 'signed-out' | 'no-till' | 'no-shift' | 'open'

/** A till that a device may become. `isTaken`: a device has claimed it. Times are ISO. */
export type OfferedTill = {
  id: string
  name: string
  isTaken: boolean
  isMine: boolean
  lastSeenAt: string | null
  shift: { openedAt: string; openedBy: string } | null
}

export type TillState = {
  phase: Phase
  /** The unlocked person; `hasPin`: on this device; `skipsPin`: they chose Later. */
  person: {
    id: string
    name: string
    role: Role
    hasPin: boolean
    skipsPin: boolean
    /** The phone number of their account, when this device knows it. */
    phone?: string | null
  } | null
  /** Who can unlock here by PIN, the most recent first. */
  people: { id: string; name: string; role: Role }[]
  till: Till | null
  /** The name of the till that this device was before another device took it over. */
  lostTill: string | null
  /** All tills as the server last listed them, to choose this device's from. */
  tills: OfferedTill[]
  shift: OpenShift | null
  /** Staff who may approve what a cashier may not do alone. */
  approvers: { id: string; name: string }[]
  shop: ShopAtTill | null
  /** `seenAt`: when the server last confirmed prices and stock. */
  catalogue: { asOf: string; seenAt: string; count: number } | null
  connection: {
    isOnline: boolean
    /** The server wants a new sign-in before it takes any upload: "Sign in again to send N sales". */
    isSignedOut: boolean
    unsent: number
    isSending: boolean
    lastError: string | null
  }
  /**
   * Cash sales are refused while it is `full` or `refused`. `may-be-evicted`, a browser's usual answer, needs a warning
   * only while something is unsent.
   */
  storage: 'kept' | 'may-be-evicted' | 'full' | 'refused'
  /** The basket of this tab. */
  basket: Basket
  /** Shared by all tabs, newest first. */
  suspended: SuspendedSale[]
  sales: SaleRecord[]
  /** Shared by all tabs, oldest first. */
  waiting: MobileWait[]
  /** Returns of orders without an answer so far; shared by all tabs, oldest first. */
  askedReturns: UnansweredReturn[]
}
