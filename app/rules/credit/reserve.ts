/** held: for a cart at a till. used: its sale is recorded. ended: given back, and nobody's. */
export const RESERVE_STATUSES = ['held', 'used', 'ended'] as const
export type ReserveStatus = (typeof RESERVE_STATUSES)[number]

/**
 * Who or what moves a reserve. cashier: takes the code off the cart. shift: its close. timer: the device is not heard
 * of. staff: the till is lost.
 */
export type ReserveActor = 'sale' | 'cashier' | 'shift' | 'timer' | 'staff'

/** So long a till holds what it has reserved, also without a network. */
export const RESERVE_HOURS = 24

const END = { held: 'ended' } as const

/**
 * Every step of a reserve (docs/product.md, Store credit). A sale that comes when its reserve has ended takes what the
 * code holds by then; what is missing of it is for a person.
 */
export const RESERVE_STEPS: Record<ReserveActor, Partial<Record<ReserveStatus, ReserveStatus>>> = {
  sale: { held: 'used', ended: 'used' },
  cashier: END,
  shift: END,
  timer: END,
  staff: END,
}

/** What a till knows of a code that it has reserved for a cart; the code itself is not kept there. */
export type CreditInCart = {
  /** The reserve's. */
  id: string
  /** The last four of the code. */
  ending: string
  /** The most that it pays of this cart, in kwacha. */
  amount: number
  /** What the code held when it was reserved. */
  balance: number
  shiftId: string
  /** ISO. */
  until: string
}

/** The part of a sale that a code pays: its record at the till. */
export type CreditTender = { reserveId: string; ending: string; amount: number }

/** Whether a till may still count on a reserve: it ends with its shift, and after its time. */
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
 * What of a refund goes back on the code that paid `credit` of the sale, after `before` (kwacha, both ways together)
 * went back already: the code first, so that no voucher is turned into cash; the rest in money.
 */
export const backOnCode = (credit: number, before: number, refund: number) =>
  Math.min(credit, before + refund) - Math.min(credit, before)
