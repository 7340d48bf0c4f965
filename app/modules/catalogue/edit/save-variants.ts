import { randomInt } from 'node:crypto'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { variants } from '../../../db/tables.server.ts'
import { colorValueOf } from '../../../rules/catalogue/colors.ts'
import { makeBarcode, variantSku } from '../../../rules/catalogue/product-codes.ts'
import type { ProductEdit, VariantEdit } from '../../../rules/catalogue/product-form.ts'
import type { ProductErrors, ProductValues } from '../../../rules/catalogue/product-values.ts'
import { isSize } from '../../../rules/catalogue/sizes.ts'
import { variantKey } from '../../../rules/catalogue/variant-choice.ts'
import type { ProductSavingError } from '../../../rules/messages/catalogue/errors.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { adjustStock } from '../../stock/move-stock.ts'
import { readVariants, type StoredVariant } from './read-stored.ts'

/** Errors by field. */
export type SavingErrors = { [F in keyof ProductErrors]: ProductSavingError }
export type SavingRefusal = Refusal<'bad-form' | 'product-missing' | 'edited-meanwhile'> & {
  errors?: SavingErrors
  gone?: ProductValues['gone']
}
type Done = { ok: true } | SavingRefusal

const EDITED = 'product-edited' as const

const random = () => randomInt(2 ** 32) / 2 ** 32

/**
 * The variants that a product should have: those of the form, or the one without size and color. Every size can be
 * scanned: one without a barcode keeps its stored barcode, or gets one (docs/product.md, Barcodes).
 */
function requestedOf(product: ProductEdit, stored: Map<string, StoredVariant>): VariantEdit[] {
  if (product.variants.length > 0)
    return product.variants.map((one) => ({
      ...one,
      sku: one.sku || variantSku(product.sku, one.size, one.color),
      barcode: one.barcode ?? stored.get(variantKey(one))?.barcode ?? makeBarcode(random),
    }))
  const { sku, inventory_quantity: inventory, inventoryLoaded: loaded } = product
  return [{ size: '', color: '', sku, barcode: null, inventory, loaded }]
}

/**
 * Changes a product's variants to those of its form. A variant that the form no longer lists is deleted, or retired
 * when it has a history; a retired variant that is added again is used again. Stock changes by the difference to what
 * the form was opened with. The product must be locked.
 */
export async function saveVariants(
  db: Tx,
  productId: string,
  product: ProductEdit,
  { actor, isNew }: { actor: Actor; isNew: boolean },
): Promise<Done> {
  const stored = await readVariants(db, productId)
  const rows = new Map(stored.map((row) => [variantKey(row), row]))
  const requested = requestedOf(product, rows)
  if (!areKnown(requested, stored)) {
    const errors = { variants: { code: 'variant-not-listed' as const } }
    return { ok: false, reason: 'bad-form', errors }
  }

  const keys = new Set(requested.map(variantKey))
  const left = stored.filter((row) => !row.retiredAt && !keys.has(variantKey(row)))
  const refusal = checkOwed(left) ?? (product.trackInventory ? checkLeft(left, product) : null)
  if (refusal) return refusal
  for (const row of left) await retireVariant(db, row, actor)
  await freeCodes(db, requested, rows)

  for (const [position, one] of requested.entries()) {
    const row = rows.get(variantKey(one))
    const id = await putVariant(db, productId, one, position, row)
    if (!product.trackInventory) continue
    const loaded = row && !row.retiredAt ? one.loaded : 0
    // A quantity without the quantity that it replaced would overwrite what others have sold from meanwhile.
    if (loaded === null) return { ok: false, reason: 'bad-form' }
    const difference = one.inventory - loaded
    if (difference === 0) continue
    const kind = isNew ? 'opening' : 'adjustment'
    const cause = { byUser: actor.userId, ...(isNew ? {} : { cause: EDITED }) }
    const done = await adjustStock(db, id, difference, kind, cause)
    if (!done.ok) return tooFew(product, position, done.available)
  }
  return { ok: true }
}

/** Sizes and colors must be in the lists, or on this product already. */
const areKnown = (requested: VariantEdit[], stored: StoredVariant[]) =>
  requested.every(
    ({ size, color }) =>
      (!size || isSize(size) || stored.some((row) => row.size === size)) &&
      (!color || colorValueOf(color) || stored.some((row) => row.color === color)),
  )

