import type {
  ProductListSort,
  ProductsQuery,
} from '../../modules/catalogue/edit/list-admin-products.ts'
import { PRODUCT_SHOWS } from '../../rules/catalogue/list-pages.ts'
import { PRODUCT_STATUSES } from '../../rules/catalogue/products.ts'
import { readId } from '../forms/read-form.ts'
import { readFilter, readListAddress } from './list-query.ts'

/** Reads the query of the back office's products: `?search=…&status=active&category=…&show=low&sort=-price`. */
export function readProductsQuery(request: Request): Omit<ProductsQuery, 'limit'> {
  const show = readFilter(request, 'show', PRODUCT_SHOWS)
  return {
    ...readListAddress<ProductListSort>(request, ['-created', 'name', 'price', 'stock']),
    status: readFilter(request, 'status', PRODUCT_STATUSES),
    category: readId(new URL(request.url).searchParams.get('category')),
    isArchived: show === 'archived',
    isLow: show === 'low',
  }
}
