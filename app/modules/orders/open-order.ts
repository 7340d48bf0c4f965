import { eq } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { orders } from '../../db/tables.server.ts'
import { refuseTooMany } from '../../platform/rate-limiter.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { LIMITS } from '../../rules/limits.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { networkOf } from '../../rules/network.ts'
import {
  maskAddress,
  ORDER_LINK_DAYS,
  type OrderPaymentState,
  outcomeOf,
  type PostalAddress,
} from '../../rules/orders/orders.ts'
import { listAttempts } from '../payments/payments.ts'
import { ORDER_COLUMNS, type OwnOrder, readOrderNumber, withLines } from './list-orders.ts'
import { listMessages, type OrderMessage } from './messages/list-messages.ts'
import { orderLink, readOrderKey } from './order-link.ts'

/** An order as its own page shows it; opened by its link, without the email and with masked addresses. */
export type OpenedOrder = Omit<OwnOrder, 'email' | 'checkoutUrl'> & {
  expiresAt: Date
  billingAddress: PostalAddress
  outcome: OrderPaymentState
  /** How it was paid, and the provider's reference. */
  payment: { channel: string | null; reference: string } | null
  messages: Omit<OrderMessage, 'by' | 'isWaiting'>[]
  /** The order is anonymized: there is no customer to write to. */
  isAnonymized: boolean
}

type Reader = { number: string; key: string | null; userId: string | null; ip: string }
type Opened =
  | {
      ok: true
      by: 'account' | 'link'
      buyerId: string
      link: string
      /** The link's version when it opened the order. */
      linkVersion: number
      order: OpenedOrder
    }
  | Refusal<'order-unknown' | 'order-link-ended' | 'too-many-attempts'>

const DAY_MS = 86_400_000

/**
 * Opens an order for its account, or for whoever has the key of its link. An unknown number, another customer's, and
 * one without the right key are refused alike. Wrong keys are limited for whoever tries them; a right key is never
 * refused because of others.
 */
export async function openOrder(
  shop: Pick<Shop, 'db' | 'config' | 'rateLimiter' | 'now'>,
  { number, key, userId, ip }: Reader,
): Promise<Opened> {
  const { db, config } = shop
  const orderNumber = readOrderNumber(number)
  const [row] = orderNumber
    ? await db
        .select({
          ...ORDER_COLUMNS,
          ...columnsOf(orders, 'userId', 'billingAddress', 'linkVersion', 'anonymizedAt'),
        })
        .from(orders)
        .where(eq(orders.orderNumber, orderNumber))
    : []
  const isOwn = row !== undefined && userId === row.userId
  const kind = row && key !== null ? readOrderKey(config, row, key) : null
  if (!isOwn) {
    if (key === null) return { ok: false, reason: 'order-unknown' }
    if (!row || !kind) return countWrongKey(shop, ip, 'order-unknown')
    const isOver = row.createdAt.getTime() + ORDER_LINK_DAYS * DAY_MS < shop.now().getTime()
    if (isOver || row.anonymizedAt) return { ok: false, reason: 'order-link-ended' }
  }
  const { userId: buyerId, linkVersion, anonymizedAt: _, ...own } = row
  const [order] = await withLines(db, [own], shop.now())
  if (!order) throw new Error('an order was read and is gone')
  const { email: _email, checkoutUrl: _url, ...shown } = order
  const mayKnow = (address: PostalAddress) => (isOwn ? address : maskAddress(address))
  return {
    ok: true,
    by: isOwn ? 'account' : 'link',
    buyerId,
    link: orderLink(config, { ...own, linkVersion }),
    linkVersion,
    order: {
      ...shown,
      releaseCode: isOwn || kind === 'whole' ? shown.releaseCode : null,
      expiresAt: row.expiresAt,
      shippingAddress: mayKnow(row.shippingAddress),
      billingAddress: mayKnow(row.billingAddress),
      outcome: outcomeOf(row),
      payment: row.paidAt ? await findPaid(db, row.id) : null,
      messages: (await listMessages(db, row.id)).map(({ by: _by, isWaiting: __, ...one }) => one),
      isAnonymized: row.anonymizedAt !== null,
    },
  }
}

/** A wrong key counts for the network that tries it. */
export async function countWrongKey<Reason extends 'order-unknown' | 'rider-link-unknown'>(
  { rateLimiter }: Pick<Shop, 'rateLimiter'>,
  ip: string,
  reason: Reason,
): Promise<{ ok: false; reason: Reason } | Refusal<'too-many-attempts'>> {
  const { allowed, retryAfter } = await rateLimiter.take(
    `order-key from ${networkOf(ip)}`,
    LIMITS.orderKeys,
  )
  return allowed ? { ok: false, reason } : refuseTooMany({ retryAfter })
}

/** The provider's reference, which the customer has; otherwise ours. */
async function findPaid(db: Shop['db'], orderId: string): Promise<OpenedOrder['payment']> {
  const paid = (await listAttempts(db, { orderId })).find(({ status }) => status === 'paid')
  return paid
    ? { channel: paid.channel, reference: paid.providerReference ?? paid.reference }
    : null
}
