import type { Role } from '../../../rules/accounts/roles.ts'
import type { CreditInCart } from '../../../rules/credit/reserve.ts'
import type {
  Approval,
  CashSale,
  SoldLine,
  TillReviewReason,
} from '../../../rules/till/till-events.ts'
import type { TillRefusal } from '../refusals.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'

/** What an act of the till answers: done, durably; or a reason with its text in rules/messages and nothing changed. */
export type Done<T = object> = ({ ok: true } & T) | TillRefusal

/** `onHand` is what was left when the line was put in; null: the product's stock is not tracked. */
export type BasketLine = SoldLine & {
  onHand: number | null
  picture: string | null
  /** False: other colors have pictures, and its own has none. */
  hasOwnPicture?: boolean
}

/** Its id becomes the sale's: one basket can make one sale only, however often Pay is pressed. */
export type Basket = {
  id: string
  lines: BasketLine[]
  /** Off the whole sale, in kwacha. */
  discount: number
  customerName: string
  customerPhone: string
  notes: string
  approval: Approval | null
  /** What comes back for it, and pays of it: on record with the sale, not before. */
  exchange?: ExchangeInCart | null
  /** A code that pays what it can of it, reserved by the server for this device. */
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
  /** What the server calls it, where that differs from the number that was printed. */
  serverNumber: string | null
  reviewReasons: TillReviewReason[]
}

/** A sale that was sent to be paid by mobile money, and is not over at this till. */
export type MobileWait = {
  /** The basket's id, and the sale's. */
  saleId: string
  since: string
  /** As it was sent. */
  basket: Basket
  /** A voucher is sold, of so much (kwacha), and the basket is an empty one. */
  voucher?: number
  /** The part in cash, in kwacha. */
  cashAmount: number
  /** Null until the server has answered: it may have the sale all the same. */
  number: string | null
  checkoutUrl: string | null
  /** The tab that shows it; null when it waits aside. */
  tab: string | null
  /** When it was called off; its money may come all the same. */
  offAt: string | null
}

export type Till = { id: string; name: string }
export type OpenShift = { id: string; openedAt: string; float: number; cashierId: string }

/** The receipt's header, and whether mobile money is taken, as the server last said it. */
export type ShopAtTill = {
  takesMobileMoney?: boolean
  /** Also for an exchange. A server of an earlier release says nothing of it, and would ask the whole price. */
  takesExchanges?: boolean
  /** The same of what was ordered online. */
  takesOrderExchanges?: boolean
  isTest?: boolean
}

/**
 * `signed-out`: nobody is unlocked, and nobody can be by PIN: sign in at /auth. `locked`: somebody can.
 * Who is unlocked goes on selling whatever the session's state (`connection.isSignedOut`).
 */
export type Phase = 'loading' | 'locked' | 'signed-out' | 'no-till' | 'no-shift' | 'open'

/** A till that a device may become. `isTaken`: another device stands for it. Times are ISO. */
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
  /** Who is unlocked, whether a PIN is set for them on this device, and whether they said later to one. */
  person: {
    id: string
    name: string
    role: Role
    hasPin: boolean
    skipsPin: boolean
    /** Of their account, where this device has been told. */
    phone?: string | null
  } | null
  /** Who can unlock here by PIN, the last one first. */
  people: { id: string; name: string; role: Role }[]
  till: Till | null
  /** The name of the till that this device was, before another device became it. */
  lostTill: string | null
  /** All tills, as the server last said: for choosing this device's. */
  tills: OfferedTill[]
  shift: OpenShift | null
  /** Who may approve a discount above the cashier's limit. */
  approvers: { id: string; name: string }[]
  shop: ShopAtTill | null
  /** `seenAt`: when the server last confirmed prices and stock. */
  catalogue: { asOf: string; seenAt: string; count: number } | null
  connection: {
    isOnline: boolean
    /** The server wants a new sign-in before it takes anything: "Sign in again to send N sales". */
    isSignedOut: boolean
    unsent: number
    isSending: boolean
    lastError: string | null
  }
  /**
   * Cash sales are refused while it is `full` or `refused`; `may-be-evicted`, a browser's usual answer, is
   * worth a warning while something is unsent.
   */
  storage: 'kept' | 'may-be-evicted' | 'full' | 'refused'
  /** This tab's own. */
  basket: Basket
  /** Shared by all tabs, newest first. */
  suspended: SuspendedSale[]
  sales: SaleRecord[]
  /** Shared by all tabs, oldest first. */
  waiting: MobileWait[]
}
