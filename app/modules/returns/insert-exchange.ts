import { eq, inArray } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import type { Tx } from '../../db/open.server.ts'
import { products, variants } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { arrivesOn } from '../../rules/checkout/delivery-days.ts'
import { cartSubtotal } from '../../rules/checkout/quote.ts'
import { noteEvent } from '../orders/change-order.ts'
import { insertOrder } from '../orders/create-order.ts'
import { daysOf } from '../orders/due-days.ts'
import type { OrderLine } from '../orders/read-lines.ts'
import type { Order, OrderItem } from '../orders/read-order.ts'
import { newReference } from '../payments/payments.ts'

type Out = { item: OrderItem; variantId: string; units: number }

/** Writes the order by which chosen pieces go out, at the price that was paid. */
export async function insertExchange(
  shop: Services,
  db: Tx,
  orderId: string,
  order: Order,
  { out, coveredAmount }: { out: readonly Out[]; coveredAmount: number },
) {
  const lines = await linesOf(db, out)
  const subtotal = cartSubtotal(lines)
  const { courierId, courierName, shippingAddress, discountCode, userId } = order
  const days = daysOf(order)
  const quote = {
    subtotal,
    discountAmount: subtotal,
    coveredAmount,
    deliveryAmount: 0,
    isFreeDelivery: true,
    missingForFreeDelivery: 0,
    total: 0,
    courier: { id: courierId, name: courierName },
  }
  const hasCode = discountCode !== null && subtotal > coveredAmount
  const { order: placed } = await insertOrder(
    db,
    userId,
    { ...order, notes: null, idempotencyKey: null, shippingAddress },
    {
      lines,
      quote,
      discount: hasCode ? { id: null, code: discountCode } : null,
      ...(days ? { due: arrivesOn(shop.now(), days) } : {}),
    },
    {
      orderId,
      reference: newReference(),
      provider: null,
      now: shop.now(),
      fingerprint: '',
      windowMinutes: shop.config.paymentWindowMinutes,
    },
  )
  const { id, status, orderNumber } = order
  const steps = { from: status, to: status } as const
  const note = { code: 'exchanged', orderNumber: placed.orderNumber } as const
  await noteEvent(db, id, { ...steps, note })
  await noteEvent(db, orderId, {
    from: 'pending',
    to: 'pending',
    note: { code: 'exchange-of', orderNumber },
  })
}

/** The lines of the exchange order: current names of the variants, at the price of the line that came back. */
async function linesOf(db: Tx, out: readonly Out[]): Promise<OrderLine[]> {
  const rows = await db
    .select({
      variantId: variants.id,
      productId: variants.productId,
      name: products.name,
      ...columnsOf(variants, 'sku', 'size', 'color'),
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(
      inArray(
        variants.id,
        out.map(({ variantId }) => variantId),
      ),
    )
  return out.map(({ item, variantId, units }) => {
    const variant = rows.find((row) => row.variantId === variantId)
    if (!variant) throw new Error('a size that is kept for an exchange is gone')
    return { ...variant, quantity: units, price: item.price, preorderFrom: null }
  })
}
