import { formatAmount } from '../../money.ts'
import { error, type Messages, titled } from '../message.ts'

/** A size or color is not chosen yet; a shopper's browser shows these as well, before anything is sent. */
export const choiceRefusals = {
  'size-missing': titled('Please select a size')(
    'You need to select a size before adding to cart.',
  ),
  'color-missing': titled('Please select a color')(
    'You need to select a color before adding to cart.',
  ),
} satisfies Messages

/** Refusals of products, categories and the wishlist. */
export const catalogueRefusals = {
  'product-not-found': { title: 'Product not found' },
  ...choiceRefusals,
  'variant-missing': titled('Error adding to cart')(
    'We do not have that size and color together. Please choose another.',
  ),
  'sign-in-for-wishlist': titled('Please sign in')(
    'You need to be signed in to add items to wishlist.',
  ),
  'already-in-wishlist': { title: 'Already in wishlist' },
  'wishlist-adding-failed': { title: 'Error adding to wishlist' },
  'wishlist-removing-failed': { title: 'Error removing from wishlist' },
  'product-missing': error('Product not found'),
  'product-owed': ({ product, owed }: { product: string; owed: number }) =>
    titled('Not archived')(
      `${product}: customers wait for ${formatAmount(owed)} that they pre-ordered. Send or cancel those orders first.`,
    ),
  'product-adding-failed': error('Failed to add product'),
  'product-updating-failed': error('Failed to update product'),
  'product-deleting-failed': error('Failed to delete product'),
  'product-changed-since': titled('Not undone')(
    'It was changed again meanwhile, so it stays as it is.',
  ),
  'category-in-use': error(
    'It still holds products or subcategories. Move them first, or switch it off.',
  ),
  'category-slug-taken': error('Another category has this address. Please choose another.'),
  'category-has-children': error(
    'It has subcategories of its own, so it cannot be a subcategory. Move them first.',
  ),
  'category-parent-gone': error('That category takes no subcategories. Please choose another.'),
  'category-picture-gone': error('That picture is no longer there. Please choose it again.'),
  'categories-reordered': titled('Somebody else was quicker')(
    'The order has changed meanwhile. Please look at it and move again.',
  ),
  'category-failed': error('Failed to save category'),
  'synonyms-full': ({ most }: { most: number }) =>
    error(`There are ${most} groups already. Please delete one that nobody needs.`),
  'synonym-failed': error('Failed to save search words'),
} satisfies Messages

/** Notices of products, categories and the wishlist. */
export const catalogueNotices = {
  'added-to-wishlist': ({ product }: { product: string }) => ({
    title: 'Added to wishlist!',
    description: `${product} is in your wishlist`,
  }),
  'removed-from-wishlist': { title: 'Removed from wishlist' },
  'product-added': { title: 'Product added successfully!' },
  'product-updated': { title: 'Product updated successfully!' },
  'product-deleted': { title: 'Product deleted successfully' },
  'product-archived': ({ product }: { product: string }) => ({
    title: 'Product archived',
    description: `${product} was sold or delivered before, so it is kept for old orders and hidden from the shop.`,
  }),
  'product-restored': ({ product }: { product: string }) => ({
    title: 'Product restored',
    description: `${product} is inactive until you switch it on.`,
  }),
  'products-changed': ({
    count,
    to,
    left = 0,
  }: {
    count: number
    to: 'activated' | 'deactivated' | 'archived' | 'as before'
    left?: number
  }) => {
    const rest = left === 0 ? '' : `, ${left} changed again meanwhile`
    return { title: `${count} ${count === 1 ? 'product' : 'products'} ${to}${rest}` }
  },
  'category-saved': { title: 'Category saved' },
  'category-deleted': { title: 'Category deleted' },
  'synonym-saved': { title: 'Search words saved', description: 'The shop finds by them at once.' },
  'synonym-deleted': { title: 'Search words deleted' },
  'missed-search-removed': { title: 'Taken off the list' },
} satisfies Messages

/** Shown when no product was ticked. */
export const NO_PRODUCTS = 'Please choose at least one product.'
