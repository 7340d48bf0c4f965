import { colorValueOf } from '../catalogue/colors.ts'
import { variantSku } from '../catalogue/product-codes.ts'
import { readProduct } from '../catalogue/product-form.ts'
import {
  EMPTY_PRODUCT,
  type ProductErrors,
  type ProductValues,
} from '../catalogue/product-values.ts'
import { isSize } from '../catalogue/sizes.ts'
import { type VariantValues, variantKey } from '../catalogue/variant-choice.ts'
import { splitCell } from '../csv-cells.ts'
import type { ImportFault } from '../messages/imports/imports.ts'
import { plainAmount } from '../money.ts'
import { categoryKey, looseKey, readCategoryPath } from './category-path.ts'
import type { ProductColumn } from './columns.ts'
import type { EntryState, ImportRow } from './imports.ts'
import { type CellChange, changedCells } from './product-rows.ts'

/** A product of the shop, with its form values. */
export type StoredProduct = {
  id: string
  slug: string
  version: number
  isArchived: boolean
  values: ProductValues
}
/** The product that an entry would be saved as; `category` is one that still has to be added. */
export type ProductPlan = {
  edit: { id: string; version: number } | null
  slug: string | null
  category: string | null
  values: ProductValues
  changes: CellChange[]
}
/** The other data of the shop: its categories by path, and the products that own the file's codes. */
export type ShopState = {
  categories: ReadonlyMap<string, readonly string[]>
  addsCategories: boolean
  ownerOfSku: ReadonlyMap<string, string>
  ownerOfVariantSku: ReadonlyMap<string, string>
  ownerOfBarcode: ReadonlyMap<string, string>
}
export type Planned = {
  state: Extract<EntryState, 'bad' | 'new' | 'changed' | 'same'>
  plan: ProductPlan
  faults: ImportFault[]
}

type Row = ImportRow<ProductColumn>
type Faults = (row: number, column: ProductColumn | 'Archived', fault: FaultCode) => void
type FaultCode = ImportFault extends infer F
  ? F extends ImportFault
    ? Omit<F, 'row' | 'column'>
    : never
  : never

const TEXTS = {
  Name: 'name',
  SKU: 'sku',
  Barcode: 'barcode',
  Price: 'price',
  'Compare price': 'compare_price',
  'Cost price': 'cost_price',
  Brand: 'brand',
  Location: 'location',
  Weight: 'weight',
  'Short description': 'short_description',
  Description: 'description',
  'Meta title': 'meta_title',
  'Meta description': 'meta_description',
  Status: 'status',
} as const satisfies Partial<Record<ProductColumn, keyof ProductValues>>
type TextColumn = keyof typeof TEXTS
const TEXT_COLUMNS = Object.keys(TEXTS) as TextColumn[]
const OF_FIELD = new Map<string, ProductColumn>([
  ...TEXT_COLUMNS.map((column) => [TEXTS[column], column] as const),
  ['category_id', 'Category'],
  ['inventory_quantity', 'Stock'],
  ['tags', 'Tags'],
  ['variants', 'Size'],
  ['variants.sku', 'Variant SKU'],
  ['variants.barcode', 'Variant barcode'],
  ['variants.inventory', 'Stock'],
])
/** A blank cell leaves these unchanged, because a product always has them. */
const NEVER_BLANK = new Set<ProductColumn>(['Name', 'SKU', 'Price', 'Status'])
/** The columns that belong to each row; the others belong to the product, and stand in its first row. */
const OF_ROW = new Set<ProductColumn>([
  'Size',
  'Color',
  'Variant SKU',
  'Variant barcode',
  'Stock',
  'Handle',
])

const unix = (text: string) => text.replaceAll('\r\n', '\n').trim()
/** An amount without the currency and the thousands separators of a spreadsheet. */
const readAmount = (cell: string) => plainAmount(cell.trim().replace(/^mk\s*/i, ''))

function readTextCell(column: TextColumn, cell: string, before: string) {
  if (column.toLowerCase().endsWith('price')) return readAmount(cell)
  if (column === 'Status') return cell.trim().toLowerCase().replaceAll(' ', '_')
  // A spreadsheet writes other line breaks than a form does.
  return unix(cell) === unix(before) ? before : cell.trim()
}

/** `2.3E+12`, a spreadsheet's short form of thirteen digits: no scanner could read it. */
const isShortened = (code: string) => /^\d([.,]\d+)?E\+\d+$/i.test(code)

