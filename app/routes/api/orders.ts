import { findOwnOrder, listOrders, type OwnOrder } from '../../modules/orders/list-orders.ts'
import { orderQuery, type PublicOrder } from '../../web/api/orders.ts'
import { shopContext } from '../../web/context.ts'
import { findVisitor } from '../../web/guards.ts'
import { json, jsonRefusal, jsonRequestError, methodNotAllowed } from '../../web/responses.ts'
import type { Route } from './+types/orders'

/** An order with the field names of the public API. */
const write = (order: OwnOrder): PublicOrder => ({
  id: order.id,
  order_number: order.orderNumber,
  email: order.email,
  status: order.status,
  subtotal: order.subtotal,
  discount_amount: order.discountAmount,
  discount_code: order.discountCode,
  total_amount: order.totalAmount,
  credit_amount: order.creditAmount,
  refunded_amount: order.refundedAmount,
  is_free_delivery: order.isFreeDelivery,
  courier: order.courierName,
  shipping_address: order.shippingAddress,
  created_at: order.createdAt,
  paid_at: order.paidAt,
  shipped_at: order.shippedAt,
  delivered_at: order.deliveredAt,
  cancelled_at: order.cancelledAt,
  checkout_url: order.checkoutUrl,
  order_items: order.lines.map((line) => ({
    id: line.id,
    product_id: line.productId,
    quantity: line.quantity,
    price: line.price,
    total: line.total,
    size: line.size,
    color: line.color,
    preorder_from: line.preorderFrom,
    products: { name: line.name, sku: line.sku },
  })),
  parcels: order.parcels.map((parcel) => ({
    number: parcel.number,
    courier: parcel.courierName,
    waybill: parcel.waybill,
    shipped_at: parcel.shippedAt,
    delivered_at: parcel.deliveredAt,
    items: parcel.lines.map(({ orderItemId, quantity }) => ({
      order_item_id: orderItemId,
      quantity,
    })),
  })),
})

/** GET: the signed-in customer's orders, newest first (`limit`, `cursor`), or one of them by its number. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { db, now } = context.get(shopContext)
  const visitor = await findVisitor(context)
  if (!visitor) return jsonRequestError('not-authenticated')
  if (params.orderNumber) {
    const order = await findOwnOrder(db, visitor.userId, params.orderNumber, now())
    return order ? json(write(order)) : jsonRefusal('order-not-found')
  }
  const { limit, cursor: before = null } = orderQuery.parse(
    Object.fromEntries(new URL(request.url).searchParams),
  )
  const page = await listOrders(db, visitor.userId, now(), { before, limit })
  return json({ orders: page.orders.map(write), next_cursor: page.next })
}

export const action = () => methodNotAllowed('GET')
