import type { Db } from '../../db/open.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { COLUMNS, STOCK_COLUMNS } from '../../rules/imports/columns.ts'
import type { CsvKind } from '../../rules/imports/imports.ts'
import { SAMPLE_CUSTOMERS, SAMPLE_PRODUCTS } from '../../rules/messages/imports/samples.ts'
import { listCategoryChoices } from '../catalogue/edit/find-admin-product.ts'
import { readExpected } from '../stock/counts/units-expected.ts'
import { findBySku } from '../stock/find-by-sku.ts'
import { exportProducts } from './export-products.ts'

type Row = Readonly<Record<string, string>>
const FEW = 3
const NEWEST = {
  search: '',
  sort: 'created',
  direction: 'desc',
  after: null,
  status: null,
  category: null,
  isArchived: false,
  isLow: false,
  limit: FEW,
} as const

/**
 * A few rows of a file of this kind that pass its check. Prices and counts are of the shop's own products as they are,
 * so that importing them by mistake changes nothing. In an empty shop they are of the sample products.
 */
export async function sampleRows(
  shop: Pick<Shop, 'db' | 'storage'>,
  kind: CsvKind,
): Promise<Row[]> {
  if (kind === 'customers') return [...SAMPLE_CUSTOMERS]
  if (kind === 'products') {
    const known = new Set((await listCategoryChoices(shop.db)).map(({ name }) => name))
    return SAMPLE_PRODUCTS.map(
      ({ Category = '', ...row }) => ({ ...row, ...(known.has(Category) && { Category }) }) as Row,
    )
  }
  const { rows } = await exportProducts(shop, NEWEST)
  const products = rows.length > 0 ? rows : SAMPLE_PRODUCTS
  if (kind === 'prices')
    return products.flatMap((row) => (row.SKU ? [withColumns(COLUMNS.prices.read, row)] : []))
  const counts = products.flatMap((row) => {
    const { Stock = '', SKU = '' } = row
    const sku = row['Variant SKU'] || SKU
    return Stock && sku ? [{ sku, onHand: Stock }] : []
  })
  const lying = await countLying(
    shop.db,
    counts.map(({ sku }) => sku),
  )
  return counts.map(({ sku, onHand }) => {
    const counted = String(Number(onHand) + lying(sku))
    return { SKU: sku, [ON_HAND]: onHand, [COUNTED]: counted }
  })
}

/** Units that are still in the shop for orders: staff who count by hand count these as well. */
async function countLying(db: Db, skus: readonly string[]) {
  const levels = await findBySku(db, skus)
  const ids = [...levels.values()].map(({ variantId }) => variantId)
  const expected = await readExpected(db, ids)
  return (sku: string) => expected.get(levels.get(sku)?.variantId ?? '')?.inOrders ?? 0
}

const [, ON_HAND, COUNTED] = STOCK_COLUMNS
const withColumns = (columns: readonly string[], row: object): Row =>
  Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)))
