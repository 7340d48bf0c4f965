import { voucherPurchases } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { refuseTooMany } from '../../../platform/rate-limiter.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { PurchaseRequest } from '../../../rules/credit/purchase.ts'
import { LIMITS } from '../../../rules/limits.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { networkOf } from '../../../rules/network.ts'
import { findLatestPayment, type Payment, recordPayment } from '../../payments/payments.ts'
import { lockPurchase, type Purchase } from './purchases.ts'

type Bought = { ok: true; purchase: Purchase; payment: Payment }
type BuyRefusal = Refusal<'too-many-attempts' | 'payments-off' | 'edited-meanwhile'>

/**
 * Records a voucher purchase and its payment, before the buyer is sent to the provider. `id` is the form's: sent again
 * unchanged, it is the same purchase; changed, it is refused, and the next form has another id.
 */
export async function buyVoucher(
  shop: Shop,
  by: { userId: string | null; ip: string },
  id: string,
  request: PurchaseRequest,
): Promise<Bought | BuyRefusal> {
  if (shop.config.payments === 'off') return { ok: false, reason: 'payments-off' }
  const place = await shop.rateLimiter.take(
    `vouchers from ${networkOf(by.ip)}`,
    LIMITS.voucherPurchases,
  )
  if (!place.allowed) return refuseTooMany(place)
  const afterSeconds = shop.config.paymentWindowMinutes * 60
  const expiresAt = new Date(shop.now().getTime() + afterSeconds * 1000)
  return transact(shop.db, async (db): Promise<Bought | BuyRefusal> => {
    // A rival request with the same id waits here until the first has committed, then returns its purchase.
    const [purchase] = await db
      .insert(voucherPurchases)
      .values({ ...request, id, userId: by.userId, expiresAt, createdAt: shop.now() })
      .onConflictDoNothing()
      .returning()
    if (!purchase) {
      const earlier = await lockPurchase(db, id)
      const payment = await findLatestPayment(db, { voucherPurchaseId: id })
      return earlier && payment && isSame(earlier, request)
        ? { ok: true, purchase: earlier, payment }
        : { ok: false, reason: 'edited-meanwhile' }
    }
    const payment = await recordPayment(
      db,
      { voucherPurchaseId: id },
      purchase.amount,
      shop.payments.name,
    )
    const { reference } = payment
    const { paymentPollSeconds } = shop.config
    await shop.jobs.enqueue(db, 'poll-payment', { reference }, { afterSeconds: paymentPollSeconds })
    const due = { voucherPurchaseId: id }
    await shop.jobs.enqueue(db, 'expire-voucher-purchase', due, { afterSeconds })
    return { ok: true, purchase, payment }
  })
}

const isSame = (purchase: Purchase, request: PurchaseRequest) =>
  (Object.keys(request) as (keyof PurchaseRequest)[]).every(
    (field) => purchase[field] === request[field],
  )