const YES = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
])

function readSwitch(first: Row, column: ProductColumn, before: boolean, fault: Faults) {
  const cell = first.cells[column]?.trim().toLowerCase() ?? ''
  if (cell === '') return before
  const value = YES.get(cell)
  if (value === undefined) fault(first.row, column, { code: 'yes-or-no' })
  return value ?? before
}

/** The categories of this path; in a path without a backslash, a slash may also belong to a name. */
function findCategories(names: readonly string[], { categories }: ShopState) {
  const key = categoryKey(names)
  const found = categories.get(key)
  if (found || key.includes('\\')) return found ?? []
  return [...categories].find(([one]) => looseKey(one) === key)?.[1] ?? []
}

function readCategory(first: Row, before: string, facts: ShopState, fault: Faults) {
  const cell = first.cells.Category?.trim()
  if (cell === undefined) return { id: before, added: null }
  if (cell === '') return { id: '', added: null }
  const names = readCategoryPath(cell)
  // Of several categories with the same name, the product keeps its own.
  const [found, ...others] = findCategories(names, facts)
  if (found !== undefined) return { id: others.includes(before) ? before : found, added: null }
  const isDeep = names.length > 2 || names.includes('')
  if (isDeep) fault(first.row, 'Category', { code: 'category-too-deep' })
  else if (!facts.addsCategories) fault(first.row, 'Category', { code: 'category-unknown' })
  return { id: '', added: cell }
}

/** The product's own cells stand in its first row; the other rows repeat them or leave them blank. */
function checkFollowing([first, ...others]: readonly [Row, ...Row[]], fault: Faults) {
  for (const { row, cells } of others)
    for (const [column, cell] of Object.entries(cells) as [ProductColumn, string][])
      if (!OF_ROW.has(column) && cell.trim() !== '' && cell !== first.cells[column])
        fault(row, column, { code: 'differs-from-first', first: first.row })
}

/** The product's variants merged with those of the file: a variant that the file does not name stays. */
function readVariants(rows: readonly Row[], before: readonly VariantValues[], fault: Faults) {
  const known = new Map(before.map((one) => [variantKey(one), one]))
  const merged = new Map(known)
  const rowOf = new Map<string, number>()
  for (const { row, cells } of rows) {
    const [size, color] = [cells.Size?.trim() ?? '', cells.Color?.trim() ?? '']
    if (!size && !color) {
      if (rows.length > 1) fault(row, 'Size', { code: 'size-missing' })
      continue
    }
    const key = variantKey({ size, color })
    const earlier = rowOf.get(key)
    if (earlier) fault(row, 'Size', { code: 'size-twice', first: earlier })
    rowOf.set(key, row)
    if (size && !isSize(size) && !before.some((one) => one.size === size))
      fault(row, 'Size', { code: 'size-not-listed' })
    if (color && !colorValueOf(color) && !before.some((one) => one.color === color))
      fault(row, 'Color', { code: 'color-not-listed' })
    const stored = known.get(key)
    const sku = cells['Variant SKU']?.trim() || stored?.sku || ''
    const barcode = cells['Variant barcode']?.trim() || stored?.barcode || ''
    if (isShortened(barcode)) fault(row, 'Variant barcode', { code: 'number-shortened' })
    merged.set(
      key,
      stored
        ? { ...stored, sku, barcode }
        : { size, color, sku, barcode, inventory: cells.Stock?.trim() || '0', loaded: '0' },
    )
  }
  return { variants: [...merged.values()], rowOf }
}

/** The SKUs of the variants as saving will give them. */
export const skusOf = ({ sku, variants }: Pick<ProductValues, 'sku' | 'variants'>) =>
  variants.length === 0
    ? [sku]
    : variants.map((one) => one.sku || variantSku(sku, one.size, one.color))

/**
 * Plans what the rows of one product would make of it: the file's cells over the stored values, checked by the rules of
 * the product's form. Columns that the file lacks stay as they are, and so do variants that it does not name; the stock
 * of existing variants is not touched (docs/product.md, Import).
 */
