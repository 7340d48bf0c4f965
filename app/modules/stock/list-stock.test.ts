import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  pictures,
  productImages,
  products,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { endSale } from '../till/sales/settle-sale.ts'
import { findScanned } from './find-scanned.ts'
import { listStock, type StockQuery } from './list-stock.ts'
import { adjustStock } from './move-stock.ts'
import { findLedgerProduct, listLedgerVariants, readLedger } from './read-ledger.ts'
import { listProductStock } from './read-stock-levels.ts'

const shop = useShop()
const ALL: StockQuery = { search: '', level: null, sort: 'name', direction: 'asc', after: null }
const list = (query: Partial<StockQuery> = {}, limit = 25) =>
  listStock(shop, { ...ALL, ...query }, limit)
const names = async (query: Partial<StockQuery> = {}) =>
  (await list(query)).rows.map((row) => `${row.product} ${row.size ?? ''}`.trim())
const everything = async (query: Partial<StockQuery>, limit: number) => {
  const found: string[] = []
  let after: string | null = null
  do {
    const page = await list({ ...query, after }, limit)
    found.push(...page.rows.map((row) => row.id))
    after = page.next
  } while (after)
  return found
}
async function aSize(
  product: TestProduct,
  size: string,
  position: number,
  stock = 0,
  barcode: string | null = null,
) {
  const [row] = await shop.db
    .insert(variants)
    .values({
      productId: product.productId,
      sku: `${size}-${product.productId}`,
      size,
      position,
      barcode,
    })
    .returning()
  if (!row) throw new Error('no variant')
  if (stock) await shop.db.transaction((db) => adjustStock(db, row.id, stock, 'opening', {}))
  return row.id
}

