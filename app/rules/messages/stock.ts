import { formatAmount } from '../money.ts'
import type { Messages } from './message.ts'

/** Refusals of stock. */
export const stockRefusals = {
  'stock-below-zero': ({ available }: { available: number }) => ({
    title: 'Error',
    description: `Only ${formatAmount(available)} are on the shelf, so no more can be taken off. Nothing was changed.`,
  }),
  'out-of-stock': ({ product, available }: { product: string; available: number }) => ({
    title: available === 0 ? 'Sold out' : 'Not enough in stock',
    description:
      available === 0
        ? `${product} has just sold out. Please remove it from your cart.`
        : `Only ${formatAmount(available)} of ${product} are left. Please change the quantity in your cart.`,
  }),
} satisfies Messages

/** Notices of stock. */
export const stockNotices = {
  'stock-changed': ({ message }: { message: string }) => ({
    title: 'Stock updated',
    description: message,
  }),
} satisfies Messages