/** Refuses to remove a size with open pre-orders: its units could never arrive (docs/product.md, Pre-orders). */
function checkOwed(left: StoredVariant[]): SavingRefusal | null {
  const owed = left.reduce((sum, row) => sum + row.preorderOwed, 0)
  if (owed === 0) return null
  return { ok: false, reason: 'bad-form', errors: { variants: { code: 'variant-owed', owed } } }
}

/**
 * Refuses when the stock of a removed size changed after the form was opened: staff may have typed its units under
 * another size, and units that were sold meanwhile would be in stock again.
 */
function checkLeft(left: StoredVariant[], product: ProductEdit): SavingRefusal | null {
  const loaded = new Map(product.gone.map((one) => [variantKey(one), one.loaded]))
  if (left.every((row) => loaded.get(variantKey(row)) === row.inventory)) return null
  return {
    ok: false,
    reason: 'bad-form',
    errors: { variants: { code: 'stock-moved' } },
    gone: left.map(({ size, color, inventory }) => ({
      size: size ?? '',
      color: color ?? '',
      loaded: String(inventory),
    })),
  }
}

const tooFew = (product: ProductEdit, position: number, available: number): SavingRefusal => {
  const field =
    product.variants.length > 0 ? (`variants.${position}.inventory` as const) : 'inventory_quantity'
  return {
    ok: false,
    reason: 'bad-form',
    errors: { [field]: { code: 'stock-short', available } satisfies ProductSavingError },
  }
}

/** Sets a variant's stock to zero and deletes it, or retires it when orders, carts or the ledger refer to it. */
async function retireVariant(db: Tx, row: StoredVariant, actor: Actor) {
  if (row.inventory > 0)
    await adjustStock(db, row.id, -row.inventory, 'adjustment', {
      byUser: actor.userId,
      cause: EDITED,
    })
  // An order that is being placed locks the row: the row counts as history, because waiting for it could deadlock.
  const free = await db
    .select({ id: variants.id })
    .from(variants)
    .where(eq(variants.id, row.id))
    .for('update', { skipLocked: true })
  const gone =
    free.length === 1
      ? await db
          .delete(variants)
          .where(and(eq(variants.id, row.id), sql`not ${hasHistory}`))
          .returning({ id: variants.id })
      : []
  if (gone.length === 0)
    await db.update(variants).set({ retiredAt: sql`now()` }).where(eq(variants.id, row.id))
}

const hasHistory = sql`(
  exists (select from stock_movements m where m.variant_id = ${variants.id})
  or exists (select from order_items i where i.variant_id = ${variants.id})
  or exists (select from pos_sale_items i where i.variant_id = ${variants.id})
  or exists (select from cart_items i where i.variant_id = ${variants.id}))`

/** Two variants may swap their SKUs or barcodes, so codes that change are cleared first. */
async function freeCodes(db: Tx, requested: VariantEdit[], rows: Map<string, StoredVariant>) {
  const changing = (code: 'sku' | 'barcode') =>
    requested.flatMap((one) => {
      const row = rows.get(variantKey(one))
      return row && row[code] !== one[code] ? [row.id] : []
    })
  const skus = changing('sku')
  if (skus.length > 0)
    await db
      .update(variants)
      .set({ sku: sql`'~' || ${variants.id}::text` })
      .where(inArray(variants.id, skus))
  const barcodes = changing('barcode')
  if (barcodes.length > 0)
    await db.update(variants).set({ barcode: null }).where(inArray(variants.id, barcodes))
}

async function putVariant(
  db: Tx,
  productId: string,
  { size, color, sku, barcode }: VariantEdit,
  position: number,
  row: StoredVariant | undefined,
) {
  if (row) {
    if (row.sku === sku && row.barcode === barcode && row.position === position && !row.retiredAt)
      return row.id
    await db
      .update(variants)
      .set({ sku, barcode, position, retiredAt: null })
      .where(eq(variants.id, row.id))
    return row.id
  }
  const [added] = await db
    .insert(variants)
    .values({
      productId,
      size: size || null,
      color: color || null,
      colorValue: color ? await colorOf(db, productId, color) : null,
      sku,
      barcode,
      position,
    })
    .returning({ id: variants.id })
  if (!added) throw new Error('the variant was not written')
  return added.id
}

/** The value that this product already has for the color, else the value of the color list. */
async function colorOf(db: Tx, productId: string, color: string) {
  const [known] = await db
    .select({ value: variants.colorValue })
    .from(variants)
    .where(
      and(eq(variants.productId, productId), eq(variants.color, color), isNull(variants.retiredAt)),
    )
    .limit(1)
  return known?.value ?? colorValueOf(color) ?? null
}
