import { EMPTY_PRODUCT, type ProductValues } from '../../../app/rules/catalogue/product-values.ts'
import { planProduct, type ShopState } from '../../../app/rules/imports/plan-product.ts'

type Rows = Parameters<typeof planProduct>[0]
export type Cells = Record<string, string>

/** A shop with a dress of the codes `D-1`, `D-1-M` and `111`, and another product with the other codes. */
export const FACTS: ShopState = {
  categories: new Map([
    ['dresses', ['c-dresses']],
    ['dresses\\/maxi', ['c-slash']],
    ['dresses/maxi', ['c-maxi', 'c-maxi-2']],
    ['dresses/a\\/b', ['c-a-b']],
  ]),
  addsCategories: false,
  ownerOfSku: new Map([
    ['D-1', 'p'],
    ['TAKEN', 'other'],
  ]),
  ownerOfVariantSku: new Map([
    ['D-1-M', 'p'],
    ['D-9', 'other'],
    ['D-9-RED-L', 'other'],
  ]),
  ownerOfBarcode: new Map([
    ['111', 'p'],
    ['999', 'other'],
  ]),
}
/** The dress in one size. */
export const DRESS: ProductValues = {
  ...EMPTY_PRODUCT,
  name: 'Dress',
  sku: 'D-1',
  barcode: '111',
  price: '100',
  category_id: '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11',
  inventory_quantity: '7',
  inventoryLoaded: '7',
}
export const rowsOf = (...cells: Cells[]) =>
  cells.map((one, at) => ({ row: at + 2, cells: one })) as unknown as Rows
export const stored = (values: ProductValues, isArchived = false) => ({
  id: 'p',
  slug: 'dress',
  version: 3,
  isArchived,
  values,
})
/** What these rows of a file make of the dress. */
export const edit = (values: ProductValues, ...cells: Cells[]) =>
  planProduct(rowsOf(...cells), stored(values), FACTS)
export const NEW = { Name: 'Shirt', SKU: 'S-1', Price: '50' }
/** The product that these rows of a file add. */
export const add = (...cells: Cells[]) => planProduct(rowsOf(...cells), null, FACTS)
