import { asc, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPendingOrder,
  aProduct,
  aUser,
  PREORDER_DAY,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { auditLog, products, stockMovements, variants } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import { readProduct } from '../../../rules/catalogue/product-form.ts'
import { EMPTY_PRODUCT, type ProductValues } from '../../../rules/catalogue/product-values.ts'
import type { VariantValues } from '../../../rules/catalogue/variant-choice.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { addToCart } from '../../cart/add-to-cart.ts'
import { listCart } from '../../cart/cart.ts'
import { checkLedger } from '../../health/check-stock.ts'
import { storePicture } from '../../media/store-picture.ts'
import { takeStock } from '../../stock/move-stock.ts'
import { findProduct } from '../find-product.ts'
import { findAdminProduct } from './find-admin-product.ts'
import { saveProduct } from './save-product.ts'

const shop = useShop()
let actor: Actor
let count = 0

beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '127.0.0.1' }
  count += 1
})

const variant = (size: string, inventory: number, loaded = 0): VariantValues => ({
  size,
  color: '',
  sku: `T-${count}-${size}`,
  barcode: '',
  inventory: String(inventory),
  loaded: String(loaded),
})

async function save(values: ProductValues, edit: { id: string; version: number } | null = null) {
  const read = readProduct(values, false)
  if (!read.ok) throw new Error(JSON.stringify(read.errors))
  return saveProduct(shop, actor, read.product, edit)
}
async function add(values: Partial<ProductValues> = {}) {
  const saved = await save({ ...EMPTY_PRODUCT, name: 'Tee', sku: `T-${count}`, ...values })
  if (!saved.ok) throw new Error(JSON.stringify(saved))
  return saved
}
/** The form as it is opened now. */
async function open(id: string) {
  const found = await findAdminProduct(shop, id)
  if (!found) throw new Error('no product')
  return found
}
async function edit(id: string, change: (values: ProductValues) => Partial<ProductValues>) {
  const { values, version } = await open(id)
  return save({ ...values, ...change(values) }, { id, version })
}
const levels = async (id: string) =>
  (
    await shop.db
      .select()
      .from(variants)
      .where(eq(variants.productId, id))
      .orderBy(asc(variants.sku))
  )
    .filter((row) => !row.retiredAt)
    .map((row) => `${row.size ?? '-'}:${row.inventory}`)
const total = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.inventoryQuantity
const ledger = () => shop.db.select().from(stockMovements).orderBy(asc(stockMovements.id))
async function sell(size: string | null, quantity: number) {
  const rows = await shop.db.select().from(variants)
  const row = rows.find((one) => one.size === size)
  if (!row) throw new Error(`no ${size}`)
  await transact(shop.db, (db) => takeStock(db, [{ variantId: row.id, quantity }], 'pos_sale', {}))
}

const store = (...backgrounds: string[]) =>
  Promise.all(
    backgrounds.map(async (background) => {
      const bytes = await sharp({ create: { width: 40, height: 50, channels: 3, background } })
        .png()
        .toBuffer()
      const stored = await storePicture(shop, bytes, 'products')
      if (!stored.ok) throw new Error(stored.reason)
      return stored.pictureId
    }),
  )