export function planProduct(
  rows: readonly [Row, ...Row[]],
  stored: StoredProduct | null,
  facts: ShopState,
): Planned {
  const faults: ImportFault[] = []
  const fault: Faults = (row, column, code) =>
    void faults.push({ row, column, ...code } as ImportFault)
  const [first] = rows
  const before = stored?.values ?? EMPTY_PRODUCT
  const category = readCategory(first, before.category_id, facts, fault)
  checkFollowing(rows, fault)
  const { variants, rowOf } = readVariants(rows, before.variants, fault)
  const values: ProductValues = { ...before, category_id: category.id, variants }
  for (const column of TEXT_COLUMNS) {
    const cell = first.cells[column]
    if (cell === undefined || (cell.trim() === '' && NEVER_BLANK.has(column))) continue
    values[TEXTS[column]] = readTextCell(column, cell, before[TEXTS[column]])
  }
  if (!stored && !first.cells.Price?.trim()) values.price = ''
  values.trackInventory = readSwitch(first, 'Track stock', before.trackInventory, fault)
  values.featured = readSwitch(first, 'Featured', before.featured, fault)
  if (first.cells.Tags !== undefined) values.tags = splitCell(first.cells.Tags)
  if (!stored && variants.length === 0) values.inventory_quantity = first.cells.Stock?.trim() || '0'
  if (isShortened(values.barcode)) fault(first.row, 'Barcode', { code: 'number-shortened' })
  const getsSizes = stored !== null && before.variants.length === 0 && variants.length > 0
  if (getsSizes) {
    values.gone = [{ size: '', color: '', loaded: before.inventoryLoaded }]
    if (before.inventoryLoaded !== '0') fault(first.row, 'Size', { code: 'stock-without-size' })
  }

  const edit = stored && { id: stored.id, version: stored.version }
  const slug = stored ? null : first.cells.Handle?.trim() || null
  const pathOf = (id: string) =>
    [...facts.categories].find(([, ids]) => ids.includes(id))?.[0] ?? ''
  const changes = stored
    ? changedCells(before, values, {
        before: pathOf(before.category_id),
        after: category.added ?? pathOf(values.category_id),
      })
    : []
  const plan: ProductPlan = { edit, slug, category: category.added, values, changes }
  const isSame = stored && !category.added && JSON.stringify(values) === JSON.stringify(before)
  if (isSame && faults.length === 0) return { state: 'same', plan, faults }
  if (stored?.isArchived) fault(first.row, 'SKU', { code: 'product-archived' })
  else if ((first.cells as Record<string, string>)['Archived']?.trim().toLowerCase() === 'yes')
    fault(first.row, 'Archived', { code: 'product-archived-there' })
  const read = readProduct(values, false)
  if (!read.ok) addFormFaults(read.errors, values, rowOf, first, fault)
  checkOwners(plan, rowOf, first, facts, fault)
  if (faults.length > 0) return { state: 'bad', plan, faults }
  return { state: stored ? 'changed' : 'new', plan, faults }
}

function addFormFaults(
  errors: ProductErrors,
  { variants }: ProductValues,
  rowOf: ReadonlyMap<string, number>,
  first: Row,
  fault: Faults,
) {
  for (const field of Object.keys(errors)) {
    const variant = variants[Number(field.split('.')[1])]
    const row = (variant && rowOf.get(variantKey(variant))) ?? first.row
    const column = OF_FIELD.get(field.replace(/\.\d+/, '')) ?? 'Name'
    fault(row, column, { code: 'form', field })
  }
}

/** Finds codes that another product owns; duplicates within the file are found earlier (`listTwice`). */
function checkOwners(
  { edit, values }: ProductPlan,
  rowOf: ReadonlyMap<string, number>,
  first: Row,
  facts: ShopState,
  fault: Faults,
) {
  const isOthers = (owner: string | undefined) => owner !== undefined && owner !== edit?.id
  if (isOthers(facts.ownerOfSku.get(values.sku))) fault(first.row, 'SKU', { code: 'sku-taken' })
  if (values.barcode && isOthers(facts.ownerOfBarcode.get(values.barcode)))
    fault(first.row, 'Barcode', { code: 'barcode-taken' })
  const rowOfVariant = (at: number) => {
    const variant = values.variants[at]
    return (variant && rowOf.get(variantKey(variant))) ?? first.row
  }
  for (const [at, sku] of skusOf(values).entries())
    if (isOthers(facts.ownerOfVariantSku.get(sku)))
      fault(rowOfVariant(at), values.variants.length > 0 ? 'Variant SKU' : 'SKU', {
        code: 'variant-sku-taken',
      })
  for (const [at, { barcode }] of values.variants.entries())
    if (barcode && isOthers(facts.ownerOfBarcode.get(barcode)))
      fault(rowOfVariant(at), 'Variant barcode', { code: 'variant-barcode-taken' })
}