describe('the stock list', () => {
  let dress: TestProduct
  let scarf: TestProduct
  beforeEach(async () => {
    dress = await aProduct(shop, {
      name: 'Dress',
      stock: 7,
      size: 'S',
      sku: 'DRS-1',
      barcode: '2000000000015',
      location: 'A3',
    })
    await aSize(dress, 'M', 1, 3, '2700000000015')
    await aSize(dress, 'L', 2)
    scarf = await aProduct(shop, { name: 'Scarf', stock: 20, sku: 'SCARF' })
  })

  test('shows every variant in use, sizes of one product together', async () => {
    expect(await names()).toEqual(['Dress S', 'Dress M', 'Dress L', 'Scarf'])
    expect(await names({ direction: 'desc' })).toEqual(['Scarf', 'Dress L', 'Dress M', 'Dress S'])
    expect(await names({ sort: 'on-hand' })).toEqual(['Dress L', 'Dress M', 'Dress S', 'Scarf'])
  })

  test('leaves out retired variants and archived products', async () => {
    await shop.db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.size, 'M'))
    await shop.db
      .update(products)
      .set({ archivedAt: new Date() })
      .where(eq(products.id, scarf.productId))
    expect(await names()).toEqual(['Dress S', 'Dress L'])
  })

  test('shows as low what is under 6, as out what is 0, and as neither what is not tracked', async () => {
    await aProduct(shop, { name: 'Gift card', stock: 0, trackInventory: false })
    expect(await names({ level: 'low' })).toEqual(['Dress M', 'Dress L'])
    expect(await names({ level: 'out' })).toEqual(['Dress L'])
  })

  test('is searched by name, by SKU of product or variant, and by barcode', async () => {
    expect(await names({ search: 'car' })).toEqual(['Scarf'])
    expect(await names({ search: 'drs-' })).toHaveLength(3)
    expect(await names({ search: 'M-' + dress.productId.slice(0, 8) })).toEqual(['Dress M'])
    expect(await names({ search: '20000000' })).toHaveLength(3)
    expect(await names({ search: '2700000000' })).toEqual(['Dress M'])
    expect(await names({ search: '%%%' })).toEqual([])
    expect(await names({ search: 'dr' })).toHaveLength(4)
  })

  test('is read page by page, each row once, in every order', async () => {
    for (let n = 0; n < 4; n += 1) await aProduct(shop, { name: 'Dress', stock: n })
    for (const sort of ['name', 'on-hand'] as const)
      for (const direction of ['asc', 'desc'] as const) {
        const whole = (await list({ sort, direction })).rows.map((row) => row.id)
        expect(whole).toHaveLength(8)
        expect(await everything({ sort, direction }, 3)).toEqual(whole)
      }
    expect((await list({ after: 'nonsense' })).rows).toHaveLength(8)
  })

  test('shows the units that unpaid orders reserve, until they are paid', async () => {
    const { userId } = await aUser(shop)
    await aPendingOrder(shop, userId, [{ product: dress, quantity: 2 }])
    await aPaidOrder(shop, userId, [{ product: dress, quantity: 1 }])
    const { rows } = await list({ search: 'dress' })
    expect(rows[0]).toMatchObject({ onHand: 4, reserved: 2 })
    expect(rows[1]).toMatchObject({ onHand: 3, reserved: 0 })
  })

  test('shows the units that a sale by mobile money reserves, until it is paid or given up', async () => {
    const { userId } = await aUser(shop, 'cashier')
    const rung = await ringUpProviderSale(shop, userId, {
      lines: [{ ...dress, quantity: 2 }],
      totalAmount: 2 * dress.price,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: randomUUID(),
    })
    if (!rung.ok) throw new Error(rung.reason)
    const reserved = async () => (await list({ search: 'dress' })).rows[0]?.reserved
    expect(await reserved()).toBe(2)
    await shop.db.transaction((db) => endSale(db, rung.sale.id, 'cashier'))
    expect((await list({ search: 'dress' })).rows[0]).toMatchObject({ onHand: 7, reserved: 0 })
    const [back] = await shop.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.kind, 'release'))
    expect(back).toMatchObject({ quantity: 2, posSaleId: rung.sale.id, cause: 'not-paid' })
  })

  test('finds a rare product among thousands by its name, SKU and barcode', {
    tags: 'slow',
  }, async () => {
    await shop.db.execute(sql`
      with made as (insert into products (name, slug, sku, price)
        select 'A ' || n, 'a-' || n, 'MANY-' || n, 1000 from generate_series(1, 101) n returning id, sku)
      insert into variants (product_id, sku, size)
        select id, sku || '-' || size, size from made, generate_series(1, 20) size`)
    const sizes = ['Dress S', 'Dress M', 'Dress L']
    for (const search of ['ress', 'drs-1', '200000000001'])
      expect(await names({ search }), search).toEqual(sizes)
    expect(await names({ search: 'M-' + dress.productId })).toEqual(['Dress M'])
    expect(await list({ search: 'no such thing' })).toEqual({ rows: [], next: null })
  })

  test('shows a product’s sizes in their order, each with the picture of its color', async () => {
    const m = (await shop.db.select().from(variants).where(eq(variants.size, 'M')))[0]
    await shop.db.update(variants).set({ color: 'Red' }).where(eq(variants.size, 'M'))
    const draw = async (path: string, color: string | null, position: number) => {
      const [picture] = await shop.db
        .insert(pictures)
        .values({ path, width: 800, height: 1000, tint: '#fff', widths: [320, 640] })
        .returning()
      const { productId } = dress
      await shop.db
        .insert(productImages)
        .values({ productId, pictureId: picture?.id ?? '', alt: '', color, position })
    }
    await draw('products/front.jpg', null, 0)
    await draw('products/red.jpg', 'Red', 1)
    const rows = await listProductStock(shop, dress.productId)
    const shown = rows.map(({ size, picture }) => [size, picture?.src.split('/').at(-1)])
    expect(shown).toEqual([
      ['S', 'front.jpg'],
      ['M', 'red.jpg'],
      ['L', 'front.jpg'],
    ])
    expect(rows[1]).toEqual({
      id: m?.id,
      productId: dress.productId,
      product: 'Dress',
      size: 'M',
      color: 'Red',
      sku: m?.sku,
      barcode: '2700000000015',
      location: 'A3',
      onHand: 3,
      isTracked: true,
      preorders: { limit: null, from: null, owed: 0 },
      version: expect.any(Number),
      reserved: 0,
      picture: expect.objectContaining({ widths: [320, 640] }),
    })
  })

  test('a scanner finds a product by its barcode, its SKU or a variant’s code', async () => {
    const { productId } = dress
    expect(await findScanned(shop.db, '2000000000015')).toEqual({ productId, variantId: null })
    expect(await findScanned(shop.db, 'drs-1')).toEqual({ productId, variantId: null })
    const [m] = await shop.db.select().from(variants).where(eq(variants.size, 'M'))
    expect(await findScanned(shop.db, m?.sku ?? '')).toEqual({ productId, variantId: m?.id })
    expect(await findScanned(shop.db, '2700000000015')).toEqual({ productId, variantId: m?.id })
    expect(await findScanned(shop.db, '2700000000016')).toBeUndefined()
    expect(await findScanned(shop.db, 'DRS')).toBeUndefined()
    // There is nothing to choose of what comes in one kind.
    const [plain] = await shop.db
      .select()
      .from(variants)
      .where(eq(variants.productId, scarf.productId))
    const found = { productId: scarf.productId, variantId: null }
    expect(await findScanned(shop.db, plain?.sku ?? '')).toEqual(found)
    await shop.db.update(variants).set({ color: 'Red' }).where(eq(variants.id, scarf.variantId))
    expect(await findScanned(shop.db, plain?.sku ?? '')).toEqual({
      ...found,
      variantId: scarf.variantId,
    })
  })

  test('a scanner finds no archived product', async () => {
    await shop.db.update(products).set({ archivedAt: new Date() })
    for (const code of ['2000000000015', 'drs-1', `M-${dress.productId}`])
      expect(await findScanned(shop.db, code), code).toBeUndefined()
  })
})