describe('adding', () => {
  test('a product without sizes has one variant with its SKU, and its quantity is the opening stock', async () => {
    const { id, slug } = await add({ inventory_quantity: '12', price: '25000' })
    expect(slug).toBe('tee')
    expect(await levels(id)).toEqual(['-:12'])
    expect(await total(id)).toBe(12)
    expect(await ledger()).toMatchObject([{ kind: 'opening', quantity: 12, byUser: actor.userId }])
    expect(await findProduct(shop, slug, null)).toMatchObject({ price: 25_000, inventory: 12 })
  })

  test('the stock of a product with sizes is the sum of its sizes', async () => {
    const { id } = await add({ variants: [variant('S', 3), variant('M', 4)] })
    expect(await levels(id)).toEqual(['M:4', 'S:3'])
    expect(await total(id)).toBe(7)
  })

  test('each size has a barcode, the maker’s or one of the shop’s own, and keeps it', async () => {
    const maker = { ...variant('M', 4), barcode: '6001234567892' }
    const { id } = await add({ variants: [variant('S', 3), maker] })
    const codes = async () =>
      (await open(id)).values.variants.map(({ size, barcode }) => [size, barcode])
    const made = expect.stringMatching(/^2\d{12}$/)
    const first = await codes()
    expect(first).toEqual([
      ['S', made],
      ['M', '6001234567892'],
    ])
    // A form that says nothing of them takes none away; two may swap theirs.
    const change = (barcodes: string[]) =>
      edit(id, ({ variants }) => ({
        variants: variants.map((one, at) => ({ ...one, barcode: barcodes[at] ?? '' })),
      }))
    expect(await change([])).toMatchObject({ ok: true })
    expect(await codes()).toEqual(first)
    const swapped = [first[1]?.[1] ?? '', first[0]?.[1] ?? '']
    expect(await change(swapped)).toMatchObject({ ok: true })
    expect((await codes()).map(([, barcode]) => barcode)).toEqual(swapped)
    expect(await change(['2000000000008', '2000000000008'])).toMatchObject({
      errors: { 'variants.0.barcode': { code: 'variant-barcode-taken' } },
    })
  })

  test('a barcode belongs to one product or size of the whole shop, also when two save it at the same moment', async () => {
    const sized = (barcode: string) => ({
      variants: [{ ...variant('S', 0), sku: `S-${barcode}`, barcode }],
    })
    const twins = await Promise.all([
      save({ ...EMPTY_PRODUCT, name: 'A', sku: 'A', ...sized('2000000000008') }),
      save({ ...EMPTY_PRODUCT, name: 'B', sku: 'B', barcode: '2000000000008' }),
    ])
    expect(twins.filter(({ ok }) => ok)).toHaveLength(1)
    await add({ barcode: '2000000000015' })
    expect(
      await save({ ...EMPTY_PRODUCT, name: 'C', sku: 'C', ...sized('2000000000015') }),
    ).toMatchObject({ errors: { 'variants.0.barcode': { code: 'variant-barcode-taken' } } })
  })

  test('a product without tracked stock has no stock levels', async () => {
    const { id } = await add({ trackInventory: false, inventory_quantity: '12' })
    expect(await total(id)).toBe(0)
    expect(await ledger()).toEqual([])
  })

  test('the slug of a taken name gets -2, then -3, also at the same moment', async () => {
    const names = await Promise.all(
      ['a', 'b', 'c'].map((sku) => save({ ...EMPTY_PRODUCT, name: 'Tee', sku })),
    )
    expect(new Set(names.map((saved) => saved.ok && saved.slug))).toEqual(
      new Set(['tee', 'tee-2', 'tee-3']),
    )
  })

  test('a name without Latin characters still gets a slug', async () => {
    expect((await add({ name: '衣服' })).slug).toBe('product')
  })

  test('a taken SKU or barcode is refused beside its field, and nothing is saved', async () => {
    await add({ barcode: '2000000000008' })
    const again = { ...EMPTY_PRODUCT, name: 'Other' }
    expect(await save({ ...again, sku: `T-${count}` })).toMatchObject({
      ok: false,
      errors: { sku: { code: 'sku-taken' } },
    })
    expect(await save({ ...again, sku: 'X', barcode: '2000000000008' })).toMatchObject({
      errors: { barcode: { code: 'barcode-taken' } },
    })
    const violation = { ...variant('M', 5), sku: `T-${count}` }
    expect(
      await save({ ...again, sku: 'X', variants: [variant('S', 1), violation] }),
    ).toMatchObject({
      errors: { 'variants.1.sku': { code: 'variant-sku-taken' } },
    })
    expect(await shop.db.$count(products)).toBe(1)
  })

  test('of two people who add the same SKU at the same moment one is refused', async () => {
    const both = await Promise.all(
      ['One', 'Two'].map((name) => save({ ...EMPTY_PRODUCT, name, sku: 'SAME' })),
    )
    expect(both.filter((saved) => saved.ok)).toHaveLength(1)
    expect(both.find((saved) => !saved.ok)).toMatchObject({
      errors: { sku: { code: 'sku-taken' } },
    })
  })

  test('a size or color that is not in the lists is refused', async () => {
    const values = { ...EMPTY_PRODUCT, name: 'Tee', sku: 'T' }
    expect(await save({ ...values, variants: [variant('Huge', 1)] })).toMatchObject({
      errors: { variants: { code: 'variant-not-listed' } },
    })
  })

  test('pictures keep their order, and take the product’s name when no alternative text is given', async () => {
    const [front = '', back = ''] = await store('#a00', '#0a0')
    const { id } = await add({
      images: [
        { id: back, alt: 'The back', color: '' },
        { id: front, alt: '', color: '' },
      ],
    })
    expect((await open(id)).values.images).toEqual([
      { id: back, alt: 'The back', color: '' },
      { id: front, alt: 'Tee', color: '' },
    ])
    const gone = { id: '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11', alt: '', color: '' }
    expect(await edit(id, () => ({ images: [gone] }))).toMatchObject({
      errors: { images: { code: 'image-gone' } },
    })
  })
})

