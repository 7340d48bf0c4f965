import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import {
  orderItems,
  orderMessages,
  orders,
  profiles,
  refunds,
  returns,
  reviews,
} from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { askForReviewEmail } from '../../rules/messages/emails/reviews.ts'
import { settings } from '../../rules/settings/settings.ts'
import { reviewEmailsToken } from '../accounts/review-emails.ts'
import { noteAskedForReview } from '../orders/change-order.ts'
import { emailAbout } from '../orders/notify-customer.ts'
import { listItems } from '../orders/read-order.ts'

/**
 * So many days after its email was due, an order is not asked about any more: after the emails are switched on, or
 * after a month without jobs.
 */
const LATEST_DAYS = 30
const A_HANDFUL = 50

const daysAgo = (days: number) => sql`now() - make_interval(days => ${days}::int)`

/**
 * Asks for a review of orders that were delivered some days ago (docs/product.md, Reviews), once for each order (the
 * 'ask-for-reviews' job). Leaves out customers who have reviewed one of the products, have switched these emails off or
 * wait for an answer, and orders under review, refunded or returned. Safe to run again, and twice at once.
 */
export async function askForReviews(
  shop: Pick<Shop, 'db' | 'jobs' | 'config'>,
  afterDays: number | null = settings().askForReviewAfterDays,
): Promise<number> {
  if (afterDays === null) return 0
  let asked = 0
  for (;;) {
    const some = await askSome(shop, afterDays)
    asked += some
    if (some < A_HANDFUL) return asked
  }
}

const askSome = ({ db, jobs, config }: Pick<Shop, 'db' | 'jobs' | 'config'>, afterDays: number) =>
  db.transaction(async (db) => {
    const found = await db
      .select({ order: orders })
      .from(orders)
      .innerJoin(profiles, eq(profiles.userId, orders.userId))
      .where(
        and(
          eq(orders.status, 'delivered'),
          isNull(orders.reviewAskedAt),
          lte(orders.deliveredAt, daysAgo(afterDays)),
          sql`${orders.deliveredAt} > ${daysAgo(afterDays + LATEST_DAYS)}`,
          isNotNull(orders.paidAt),
          isNull(orders.reviewReason),
          isNull(orders.anonymizedAt),
          isNull(profiles.reviewEmailsOffAt),
          sql`not exists (select from ${orderMessages} where order_id = ${orders.id} and is_waiting)`,
          sql`not exists (select from ${refunds} where order_id = ${orders.id} and status <> 'cancelled')`,
          sql`not exists (select from ${returns} where order_id = ${orders.id} and status not in ('refused', 'cancelled'))`,
          sql`not exists (select from ${reviews} written join ${orderItems} bought on bought.product_id = written.product_id
            where bought.order_id = ${orders.id} and written.user_id = ${orders.userId})`,
        ),
      )
      .orderBy(asc(orders.deliveredAt))
      .limit(A_HANDFUL)
      .for('update', { of: orders, skipLocked: true })
    for (const { order } of found) {
      const leave = encodeURIComponent(reviewEmailsToken(config, order.userId))
      const about = await emailAbout({ config, db }, order, await listItems(db, order.id))
      const email = askForReviewEmail(about, {
        url: `${config.baseUrl}/reviews/new`,
        leaveUrl: `${config.baseUrl}/reviews/emails?leave=${leave}`,
      })
      await noteAskedForReview(db, order.id)
      await jobs.enqueue(db, 'send-email', email)
    }
    return found.length
  })
