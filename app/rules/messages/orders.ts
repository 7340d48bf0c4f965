import { formatAmount, formatKwacha } from '../money.ts'
import type { Messages } from './message.ts'

/** Refusals of orders. */
export const orderRefusals = {
  'order-not-found': {
    title: 'Order not found',
    description: 'We found no order with that number and email. Please check both.',
  },
  'order-not-cancellable': {
    title: 'Order not cancelled',
    description: 'This order is already paid or closed. Please ask us for help with it.',
  },
  'order-not-waiting': {
    title: 'Order not waiting',
    description: 'This order is paid or closed by now. You find it under My Orders.',
  },
  'order-status-failed': { title: 'Error', description: 'Failed to update order status' },
  'order-stock-gone': ({
    product = 'a product',
    available,
  }: {
    product?: string
    available: number
  }) => ({
    title: 'Error',
    description: `Failed to update order status: only ${formatAmount(available)} of ${product} are left. Receive stock first, or keep the order cancelled.`,
  }),
  'cart-empty': { title: 'Nothing to pay for', description: 'Your cart is empty' },
  'product-unavailable': ({ product = 'A product in your cart' }: { product?: string }) => ({
    title: 'No longer available',
    description: `${product} is no longer available. Please remove it from your cart.`,
  }),
  'price-changed': ({
    product,
    oldPrice,
    newPrice,
  }: {
    product: string
    oldPrice?: number
    newPrice: number
  }) => ({
    title: 'A price has changed',
    description: `The price of ${product} has changed ${Number.isFinite(oldPrice) ? `from ${formatKwacha(oldPrice ?? 0)} ` : ''}to ${formatKwacha(newPrice)}. Please check your total before paying.`,
  }),
} satisfies Messages

/** Notices of orders. */
export const orderNotices = {
  'order-cancelled': { title: 'Order cancelled', description: 'Nothing was charged for it.' },
  'order-status-changed': ({ message }: { message: string }) => ({
    title: 'Order updated',
    description: message,
  }),
  'order-handled': { title: 'Order marked as handled' },
} satisfies Messages
