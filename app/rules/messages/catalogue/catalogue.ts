import { PRODUCT_STATUSES } from '../../catalogue/products.ts'
import { formatAmount } from '../../money.ts'
import { type Coded, error, type Messages, type Sentences, titled } from '../message.ts'

/** What is not chosen yet; a shopper's browser says it as well, before anything is sent. */
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

/** What is said where no product was ticked. */
export const NO_PRODUCTS = 'Please choose at least one product.'

/** What stands beside a field of a category's form. */
export const categoryErrors = {
  'name-missing': 'Name is required',
  'slug-bad': 'Please use letters from a to z and digits.',
} satisfies Sentences

/** What stands beside the field of a group of search words. */
export const synonymErrors = {
  'too-few': 'Please write at least two words, with commas between them.',
  'too-many': ({ most }: { most: number }) => `At most ${most} words, please.`,
  'too-long': ({ most }: { most: number }) => `A word has at most ${most} letters.`,
  'no-word': ({ word }: { word: string }) => `“${word}” has no letter or digit in it.`,
} satisfies Sentences

/** What stands beside a field of a product's form. */
export const productErrors = {
  'name-missing': 'Please give the product a name.',
  'price-missing': 'Please enter a price. 0 is allowed.',
  'price-bad': 'Please use a whole number of kwacha, like 125,000.',
  'units-bad': 'Please use a whole number from 0 up.',
  'sku-missing': 'Please enter a SKU, or generate one.',
  'sku-bad': 'Please use letters and digits.',
  'barcode-bad': 'Please use what a scanner reads: letters, digits and hyphens.',
  'category-missing': 'Please choose a category.',
  'weight-bad': 'Please use kilograms, like 0.35.',
  'status-missing': `Please choose a status: ${PRODUCT_STATUSES.join(', ')}.`,
  'image-again': 'Please choose the image again.',
  'image-twice': 'The same image is there twice.',
  'variant-blank': 'Please give each variant a size or a color.',
  'variant-twice': 'A size and color is there twice.',
  'too-many': ({ most, what }: { most: number; what: 'tags' | 'images' | 'variants' }) =>
    `At most ${most} ${what}, please.`,
} satisfies Sentences

/** What only the database knows to be wrong with a field of a product's form. */
export const productSavingErrors = {
  'sku-taken': 'Another product has this SKU. Please choose a different one.',
  'barcode-taken': 'Another product has this barcode.',
  'variant-barcode-taken': 'Another product or size has this barcode.',
  'variant-sku-taken': 'Another variant has this SKU. Please choose a different one.',
  'category-gone': 'This category is no longer there. Please choose another.',
  'image-gone': 'An image is no longer there. Please choose it again.',
  'variant-not-listed': 'Please choose sizes and colors from the lists.',
  'variant-owed': ({ owed }: { owed: number }) =>
    `${formatAmount(owed)} of a size or color that you removed are owed to customers who pre-ordered. Please keep it until they have arrived, or cancel those orders first.`,
  'stock-moved':
    'Some were sold or moved while you were editing. Please look at the numbers again.',
  'stock-short': ({ available }: { available: number }) =>
    `Only ${available} are on the shelf now: some were sold while you were editing.`,
} satisfies Sentences
export type ProductSavingError = Coded<typeof productSavingErrors>
