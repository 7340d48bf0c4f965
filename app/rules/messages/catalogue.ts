import type { Messages } from './message.ts'

/** Refusals of products, categories and the wishlist. */
export const catalogueRefusals = {
  'product-not-found': { title: 'Product not found' },
  'size-missing': {
    title: 'Please select a size',
    description: 'You need to select a size before adding to cart.',
  },
  'color-missing': {
    title: 'Please select a color',
    description: 'You need to select a color before adding to cart.',
  },
  'variant-missing': {
    title: 'Error adding to cart',
    description: 'We do not have that size and color together. Please choose another.',
  },
  'sign-in-for-wishlist': {
    title: 'Please sign in',
    description: 'You need to be signed in to add items to wishlist.',
  },
  'already-in-wishlist': { title: 'Already in wishlist' },
  'wishlist-adding-failed': { title: 'Error adding to wishlist' },
  'wishlist-removing-failed': { title: 'Error removing from wishlist' },
  'product-missing': { title: 'Error', description: 'Product not found' },
  'product-adding-failed': { title: 'Error', description: 'Failed to add product' },
  'product-updating-failed': { title: 'Error', description: 'Failed to update product' },
  'product-deleting-failed': { title: 'Error', description: 'Failed to delete product' },
  'product-changed-since': {
    title: 'Not undone',
    description: 'It was changed again meanwhile, so it stays as it is.',
  },
  'category-in-use': {
    title: 'Error',
    description: 'It still holds products or subcategories. Move them first, or switch it off.',
  },
  'category-slug-taken': {
    title: 'Error',
    description: 'Another category has this address. Please choose another.',
  },
  'category-has-children': {
    title: 'Error',
    description: 'It has subcategories of its own, so it cannot be a subcategory. Move them first.',
  },
  'category-parent-gone': {
    title: 'Error',
    description: 'That category takes no subcategories. Please choose another.',
  },
  'category-picture-gone': {
    title: 'Error',
    description: 'That picture is no longer there. Please choose it again.',
  },
  'categories-reordered': {
    title: 'Somebody else was quicker',
    description: 'The order has changed meanwhile. Please look at it and move again.',
  },
  'category-failed': { title: 'Error', description: 'Failed to save category' },
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
  'products-changed': ({ message }: { message: string }) => ({ title: message }),
  'category-saved': { title: 'Category saved' },
  'category-deleted': { title: 'Category deleted' },
} satisfies Messages
