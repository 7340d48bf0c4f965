import { formatClock, formatDate } from '../../rules/dates.ts'
import { STORAGE_TROUBLES } from '../../rules/messages/till/on-device.ts'
import type { TillState } from './store/state.ts'

/** Formats for the cashier how long ago the server confirmed prices and stock: `3 min ago`. */
export function formatAge(seenAt: string, now: number) {
  const minutes = Math.floor((now - Date.parse(seenAt)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 12 * 60) return `at ${formatClock(seenAt)}`
  return `on ${formatDate(seenAt)}, ${formatClock(seenAt)}`
}

/** Whether to warn the cashier. That a browser may evict its storage endangers only what is not sent yet. */
export const isStorageWarning = (storage: TillState['storage'], unsent: number) =>
  storage === 'may-be-evicted' ? unsent > 0 : storage !== 'kept'

/** What is wrong with this device's storage; null when nothing is. */
export const formatStorage = (storage: TillState['storage']) =>
  storage === 'kept' ? null : STORAGE_TROUBLES[storage]
