import { liveValue } from '../kit/live-value.ts'
import { isOwed } from './sales/exchange-in-cart.ts'
import type { Basket, TillState } from './state.ts'

const EMPTY: Basket = {
  id: '',
  lines: [],
  discount: 0,
  customerName: '',
  customerPhone: '',
  notes: '',
  approval: null,
}

export const emptyBasket = (): Basket => ({ ...EMPTY, id: crypto.randomUUID() })

/** Whether the basket can be discarded without losing anything. */
export const isEmpty = ({ lines, exchange }: Basket) => lines.length === 0 && !isOwed(exchange)

// The state on the server and before the first read: nothing is known, and nobody's data is shown.
const NOTHING: TillState = {
  phase: 'loading',
  person: null,
  people: [],
  till: null,
  lostTill: null,
  tills: [],
  shift: null,
  approvers: [],
  shop: null,
  catalogue: null,
  connection: { isOnline: true, isSignedOut: false, unsent: 0, isSending: false, lastError: null },
  storage: 'may-be-evicted',
  basket: EMPTY,
  suspended: [],
  sales: [],
  waiting: [],
  askedReturns: [],
}

/**
 * What the screens show now. It follows the device's storage, by `show`; only the basket is shown before it is stored.
 */
export const { now, change: show, useValue: useLive } = liveValue(NOTHING)

/** Resets the state to that of a tab that was just opened. */
export const showNothing = () => show(NOTHING)
