import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { orderItems, orders } from '../../db/tables.server.ts'
import { addressKeyOf } from '../../rules/orders/orders.ts'
import { costOf } from '../catalogue/cost-of.ts'
import { noteEvent } from './change-order.ts'
import type { NewOrder, OrderPrice } from './create-order.ts'
import type { Order } from './read-order.ts'

/**
 * Rewrites a locked unpaid order: lines, sums, customer, delivery and payment window. The caller updates its reserved
 * stock, its discount code and its payment attempts.
 */
export async function rewriteOrder(
  db: Tx,
  order: Order,
  request: Omit<NewOrder, 'idempotencyKey' | 'email'>,
  { lines, quote, discount, due }: OrderPrice,
  { expiresAt, byUser }: { expiresAt: Date; byUser: string },
) {
  const collectAt = request.collectAt ?? null
  await db
    .update(orders)
    .set({
      firstName: request.firstName,
      lastName: request.lastName,
      phone: request.phone,
      shippingAddress: request.shippingAddress,
      billingAddress: request.billingAddress,
      addressKey: collectAt ? null : addressKeyOf(request.shippingAddress),
      notes: request.notes,
      collectAt,
      subtotal: quote.subtotal,
      discountAmount: quote.discountAmount,
      deliveryAmount: quote.deliveryAmount,
      totalAmount: quote.total,
      isFreeDelivery: quote.isFreeDelivery,
      courierId: quote.courier.id,
      courierName: quote.courier.name,
      dueFrom: due?.from ?? null,
      dueTo: due?.to ?? null,
      discountId: discount?.id ?? null,
      discountCode: discount?.code ?? null,
      discountRedeemed: discount !== null,
      expiresAt,
      version: sql`${orders.version} + 1`,
    })
    .where(eq(orders.id, order.id))
  await db.delete(orderItems).where(eq(orderItems.orderId, order.id))
  await db.insert(orderItems).values(
    lines.map((line, position) => ({
      orderId: order.id,
      productId: line.productId,
      variantId: line.variantId,
      name: line.name,
      sku: line.sku,
      size: line.size,
      color: line.color,
      quantity: line.quantity,
      preorderFrom: line.preorderFrom,
      price: line.price,
      total: line.price * line.quantity,
      unitCost: costOf(line.productId),
      position,
    })),
  )
  const { status } = order
  await noteEvent(db, order.id, { from: status, to: status, note: { code: 'edited' }, byUser })
}
