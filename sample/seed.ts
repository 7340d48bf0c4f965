import { sql } from 'drizzle-orm'
import type { Tx } from '../app/db/open.server.ts'
import {
  accounts,
  banners,
  categories,
  discounts,
  pictures,
  productImages,
  products,
  profiles,
  shopFacts,
  stockMovements,
  users,
  variants,
} from '../app/db/tables.server.ts'
import type { Shop } from '../app/platform/shop.server.ts'
import { ACCOUNTS, discountsOn, PASSWORD } from './accounts-and-codes.ts'
import { barcodeOf } from './catalogue/shape.ts'
import * as catalogue from './catalogue.ts'
import { type PlacedPicture, placePictures } from './place-pictures.ts'

const DAY = 86_400_000

/**
 * Fills an empty database with the sample shop: everything, or nothing when it is interrupted. Does nothing when there
 * are products or people already.
 */
export async function seedSampleShop(shop: Shop): Promise<void> {
  if (await isFull(shop.db)) return
  const placed = await placePictures(shop)
  const password = await (await shop.auth.$context).password.hash(PASSWORD)
  const today = shop.now()
  await shop.db.transaction(async (db) => {
    // When two processes start on one empty database, the second waits, then finds it full.
    await db.execute(sql`select pg_advisory_xact_lock(7201804)`)
    if (await isFull(db)) return
    const pictureIds = await insertPictures(db, placed)
    const categoryIds = await insertCategories(db, pictureIds)
    await insertProducts(db, today, categoryIds, pictureIds)
    await insertBanners(db, today, pictureIds)
    await db.insert(discounts).values(discountsOn(today))
    await insertCustomers(db, password)
    await db.insert(shopFacts).values({ key: 'kind', value: 'sample' }).onConflictDoNothing()
  })
}

async function isFull(db: Shop['db'] | Tx) {
  const { rows } = await db.execute<{ full: boolean }>(
    sql`select exists (select from products) or exists (select from users) as full`,
  )
  return rows[0]?.full ?? false
}

type Ids = Map<string, string>
const ids = (rows: { id: string; key: string }[]): Ids => new Map(rows.map((r) => [r.key, r.id]))
const idOf = (known: Ids, key: string) => {
  const id = known.get(key)
  if (!id) throw new Error(`The sample shop names ${key}, which is not there.`)
  return id
}

async function insertPictures(db: Tx, placed: PlacedPicture[]): Promise<Ids> {
  if (placed.length === 0) return new Map()
  const rows = await db
    .insert(pictures)
    .values(placed.map(({ base: _base, ...row }) => row))
    .returning({ id: pictures.id, key: pictures.path })
  const byPath = ids(rows)
  return new Map(placed.map(({ base, path }) => [base, idOf(byPath, path)]))
}

async function insertCategories(db: Tx, pictureIds: Ids): Promise<Ids> {
  const known: Ids = new Map()
  const tops = catalogue.categories.filter((category) => !category.parent)
  const children = catalogue.categories.filter((category) => category.parent)
  for (const level of [tops, children]) {
    const rows = await db
      .insert(categories)
      .values(
        level.map((category, index) => ({
          name: category.name,
          slug: category.slug,
          parentId: category.parent ? idOf(known, category.parent) : null,
          pictureId: pictureIds.get(category.picture) ?? null,
          sortOrder: index + 1,
        })),
      )
      .returning({ id: categories.id, key: categories.slug })
    for (const [slug, id] of ids(rows)) known.set(slug, id)
  }
  return known
}

async function insertProducts(db: Tx, today: Date, categoryIds: Ids, pictureIds: Ids) {
  const rows = await db
    .insert(products)
    .values(
      catalogue.products.map((p, index) => {
        // Products of one day differ by minutes, so that "newest first" is always the same order.
        const createdAt = new Date(today.getTime() - p.age_days * DAY - index * 60_000)
        return {
          name: p.name,
          slug: p.slug,
          description: p.description,
          shortDescription: p.short_description,
          price: p.price,
          comparePrice: p.compare_price ?? null,
          costPrice: p.cost_price,
          sku: p.sku,
          barcode: p.barcode,
          categoryId: idOf(categoryIds, p.category),
          brand: p.brand,
          weight: p.weight,
          featured: p.featured,
          metaTitle: p.meta_title,
          metaDescription: p.meta_description,
          tags: p.tags,
          createdAt,
          updatedAt: createdAt,
        }
      }),
    )
    .returning({ id: products.id, key: products.slug })
  const productIds = ids(rows)
  const images = catalogue.products.flatMap((p) =>
    p.images.flatMap(({ file, alt, color = null }, position) => {
      const pictureId = pictureIds.get(file)
      const productId = idOf(productIds, p.slug)
      return pictureId ? [{ productId, pictureId, alt, color, position }] : []
    }),
  )
  if (images.length > 0) await db.insert(productImages).values(images)
  await insertStock(db, productIds)
}

// Variants start empty; their stock comes through the ledger, as all stock does.
async function insertStock(db: Tx, productIds: Ids) {
  const planned = catalogue.products.flatMap((p) =>
    (p.variants ?? [{ sku: p.sku, inventory: p.stock ?? 0 }]).map((variant, position) => ({
      productId: idOf(productIds, p.slug),
      position,
      units: variant.inventory,
      sku: variant.sku,
      barcode: variant.size || variant.color ? barcodeOf(variant.sku) : null,
      size: variant.size ?? null,
      color: variant.color ?? null,
      colorValue: variant.color_value ?? null,
    })),
  )
  const rows = await db
    .insert(variants)
    .values(planned.map(({ units: _units, ...variant }) => variant))
    .returning({ id: variants.id, key: variants.sku })
  const variantIds = ids(rows)
  await db.insert(stockMovements).values(
    planned
      .filter(({ units }) => units > 0)
      .map(({ sku, units }) => ({
        variantId: idOf(variantIds, sku),
        kind: 'opening' as const,
        quantity: units,
        reason: 'Opening stock of the sample shop',
      })),
  )
}

async function insertBanners(db: Tx, today: Date, pictureIds: Ids) {
  await db.insert(banners).values(
    catalogue.banners.map((banner, position) => ({
      title: banner.title,
      subtitle: banner.subtitle,
      description: banner.description,
      buttonText: banner.button_text,
      linkUrl: banner.link_url,
      pictureId: pictureIds.get(banner.picture) ?? null,
      position,
      endsAt: banner.ends_in_days ? new Date(today.getTime() + banner.ends_in_days * DAY) : null,
    })),
  )
}

async function insertCustomers(db: Tx, password: string) {
  for (const { email, name, role } of ACCOUNTS) {
    const [user] = await db
      .insert(users)
      .values({ name, email, emailVerified: true })
      .returning({ id: users.id })
    if (!user) throw new Error('no user was written')
    await db
      .insert(accounts)
      .values({ userId: user.id, accountId: user.id, providerId: 'credential', password })
    // A trigger has created the profile, as a customer's.
    await db.update(profiles).set({ role }).where(sql`${profiles.userId} = ${user.id}`)
  }
}
