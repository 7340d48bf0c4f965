import type { Tx } from '../../db/open.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { returnEmail } from '../../rules/messages/emails/returns.ts'
import type { ReturnEmailKind } from '../../rules/returns/returns.ts'
import { emailAbout } from '../orders/notify-customer.ts'
import { listItems, type Order } from '../orders/read-order.ts'

/**
 * Emails the customer the state of a return. `answer`: the sentence with which staff refused it. `isExchange`: other
 * pieces are sent for it. `isByLink`: whoever has the order's link requested it.
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
  const email = await emailAbout({ config, db }, order, await listItems(db, order.id))
  await jobs.enqueue(db, 'send-email', returnEmail(email, kind, { answer, isExchange, isByLink }))
}
