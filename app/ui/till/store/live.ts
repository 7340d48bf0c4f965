import { useSyncExternalStore } from 'react'
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
  goods: null,
  line: { isOnline: true, isSignedOut: false, unsent: 0, isSending: false, lastError: null },
  storage: 'may-be-evicted',
  basket: EMPTY,
  held: [],
  sales: [],
  waiting: [],
}

let state = NOTHING
const watchers = new Set<() => void>()

/** What the screens see now. */
export const now = () => state

/** Changes what the screens see. It follows the device's storage; only the basket goes ahead of it. */
export function show(change: Partial<TillState>) {
  state = { ...state, ...change }
  for (const watcher of watchers) watcher()
}

export function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}

export const useLive = () => useSyncExternalStore(watch, now, () => NOTHING)

/** As if this tab had just been opened. */
export const showNothing = () => show(NOTHING)
