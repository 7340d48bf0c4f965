import type { Tx } from '../../db/open.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { returnEmail } from '../../rules/messages/emails/returns.ts'
import type { ReturnEmailKind } from '../../rules/returns/returns.ts'
import { emailAbout } from '../orders/notify-customer.ts'
import { listItems, type Order } from '../orders/read-order.ts'

/**
 * Tells the customer how a return stands; `answer` are the words of who refused it; another piece is sent for it
 * (`isExchange`); whoever has the order's link has asked for it (`isByLink`).
 */
export async function notifyReturn(
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  db: Tx,
  order: Order,
  kind: ReturnEmailKind | 'requested',
  {
    answer = null,
    isExchange = false,
    isByLink = false,
  }: { answer?: string | null; isExchange?: boolean; isByLink?: boolean } = {},
) {
  if (order.anonymizedAt || order.email === '') return
  const email = emailAbout(config, order, await listItems(db, order.id))
  await jobs.enqueue(db, 'send-email', returnEmail(email, kind, { answer, isExchange, isByLink }))
}
