import { eq, inArray, or, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { categories, pictures, productImages, products } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { readUniqueViolation, type UniqueViolation } from '../../../db/violations.server.ts'
import { variantSku } from '../../../rules/catalogue/product-codes.ts'
import type { ProductEdit } from '../../../rules/catalogue/product-form.ts'
import { slugFrom } from '../../../rules/catalogue/products.ts'
import type { ProductSavingError } from '../../../rules/messages/catalogue/errors.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProducts } from '../../stock/lock-products.ts'
import { productInLog } from './product-in-log.ts'
import { readFacts } from './read-stored.ts'
import { type SavingErrors, type SavingRefusal, saveVariants } from './save-variants.ts'

type Saved = { ok: true; id: string; name: string; slug: string } | SavingRefusal
/** The product that is edited and the version that its form was opened with. */
export type EditOf = { id: string; version: number }

const TRIES = 5

/**
 * Adds a product, or edits the one of `edit`: fields, pictures, variants, stock and the audit entry together. Refuses a
 * SKU or barcode that is taken (an error at its field), stock below zero, and an edit when another staff member has
 * saved meanwhile. A repeated press changes nothing. The slug comes from the name, or for a new product from its
 * `handle`, and is made unique (-2, -3 …).
 */
export async function saveProduct(
  { db }: { db: Db | Tx },
  actor: Actor,
  product: ProductEdit,
  edit: EditOf | null,
  handle: string | null = null,
): Promise<Saved> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transact(db, (db) => save(db, actor, product, edit, handle))
    } catch (error) {
      const violation = readUniqueViolation(error)
      // Two products with the same name were added at the same moment: the second takes the next slug.
      if (violation?.constraint === 'products_slug_unique' && tried < TRIES) continue
      const errors = violation && explainTaken(product, violation)
      if (!errors) throw error
      return { ok: false, reason: 'bad-form', errors }
    }
  }
}

async function save(
  db: Tx,
  actor: Actor,
  product: ProductEdit,
  edit: EditOf | null,
  handle: string | null,
): Promise<Saved> {
  // Stock is saved as a difference to what the form showed: a form sent again must not apply it twice.
  const [saved] = await listDone(db, actor, 'product')
  if (saved) return findSaved(db, saved.entityId)
  const missing = await findMissing(db, product)
  if (missing) return { ok: false, reason: 'bad-form', errors: missing }
  const locked = edit ? await lockForEdit(db, edit) : null
  if (locked && !locked.ok) return locked
  const before = edit ? await readFacts(db, edit.id) : null

  const slug =
    before?.name === product.name
      ? before.slug
      : await findSlug(db, handle ?? product.name, edit?.id ?? null)
  const facts = { ...columnsOf(product), slug }
  const [row] = edit
    ? await db
        .update(products)
        .set({ ...facts, version: sql`${products.version} + 1`, updatedAt: sql`now()` })
        .where(eq(products.id, edit.id))
        .returning()
    : await db.insert(products).values(facts).returning()
  if (!row) throw new Error('the product was not written')

  await saveImages(db, row.id, product)
  const done = await saveVariants(db, row.id, product, { actor, isNew: edit === null })
  if (!done.ok) return done
  await recordAudit(db, actor, {
    ...productInLog(row),
    action: edit ? 'edited' : 'created',
    before,
    after: await readFacts(db, row.id),
  })
  return { ok: true, id: row.id, name: row.name, slug: row.slug }
}

async function findSaved(db: Tx, id: string): Promise<Saved> {
  const [row] = await db
    .select({ id: products.id, name: products.name, slug: products.slug })
    .from(products)
    .where(eq(products.id, id))
  return row ? { ok: true, ...row } : { ok: false, reason: 'product-missing' }
}

/**
 * Locks the product before its version is compared: the later of two edits waits here and is refused. The lock is as
 * strong as `update` because of orders that are being placed: an order locks the variant of its line and then the
 * product, while an edit that changes the variant's SKU locks the product and then the variant.
 */