describe('editing', () => {
  test('the log has the values that differ, including prices and stock', async () => {
    const { id } = await add({ price: '20000', inventory_quantity: '5' })
    expect(await edit(id, () => ({ price: '18000', inventory_quantity: '9' }))).toMatchObject({
      ok: true,
    })
    const lines = await shop.db.select().from(auditLog).orderBy(asc(auditLog.id))
    expect(lines).toMatchObject([
      { action: 'created', entity: 'product', entityId: id, label: 'Tee', byUser: actor.userId },
      {
        action: 'edited',
        before: { price: 20_000, inventory: 5 },
        after: { price: 18_000, inventory: 9 },
      },
    ])
    expect(Object.keys(lines[1]?.after ?? {})).toHaveLength(2)
  })

  test('an edit that keeps the name keeps the address', async () => {
    const { id } = await add()
    await shop.db.update(products).set({ slug: 'an-older-address' })
    expect(await edit(id, () => ({ price: '1' }))).toMatchObject({ slug: 'an-older-address' })
  })

  test('the slug follows a new name, and stays the same with the old name', async () => {
    await add({ sku: 'first' })
    const { id, slug } = await add({ sku: 'second' })
    expect(slug).toBe('tee-2')
    expect(await edit(id, () => ({ price: '1' }))).toMatchObject({ slug: 'tee-2' })
    expect(await edit(id, () => ({ name: 'Linen Tee!' }))).toMatchObject({ slug: 'linen-tee' })
  })

  test('a stock change is applied as a difference, also when units were sold meanwhile', async () => {
    const { id } = await add({ inventory_quantity: '10' })
    const { values, version } = await open(id)
    await sell(null, 3)
    const saved = await save({ ...values, inventory_quantity: '15' }, { id, version })
    expect(saved).toMatchObject({ ok: true })
    expect(await levels(id)).toEqual(['-:12'])
    expect((await ledger()).at(-1)).toMatchObject({
      kind: 'adjustment',
      quantity: 5,
      cause: 'product-edited',
      byUser: actor.userId,
    })
  })

  test('a stock level below zero is refused beside its field, and nothing else is saved', async () => {
    const { id } = await add({ variants: [variant('S', 5), variant('M', 5)] })
    const { values, version } = await open(id)
    await sell('M', 4)
    const [s, m] = values.variants
    if (!s || !m) throw new Error('no variants')
    const typed = { ...values, name: 'Changed', variants: [s, { ...m, inventory: '1' }] }
    expect(await save(typed, { id, version })).toMatchObject({
      ok: false,
      errors: { 'variants.1.inventory': { code: 'stock-short', available: 1 } },
    })
    expect((await open(id)).values.name).toBe('Tee')
  })

  test('the later of two edits is refused and changes nothing', async () => {
    const { id } = await add()
    const { values, version } = await open(id)
    expect(await save({ ...values, price: '1' }, { id, version })).toMatchObject({ ok: true })
    expect(await save({ ...values, price: '2' }, { id, version })).toEqual({
      ok: false,
      reason: 'edited-meanwhile',
    })
    expect((await open(id)).values.price).toBe('1')
  })

  test('of two edits at the same moment one is refused', async () => {
    const { id } = await add()
    const { values, version } = await open(id)
    const both = await Promise.all(
      ['1', '2'].map((price) => save({ ...values, price }, { id, version })),
    )
    expect(both.filter((saved) => saved.ok)).toHaveLength(1)
  })

  test('an edit of a deleted product is refused', async () => {
    const id = '3f0e1c1a-6f57-4c43-9f0c-0d5f6f1f2a11'
    const values = { ...EMPTY_PRODUCT, name: 'Tee', sku: 'T' }
    expect(await save(values, { id, version: 1 })).toEqual({ ok: false, reason: 'product-missing' })
  })

  test('variants may swap their SKUs', async () => {
    const { id } = await add({ variants: [variant('S', 1), variant('M', 1)] })
    const swapped = await edit(id, ({ variants: [s, m] }) =>
      s && m
        ? {
            variants: [
              { ...s, sku: m.sku },
              { ...m, sku: s.sku },
            ],
          }
        : {},
    )
    expect(swapped).toMatchObject({ ok: true })
  })
})

