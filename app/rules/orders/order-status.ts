import { formatDate } from '../dates.ts'
import type { OrderStatus } from './orders.ts'

type Dates = {
  status: OrderStatus
  createdAt: Date | string
  shippedAt: Date | string | null
  deliveredAt: Date | string | null
  cancelledAt: Date | string | null
}

export const STATUS_WORDS: Record<OrderStatus, string> = {
  pending: 'Awaiting payment',
  processing: 'Processing',
  shipped: 'Shipped',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
}

/** The statuses as staff name and set them (docs/product.md, States). */
export const STAFF_STATUS_WORDS: Record<OrderStatus, string> = {
  ...STATUS_WORDS,
  pending: 'Pending',
}

/** The date that matters now: Delivered, Shipped, or Expected with the text Processing (docs/product.md, States). */
export function dateLine(order: Dates): { label: string; text: string } {
  if (order.status === 'delivered' && order.deliveredAt)
    return { label: 'Delivered', text: formatDate(order.deliveredAt) }
  if (order.status === 'shipped' && order.shippedAt)
    return { label: 'Shipped', text: formatDate(order.shippedAt) }
  if (order.status === 'cancelled' && order.cancelledAt)
    return { label: 'Cancelled', text: formatDate(order.cancelledAt) }
  return { label: 'Expected', text: 'Processing' }
}

/** The banner of an order on its way or at its end (docs/product.md, States); null for the others. */
export function bannerOf(status: OrderStatus): { title: string; text?: string } | null {
  if (status === 'shipped')
    return {
      title: 'Your order is on the way!',
      text: 'Expected delivery within 2-3 business days',
    }
  return status === 'delivered' ? { title: 'Order delivered successfully!' } : null
}