async function lockForEdit(db: Tx, { id, version }: EditOf): Promise<{ ok: true } | SavingRefusal> {
  const [stored] = await lockProducts(db, [id], 'update')
  if (!stored) return { ok: false, reason: 'product-missing' }
  return stored.version === version ? { ok: true } : { ok: false, reason: 'edited-meanwhile' }
}

const columnsOf = (product: ProductEdit) => ({
  name: product.name,
  shortDescription: product.short_description,
  description: product.description,
  price: product.price,
  comparePrice: product.compare_price,
  costPrice: product.cost_price,
  sku: product.sku,
  barcode: product.barcode,
  categoryId: product.category_id,
  brand: product.brand,
  location: product.location,
  weight: product.weight,
  trackInventory: product.trackInventory,
  featured: product.featured,
  status: product.status,
  metaTitle: product.meta_title,
  metaDescription: product.meta_description,
  tags: product.tags,
})

/** Finds a category or picture that was deleted while the form was open; locks both until the transaction ends. */
async function findMissing(db: Tx, product: ProductEdit): Promise<SavingErrors | null> {
  const { category_id: categoryId, images } = product
  if (categoryId) {
    const found = await db
      .select({ id: categories.id })
      .from(categories)
      .where(eq(categories.id, categoryId))
      .for('key share')
    if (found.length === 0) return { category_id: { code: 'category-gone' } }
  }
  if (images.length > 0) {
    const ids = images.map(({ id }) => id)
    const found = await db
      .select({ id: pictures.id })
      .from(pictures)
      .where(inArray(pictures.id, ids))
      .orderBy(pictures.id)
      .for('key share')
    if (found.length < ids.length) return { images: { code: 'image-gone' } }
  }
  return null
}

/** The name's slug, or the first of -2, -3 … that is free. A product whose new name gives the same slug keeps it. */
async function findSlug(db: Tx, name: string, ownId: string | null) {
  const base = slugFrom(name).slice(0, 100).replace(/-+$/, '') || 'product'
  const rows = await db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(or(eq(products.slug, base), sql`${products.slug} ~ ${`^${base}-[0-9]+$`}`))
  const own = rows.find((row) => row.id === ownId)
  if (own) return own.slug
  const taken = new Set(rows.map((row) => row.slug))
  let slug = base
  for (let number = 2; taken.has(slug); number += 1) slug = `${base}-${number}`
  return slug
}

/**
 * Saves pictures in their order. A picture without its own alt text gets the product's name (docs/product.md,
 * Products). A picture whose color the product no longer has is saved without a color.
 */
async function saveImages(db: Tx, productId: string, { name, images, variants }: ProductEdit) {
  const colors = new Set(variants.map((one) => one.color))
  await db.delete(productImages).where(eq(productImages.productId, productId))
  if (images.length === 0) return
  await db.insert(productImages).values(
    images.map(({ id, alt, color }, position) => ({
      productId,
      pictureId: id,
      alt: alt || name,
      color: color && colors.has(color) ? color : null,
      position,
    })),
  )
}

/** Turns the violation of a unique index into an error at the field that caused it. */
function explainTaken(
  product: ProductEdit,
  { constraint, detail }: UniqueViolation,
): SavingErrors | null {
  if (constraint === 'products_sku_unique') return { sku: { code: 'sku-taken' } }
  if (constraint === 'products_barcode_unique') return { barcode: { code: 'barcode-taken' } }
  if (constraint === 'barcodes_pkey') {
    const at = product.variants.findIndex(({ barcode }) => detail.includes(`=(${barcode})`))
    const field: keyof SavingErrors = at < 0 ? 'barcode' : `variants.${at}.barcode`
    return { [field]: { code: 'variant-barcode-taken' } satisfies ProductSavingError }
  }
  if (constraint !== 'variants_sku_unique') return null
  const at = product.variants.findIndex((one) =>
    detail.includes(`=(${one.sku || variantSku(product.sku, one.size, one.color)})`),
  )
  if (at < 0) return { sku: { code: 'sku-taken' } }
  const field: keyof SavingErrors = `variants.${at}.sku`
  return { [field]: { code: 'variant-sku-taken' } satisfies ProductSavingError }
}