describe('sizes that are removed and added again', () => {
  const allRows = () => shop.db.select().from(variants).orderBy(asc(variants.sku))
  const without = (size: string) => (values: ProductValues) => ({
    variants: values.variants.filter((one) => one.size !== size),
    gone: values.variants.filter((one) => one.size === size),
  })

  test('a size that was never stocked, sold or ordered is deleted', async () => {
    const { id } = await add({ variants: [variant('S', 0), variant('M', 2)] })
    await edit(id, without('S'))
    expect(await allRows()).toHaveLength(1)
  })

  test('a size with a history is retired: its units are written off, and carts show that it is unavailable', async () => {
    const { id } = await add({ variants: [variant('S', 4), variant('M', 2)] })
    const customer = await aUser(shop)
    const s = (await allRows()).find((row) => row.size === 'S')
    await addToCart(shop, customer.userId, { variantId: s?.id ?? '', quantity: 1 })
    expect(await edit(id, without('S'))).toMatchObject({ ok: true })
    expect(await levels(id)).toEqual(['M:2'])
    expect(await total(id)).toBe(2)
    expect((await ledger()).at(-1)).toMatchObject({ kind: 'adjustment', quantity: -4 })
    expect(await listCart(shop, customer.userId)).toMatchObject([{ isAvailable: false }])
    expect((await findProduct(shop, 'tee', null))?.variants).toMatchObject([{ size: 'M' }])
  })

  test('a size with pre-orders cannot be removed until they have arrived', async () => {
    const product = await aProduct(shop, { stock: 0, size: 'S', preorders: 3 })
    const ordered = [{ product, quantity: 2, preorderFrom: PREORDER_DAY }]
    await aPendingOrder(shop, (await aUser(shop)).userId, ordered)
    expect(await edit(product.productId, () => ({ variants: [variant('M', 2)] }))).toMatchObject({
      ok: false,
      errors: { variants: { code: 'variant-owed', owed: 2 } },
    })
  })

  test('a size that is added again is the same variant', async () => {
    const { id } = await add({ variants: [variant('S', 4), variant('M', 2)] })
    const before = (await allRows()).find((row) => row.size === 'S')
    await edit(id, without('S'))
    await edit(id, (values) => ({ variants: [...values.variants, variant('S', 6)] }))
    const after = (await allRows()).find((row) => row.size === 'S')
    expect(after).toMatchObject({ id: before?.id, retiredAt: null, inventory: 6 })
  })

  test('a size on an order stays in the ledger', async () => {
    const { id } = await add({ price: '20000', variants: [variant('S', 4)] })
    const customer = await aUser(shop)
    const [s] = await allRows()
    const product = { productId: id, variantId: s?.id ?? '', price: 20_000, name: 'Tee' }
    await aPendingOrder(shop, customer.userId, [{ product, quantity: 1 }])
    expect(await edit(id, without('S'))).toMatchObject({ ok: true })
    expect(await allRows()).toMatchObject([
      { size: null, inventory: 0 },
      { size: 'S', inventory: 0, retiredAt: expect.any(Date) },
    ])
  })

  test('from no sizes to sizes, the units move to the sizes as typed', async () => {
    const { id } = await add({ inventory_quantity: '10' })
    const gone = [{ size: '', color: '', loaded: '10' }]
    const saved = await edit(id, () => ({ variants: [variant('S', 6), variant('M', 4)], gone }))
    expect(saved).toMatchObject({ ok: true })
    expect(await levels(id)).toEqual(['M:4', 'S:6'])
    expect(await total(id)).toBe(10)
    expect((await findProduct(shop, 'tee', null))?.variants).toHaveLength(2)
  })

  test('from sizes to no sizes, the typed number is the stock', async () => {
    const { id } = await add({ variants: [variant('S', 6), variant('M', 4)] })
    const saved = await edit(id, (values) => ({
      variants: [],
      gone: values.variants,
      inventory_quantity: '10',
      inventoryLoaded: '0',
    }))
    expect(saved).toMatchObject({ ok: true })
    expect(await levels(id)).toEqual(['-:10'])
    expect(await total(id)).toBe(10)
  })

  test('switching between sizes and no sizes again and again keeps one product with its stock', async () => {
    const { id } = await add({ inventory_quantity: '10' })
    for (let round = 0; round < 2; round += 1) {
      const gone = [{ size: '', color: '', loaded: '10' }]
      await edit(id, () => ({ variants: [variant('S', 10)], gone }))
      expect(await levels(id)).toEqual(['S:10'])
      await edit(id, ({ variants }) => ({
        variants: [],
        inventory_quantity: '10',
        gone: variants,
      }))
      expect(await levels(id)).toEqual(['-:10'])
    }
    expect(await allRows()).toHaveLength(2)
  })

  test('a size that the form did not show is neither removed nor overwritten', async () => {
    const { id } = await add({ variants: [variant('S', 6), variant('M', 4)] })
    const plain = { variants: [], gone: [], inventory_quantity: '10' }
    expect(await edit(id, () => plain)).toMatchObject({ ok: false, gone: [{ size: 'S' }, {}] })
    const blind = await edit(id, ({ variants }) => ({
      variants: variants.map((one) => ({ ...one, inventory: '1', loaded: '' })),
    }))
    expect(blind).toMatchObject({ ok: false, reason: 'bad-form' })
    expect(await total(id)).toBe(10)
  })

  test('units sold while the product was given sizes are not returned to stock', async () => {
    const { id } = await add({ inventory_quantity: '10' })
    const { values, version } = await open(id)
    await sell(null, 1)
    const typed = {
      ...values,
      variants: [variant('S', 10)],
      gone: [{ size: '', color: '', loaded: '10' }],
    }
    const refused = await save(typed, { id, version })
    expect(refused).toMatchObject({
      ok: false,
      errors: { variants: { code: 'stock-moved' } },
      gone: [{ size: '', color: '', loaded: '9' }],
    })
    const again = {
      ...typed,
      variants: [variant('S', 9)],
      gone: [{ size: '', color: '', loaded: '9' }],
    }
    expect(await save(again, { id, version })).toMatchObject({ ok: true })
    expect(await total(id)).toBe(9)
  })

  test('the ledger agrees with the stock after every change of sizes', async () => {
    const { id } = await add({ variants: [variant('S', 6), variant('M', 4)] })
    await edit(id, without('S'))
    await edit(id, (values) => ({ variants: [], gone: values.variants, inventory_quantity: '3' }))
    expect(await checkLedger(shop.db)).toMatchObject({ code: 'ledger-agrees' })
  })
})
