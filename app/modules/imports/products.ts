import type { Db, Tx } from '../../db/open.server.ts'
import { variantSku } from '../../rules/catalogue/product-codes.ts'
import { readProduct } from '../../rules/catalogue/product-form.ts'
import { categoryKey, readCategoryPath } from '../../rules/imports/category-path.ts'
import { BARCODE_COLUMNS, PRICE_COLUMNS, type ProductColumn } from '../../rules/imports/columns.ts'
import type { ImportRow } from '../../rules/imports/imports.ts'
import {
  type ProductPlan,
  planProduct,
  type ShopState,
  type StoredProduct,
} from '../../rules/imports/plan-product.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import type { Actor } from '../audit/record-audit.ts'
import { listCategoryPaths } from '../catalogue/edit/find-admin-product.ts'
import { findByCodes } from '../catalogue/edit/find-by-codes.ts'
import { readAdminProducts } from '../catalogue/edit/read-admin-products.ts'
import { createCategory } from '../catalogue/edit/save-category.ts'
import { saveProduct } from '../catalogue/edit/save-product.ts'
import type { SavingErrors } from '../catalogue/edit/save-variants.ts'
import type { Checked, Entry, Kind } from './kinds.ts'

type Rows = [ImportRow<ProductColumn>, ...ImportRow<ProductColumn>[]]
const rowsOf = ({ cells }: Entry) => cells as Rows
const cellOf = (row: ImportRow<ProductColumn>, column: ProductColumn) =>
  row.cells[column]?.trim() ?? ''

/** The rows of a price file that have prices: an export has a row for each size, with the price only in the first. */
function pricedRows(entry: Entry): Rows {
  const [first, ...more] = rowsOf(entry)
  const hasContent = (row: ImportRow<ProductColumn>) =>
    PRICE_COLUMNS.some((column) => cellOf(row, column))
  return [first, ...more.filter(hasContent)]
}

/** The shop's categories by the keys of their paths. */
async function listPaths(db: Db | Tx) {
  const choices = await listCategoryPaths(db)
  const byKey = Map.groupBy(choices, ({ path }) => categoryKey(path))
  return new Map([...byKey].map(([key, some]) => [key, some.map(({ id }) => id)]))
}

/** Every code of these entries, including codes that new variants would get. */
function codesOf(entries: readonly Entry[]) {
  const rows = entries.flatMap((entry) =>
    rowsOf(entry).map((row) => [row, rowsOf(entry)[0]] as const),
  )
  const all = (column: ProductColumn) =>
    [...new Set(rows.map(([row]) => cellOf(row, column)))].filter(Boolean)
  const given = rows.map(
    ([row, first]) =>
      cellOf(row, 'Variant SKU') ||
      variantSku(cellOf(first, 'SKU'), cellOf(row, 'Size'), cellOf(row, 'Color')),
  )
  const skus = all('SKU')
  return {
    slugs: all('Handle'),
    skus,
    variantSkus: [...new Set([...skus, ...given])],
    barcodes: BARCODE_COLUMNS.flatMap(all),
  }
}

async function check(
  db: Db,
  { addsCategories }: { addsCategories: boolean },
  entries: readonly Entry[],
  addsProducts: boolean,
): Promise<Checked[]> {
  const { bySlug, bySku, byBarcode, byVariantSku } = await findByCodes(db, codesOf(entries))
  const stored = await readAdminProducts(db, [...new Set([...bySlug.values(), ...bySku.values()])])
  const facts: ShopState = {
    categories: await listPaths(db),
    addsCategories,
    ownerOfSku: bySku,
    ownerOfVariantSku: byVariantSku,
    ownerOfBarcode: byBarcode,
  }
  return entries.map((entry) => {
    const [first] = rowsOf(entry)
    const ids = [bySku.get(cellOf(first, 'SKU')), bySlug.get(cellOf(first, 'Handle'))]
    const [id] = ids.filter((one) => one !== undefined)
    const found: StoredProduct | null = (id && stored.get(id)) || null
    const planned = planProduct(addsProducts ? rowsOf(entry) : pricedRows(entry), found, facts)
    const more: ImportFault[] = []
    if (ids[0] && ids[1] && ids[0] !== ids[1])
      more.push({ row: first.row, column: 'Handle', code: 'keys-differ' })
    if (!found && !addsProducts)
      more.push({ row: first.row, column: 'SKU', code: 'product-unknown' })
    if (more.length === 0) return planned
    const isUnknown = !found && !addsProducts
    return { ...planned, state: 'bad', faults: isUnknown ? more : [...more, ...planned.faults] }
  })
}

/** The category of a path, added where the shop does not have it. */
async function findOrAddCategory(db: Tx, actor: Actor, path: string) {
  const edit = { slug: null, pictureId: null, sizeGuide: null, isActive: true }
  let parentId: string | null = null
  const names = readCategoryPath(path)
  for (const [depth] of names.entries()) {
    const key = categoryKey(names.slice(0, depth + 1))
    const known: string | undefined = (await listPaths(db)).get(key)?.[0]
    if (known) {
      parentId = known
      continue
    }
    const made = await createCategory(db, actor, { ...edit, name: names[depth] ?? '', parentId })
    if (!made.ok) return null
    parentId = made.id
  }
  return parentId
}

function toFaults(errors: SavingErrors, { row }: Entry): ImportFault[] {
  return Object.values(errors).map((error) => ({ row, column: 'SKU', ...error }) as ImportFault)
}

async function apply(db: Tx, actor: Actor, entry: Entry) {
  const { edit, slug, category, values } = entry.plan as ProductPlan
  const fault = (code: 'saved-meanwhile' | 'not-imported') => [
    { row: entry.row, column: 'SKU', code } satisfies ImportFault,
  ]
  const added = category ? await findOrAddCategory(db, actor, category) : null
  if (category && !added) return fault('not-imported')
  const read = readProduct({ ...values, ...(added && { category_id: added }) }, false)
  if (!read.ok) return fault('not-imported')
  const saved = await saveProduct({ db }, actor, read.product, edit, slug)
  if (saved.ok) return null
  if (saved.errors) return toFaults(saved.errors, entry)
  return fault(saved.reason === 'edited-meanwhile' ? 'saved-meanwhile' : 'not-imported')
}

export const products: Kind = {
  check: (db, file, entries) => check(db, file, entries, true),
  apply: (db, actor, _file, entry) => apply(db, actor, entry),
}

/** Prices of existing products: a products file with fewer columns. */
export const prices: Kind = {
  check: (db, file, entries) => check(db, file, entries, false),
  apply: (db, actor, _file, entry) => apply(db, actor, entry),
}
