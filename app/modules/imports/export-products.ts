import type { Shop } from '../../platform/shop.server.ts'
import { categoryPath } from '../../rules/imports/category-path.ts'
import type { ProductColumn } from '../../rules/imports/columns.ts'
import { productRows } from '../../rules/imports/product-rows.ts'
import type { Page } from '../../rules/lists.ts'
import { listCategoryPaths } from '../catalogue/edit/find-admin-product.ts'
import { listAdminProducts, type ProductsQuery } from '../catalogue/edit/list-admin-products.ts'
import { readAdminProducts } from '../catalogue/edit/read-admin-products.ts'

export type ProductFileRow = Record<ProductColumn, string> & {
  isFirst: boolean
  isArchived: boolean
  createdAt: Date
}

/**
 * One page of the back office's products as rows of a file with all values of their forms, which the import can read.
 */
export async function exportProducts(
  shop: Pick<Shop, 'db' | 'storage'>,
  asked: ProductsQuery,
): Promise<Page<ProductFileRow>> {
  const [{ rows, next }, choices] = await Promise.all([
    listAdminProducts(shop, asked),
    listCategoryPaths(shop.db),
  ])
  const found = await readAdminProducts(
    shop.db,
    rows.map(({ id }) => id),
  )
  const paths = new Map(choices.map(({ id, path }) => [id, categoryPath(path)]))
  return {
    next,
    rows: rows.flatMap(({ id }) => {
      const product = found.get(id)
      if (!product) return []
      const { isArchived, createdAt, values } = product
      return productRows(product, paths.get(values.category_id) ?? '').map((row, at) => ({
        ...row,
        isFirst: at === 0,
        isArchived,
        createdAt,
      }))
    }),
  }
}
