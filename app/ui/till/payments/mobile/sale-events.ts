import { listenToEvents } from '../../../kit/events.ts'

/**
 * Calls `handler` when the server reports that a sale has changed (null: any may have) and when the connection is back;
 * returns the function that unsubscribes.
 */
export const onSaleEvents = (handler: (saleNumber: string | null) => void) =>
  listenToEvents({ open: () => handler(null), sale: handler })
