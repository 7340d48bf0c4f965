import { formatAmount } from '../../money.ts'
import { type Messages, titled } from '../message.ts'

const notAdded = titled('Error adding to cart')
const quantityNotChanged = titled('Error updating quantity')

/** Refusals of the cart. */
export const cartRefusals = {
  'sign-in-for-cart': {
    title: 'Please sign in',
    description: 'You need to be signed in to add items to cart',
  },
  'sign-in-for-waiting': {
    title: 'Please sign in',
    description: 'What waits on this device is sent then.',
  },
  'bad-quantity': quantityNotChanged('A quantity is a whole number from 1 to 999.'),
  'cart-stock': ({
    product,
    available,
    inCart,
  }: {
    product: string
    available: number
    inCart?: number
  }) =>
    notAdded(
      available === 0
        ? `${product} is out of stock.`
        : `Only ${formatAmount(available)} left of ${product}${inCart ? `, and your cart has ${formatAmount(inCart)} already` : ''}.`,
    ),
  'cart-full': notAdded('A cart holds 200 different items at most. Please take one out first.'),
  'cart-loading-failed': {
    title: 'Error loading cart',
    description: 'Please try refreshing the page',
  },
  'adding-failed': notAdded('Please try again'),
  'quantity-failed': quantityNotChanged('Please try again'),
  'quantity-stock': ({ product, available }: { product: string; available: number }) =>
    quantityNotChanged(
      available === 0
        ? `${product} is out of stock.`
        : `Only ${formatAmount(available)} left of ${product}.`,
    ),
  'saving-failed': { title: 'Error saving item', description: 'Please try again' },
  'removing-failed': { title: 'Error removing item', description: 'Please try again' },
  'cart-line-not-found': quantityNotChanged('That item is no longer in your cart.'),
} satisfies Messages

/** Notices of the cart. */
export const cartNotices = {
  'added-to-cart': ({ product }: { product: string }) => ({
    title: 'Added to cart',
    description: `${product} has been added to your cart`,
  }),
  'saved-for-later': {
    title: 'Saved for later',
    description: 'It is in your wishlist now, and no longer in your cart.',
  },
  'removed-from-cart': {
    title: 'Removed from cart',
    description: 'Item has been removed from your cart',
  },
  'cart-partly-cleared': {
    title: 'Not all of it was cleared',
    description: 'What was added or changed since then is still here.',
  },
} satisfies Messages
