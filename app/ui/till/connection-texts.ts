import { formatClock, formatDate } from '../../rules/dates.ts'
import { STORAGE_TROUBLES } from '../../rules/messages/till/on-device.ts'
import type { TillState } from './store/state.ts'

/** How long ago the server confirmed prices and stock, for people: `3 min ago`. */
export function formatAge(seenAt: string, now: number) {
  const minutes = Math.floor((now - Date.parse(seenAt)) / 60_000)
  if (minutes < 1) return 'just now'
  if (minutes < 60) return `${minutes} min ago`
  if (minutes < 12 * 60) return `at ${formatClock(seenAt)}`
  return `on ${formatDate(seenAt)}, ${formatClock(seenAt)}`
}

/** Whether a cashier should see it: what a browser may throw away is a danger only to what is not sent yet. */
export const isStorageWarning = (storage: TillState['storage'], unsent: number) =>
  storage === 'may-be-evicted' ? unsent > 0 : storage !== 'kept'

/** What is wrong with this device's storage; null when nothing is. */
export const formatStorage = (storage: TillState['storage']) =>
  storage === 'kept' ? null : STORAGE_TROUBLES[storage]
