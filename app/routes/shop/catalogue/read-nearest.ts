import { listNearest } from '../../../modules/catalogue/list-products.ts'
import { noteMissedSearch } from '../../../modules/catalogue/missed-searches.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import type { ProductFilter } from '../../../rules/catalogue/product-filters.ts'
import { readPart } from '../../../web/read-part.ts'

/**
 * What comes nearest to a list that is empty. Words that the whole shop has nothing for are noted, whatever the list is
 * narrowed by besides: what a filter or a category alone has hidden was found.
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
