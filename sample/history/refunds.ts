import { randomUUID } from 'node:crypto'
import { and, desc, eq, notExists } from 'drizzle-orm'
import { orders, payouts, returns } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { sendPayout } from '../../app/modules/refunds/payouts/send-payout.ts'
import { type RefundRequest, requestRefund } from '../../app/modules/refunds/request-refund.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { done, type Step } from './steps.ts'

/** An unassigned number of this operator, as those of the customers are. */
const SISTERS_PHONE = '+265999002107'
const WALLET = 'airtel'

/**
 * Refunds for late parcels: one payout that has arrived, one that a second person must approve, one to send by the
 * bank.
 */
export function refundSteps(
  staff: Actor,
  timeOf: (daysAgo: number, minute: number) => Date,
): Step[] {
  const give = async (
    shop: Shop,
    nth: number,
    asked: Pick<RefundRequest, 'way' | 'note'> & { amount: number; phone?: string },
  ) => {
    const [order] = await shop.db
      .select()
      .from(orders)
      .where(
        and(
          eq(orders.status, 'delivered'),
          notExists(shop.db.select().from(returns).where(eq(returns.orderId, orders.id))),
          notExists(shop.db.select().from(returns).where(eq(returns.exchangeOrderId, orders.id))),
        ),
      )
      .orderBy(desc(orders.createdAt))
      .limit(1)
      .offset(nth)
    if (!order) throw new Error('the sample shop has no order that came late')
    const { amount, phone = order.phone, ...rest } = asked
    const id = randomUUID()
    done(
      await requestRefund(shop, staff, {
        ...rest,
        id,
        orderId: order.id,
        version: order.version,
        what: { kind: 'amount', amount },
        reason: 'goodwill',
        given: null,
        wallet: rest.way === 'wallet' ? { operator: WALLET, phone } : null,
      }),
    )
    return id
  }
  return [
    {
      at: timeOf(18, 10 * 60 + 15),
      act: async (shop) => {
        const id = await give(shop, 0, { way: 'wallet', amount: 5000, note: 'Came a week late' })
        const [payout] = await shop.db.select().from(payouts).where(eq(payouts.refundId, id))
        await sendPayout(shop, payout?.chargeId ?? '')
      },
    },
    {
      at: timeOf(2, 11 * 60),
      act: async (shop) => {
        const note = 'She asks for it on the number of her sister'
        await give(shop, 1, { way: 'wallet', amount: 8000, phone: SISTERS_PHONE, note })
      },
    },
    {
      at: timeOf(1, 11 * 60 + 30),
      act: async (shop) =>
        void (await give(shop, 2, { way: 'bank', amount: 3500, note: 'Came two days late' })),
    },
  ]
}
