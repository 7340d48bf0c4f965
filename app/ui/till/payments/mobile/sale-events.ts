import { listenToEvents } from '../../../kit/events.ts'

/**
 * Hears from the server that a sale has changed (null: any may have), and when the connection is there again; gives
 * what stops it.
 */
export const onSaleEvents = (handler: (saleNumber: string | null) => void) =>
  listenToEvents({ open: () => handler(null), sale: handler })
