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

/** Nothing is lost with it. */
export const isEmpty = ({ lines, exchange }: Basket) => lines.length === 0 && !isOwed(exchange)

// On the server and before the first read: nothing is known, and nothing of anybody's is shown.
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
}

/**
 * What the screens see now. It follows the device's storage, by `show`; only the basket goes ahead of it.
 */
export const { now, change: show, useValue: useLive } = liveValue(NOTHING)

/** As if this tab had just been opened. */
export const showNothing = () => show(NOTHING)