describe('the ledger of a product', () => {
  test('shows who did what, with the balance after it, newest first', async () => {
    const dress = await aProduct(shop, { stock: 10, size: 'S' })
    const m = await aSize(dress, 'M', 1, 4)
    const { userId } = await aUser(shop)
    const order = await aPaidOrder(shop, userId, [{ product: dress, quantity: 3 }])
    const cause = { byUser: userId, reason: 'Damaged' }
    await shop.db.transaction((db) => adjustStock(db, m, -1, 'adjustment', cause))
    const read = (query: Partial<Parameters<typeof readLedger>[2]> = {}, limit = 25) =>
      readLedger(
        shop.db,
        dress.productId,
        { variantId: null, kind: null, after: null, ...query },
        limit,
      )
    const { rows, next } = await read()
    expect(rows.map((row) => [row.size, row.kind, row.quantity, row.balance])).toEqual([
      ['M', 'adjustment', -1, 3],
      ['S', 'sale', -3, 7],
      ['S', 'release', 3, 10],
      ['S', 'reservation', -3, 7],
      ['M', 'opening', 4, 4],
      ['S', 'opening', 10, 10],
    ])
    expect(next).toBeNull()
    expect(rows[0]).toMatchObject({ reason: 'Damaged', by: expect.stringContaining('Chisomo') })
    expect(rows[1]).toMatchObject({ orderNumber: order.order.orderNumber, saleNumber: null })
    expect(new Date(rows[0]?.at ?? '').getTime()).toBeGreaterThan(0)

    const first = await read({}, 4)
    const rest = await read({ after: first.next }, 4)
    expect([...first.rows, ...rest.rows]).toEqual(rows)
    expect((await read({ variantId: m })).rows).toHaveLength(2)
    const sold = (await read({ kind: 'sale' })).rows
    expect(sold.map((row) => row.balance)).toEqual([7])
    expect((await read({ after: "1'; drop" })).rows).toHaveLength(6)
  })

  test('is read page by page whatever its length, from any place in it', async () => {
    const dress = await aProduct(shop, { stock: 50 })
    for (let n = 1; n <= 11; n += 1)
      await shop.db.transaction((db) => adjustStock(db, dress.variantId, -1, 'adjustment', {}))
    const read = (after: string | null, limit: number) =>
      readLedger(shop.db, dress.productId, { variantId: null, kind: null, after }, limit)
    const whole = await read(null, 12)
    expect([whole.rows.length, whole.next]).toEqual([12, null])
    const pages = []
    let after: string | null = null
    do {
      const page: Awaited<ReturnType<typeof read>> = await read(after, 5)
      pages.push(page.rows)
      after = page.next
    } while (after)
    expect(pages.map((rows) => rows.length)).toEqual([5, 5, 2])
    expect(pages.flat()).toEqual(whole.rows)
    for (const nonsense of ['x1', '1x', '1'.repeat(16), ''])
      expect((await read(nonsense, 12)).rows, nonsense).toHaveLength(12)
  })

  test('names its product, even when archived, and every size that it ever had, retired ones last', async () => {
    const dress = await aProduct(shop, {
      stock: 4,
      size: 'S',
      sku: 'DRS-9',
      barcode: '2000000000015',
    })
    await aSize(dress, 'M', 1)
    await aSize(dress, 'L', 2)
    await shop.db.update(variants).set({ retiredAt: new Date() }).where(eq(variants.size, 'S'))
    expect(await listLedgerVariants(shop.db, dress.productId)).toEqual([
      { id: expect.any(String), size: 'M', color: null, isRetired: false },
      { id: expect.any(String), size: 'L', color: null, isRetired: false },
      { id: dress.variantId, size: 'S', color: null, isRetired: true },
    ])
    const product = {
      id: dress.productId,
      name: dress.name,
      slug: dress.name.toLowerCase().replace(' ', '-'),
      sku: 'DRS-9',
      barcode: '2000000000015',
      isTracked: true,
    }
    expect(await findLedgerProduct(shop.db, dress.productId)).toEqual({
      ...product,
      isArchived: false,
    })
    await shop.db.update(products).set({ archivedAt: new Date() })
    expect(await findLedgerProduct(shop.db, dress.productId)).toEqual({
      ...product,
      isArchived: true,
    })
    expect(await findLedgerProduct(shop.db, randomUUID())).toBeUndefined()
  })
})
