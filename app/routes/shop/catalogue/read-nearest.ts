import { listNearest } from '../../../modules/catalogue/list-products.ts'
import { noteMissedSearch } from '../../../modules/catalogue/missed-searches.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ProductFilter } from '../../../rules/catalogue/product-filters.ts'
import { readPart } from '../../../web/read-part.ts'

/**
 * The nearest products to an empty list. Records words for which the whole shop has nothing, whatever filters the list
 * has: products that only a filter or a category hid do not count as missing.
 */
export async function readNearest(shop: Shop, filter: ProductFilter, userId: string | null) {
  const read = await readPart(shop, 'near products', async () => ({
    near: await listNearest(shop, filter, userId),
  }))
  const differ = read?.near?.differ
  if (read && filter.search !== '' && differ !== 'filters' && differ !== 'category')
    await noteMissedSearch(shop, filter.search)
  return read?.near ?? null
}
