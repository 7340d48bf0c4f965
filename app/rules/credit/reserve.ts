/** held: for a cart at a till. used: its sale is recorded. ended: released. */
export const RESERVE_STATUSES = ['held', 'used', 'ended'] as const
export type ReserveStatus = (typeof RESERVE_STATUSES)[number]

/**
 * Who or what moves a reserve. cashier: takes the code off the cart. shift: is closed. timer: the device has not called
 * the server for too long. staff: report the till as lost.
 */
export type ReserveActor = 'sale' | 'cashier' | 'shift' | 'timer' | 'staff'

/** How long a till may hold a reserve, also without a network. */
export const RESERVE_HOURS = 24

const END = { held: 'ended' } as const

/**
 * Every step of a reserve (docs/product.md, Store credit). A sale that arrives after its reserve has ended takes what
 * the code still holds; a person decides about the missing part.
 */
export const RESERVE_STEPS: Record<ReserveActor, Partial<Record<ReserveStatus, ReserveStatus>>> = {
  sale: { held: 'used', ended: 'used' },
  cashier: END,
  shift: END,
  timer: END,
  staff: END,
}

/** The data that a till has about a code reserved for a cart; the till does not store the code itself. */
export type CreditInCart = {
  /** The id of the reserve. */
  id: string
  /** The last four characters of the code. */
  ending: string
  /** The most that the code pays of this cart, in kwacha. */
  amount: number
  /** The balance of the code when it was reserved. */
  balance: number
  shiftId: string
  /** ISO time. */
  until: string
}

/** The part of a sale that a code pays, as the till records it. */
export type CreditTender = { reserveId: string; ending: string; amount: number }

/** Whether a till may still rely on a reserve: it ends with its shift, and when its time is over. */
export const isStillReserved = (
  { shiftId, until }: Pick<CreditInCart, 'shiftId' | 'until'>,
  openShiftId: string | undefined,
  now: number,
) => shiftId === openShiftId && now < Date.parse(until)

/** How much of a total (kwacha) the code in a cart pays. */
export const creditPart = (
  credit: Pick<CreditInCart, 'amount'> | null | undefined,
  total: number,
) => Math.min(credit?.amount ?? 0, total)

/**
 * The part of a refund that goes back on the code which paid `credit` of the sale, when `before` (kwacha, on the code
 * and in money) was refunded already. The code gets its part first, so that no voucher turns into cash; the rest is
 * refunded in money.
 */
export const backOnCode = (credit: number, before: number, refund: number) =>
  Math.min(credit, before + refund) - Math.min(credit, before)
