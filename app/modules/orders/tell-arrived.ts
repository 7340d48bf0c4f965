import { eq } from 'drizzle-orm'
import { orders } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { preorderArrivedEmail } from '../../rules/messages/emails/orders.ts'
import { listArrived, markTold } from '../stock/preorders.ts'
import { listItems } from './change-order.ts'
import { emailAbout } from './notify-customer.ts'

/**
 * Tells by email whose pre-order has arrived, all of it (docs/product.md, Pre-orders); each once, however many jobs do it
 * at the same time. Of what is not paid its customer hears when it is.
 */
export async function tellArrived({ db, jobs, config }: Pick<Shop, 'db' | 'jobs' | 'config'>) {
  for (const orderId of await listArrived(db))
    await db.transaction(async (db) => {
      if (!(await markTold(db, orderId))) return
      const [order] = await db.select().from(orders).where(eq(orders.id, orderId))
      // It is on its way already, or nobody is named in it any more.
      if (order?.status !== 'processing' || order.anonymizedAt) return
      const email = emailAbout(config, order, await listItems(db, orderId))
      await jobs.enqueue(db, 'send-email', preorderArrivedEmail(email))
    })
}
