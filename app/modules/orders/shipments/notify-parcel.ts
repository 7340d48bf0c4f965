import type { Tx } from '../../../db/open.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import { orderParcelEmail } from '../../../rules/messages/emails/parcels.ts'
import { unitsLeft } from '../../../rules/orders/shipments.ts'
import { emailAbout } from '../notify-customer.ts'
import { listItems, type Order } from '../read-order.ts'
import { listLinesToSend, listShipments } from './list-shipments.ts'

/**
 * Enqueues the email about a parcel of a locked order: what is in it, and what followed when it left, which a later
 * parcel may have sent meanwhile. Pass the order as the parcel left it. None when it was taken back.
 */
export async function notifyOfParcel(
  { jobs, config }: Pick<Services, 'jobs' | 'config'>,
  db: Tx,
  order: Order,
  shipmentId: string,
): Promise<void> {
  const { id } = order
  const parcels = await listShipments(db, [id])
  const parcel = parcels.find((one) => one.id === shipmentId)
  if (!parcel || order.anonymizedAt || order.email === '') return
  const items = await listItems(db, id)
  const sent = parcels.filter(({ number }) => number <= parcel.number)
  const left = unitsLeft(await listLinesToSend(db, id), sent)
  const named = (orderItemId: string, quantity: number) => {
    const item = items.find((one) => one.id === orderItemId)
    return item && quantity > 0 ? [{ ...item, quantity }] : []
  }
  const about = await emailAbout({ config, db }, order, items, order)
  await jobs.enqueue(
    db,
    'send-email',
    orderParcelEmail(about, {
      ...parcel,
      lines: parcel.lines.flatMap((line) => named(line.orderItemId, line.quantity)),
      follows: left.flatMap((line) => named(line.id, line.left)),
    }),
  )
}
