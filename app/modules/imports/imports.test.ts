import { asc, eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import {
  auditLog,
  categories,
  importEntries,
  products,
  profiles,
  stockMovements,
  users,
  variants,
} from '../../db/tables.server.ts'
import { COLUMNS } from '../../rules/imports/columns.ts'
import type { CsvKind } from '../../rules/imports/imports.ts'
import type { Actor } from '../audit/record-audit.ts'
import { takeStock } from '../stock/move-stock.ts'
import { checkImport } from './check-import.ts'
import { confirmImport } from './confirm-import.ts'
import { deleteImport } from './delete-import.ts'
import { findImport } from './find-import.ts'
import { listEntries } from './list-entries.ts'
import { runImport } from './run-import.ts'
import { sampleRows } from './sample-rows.ts'
import { startImport } from './start-import.ts'

const shop = useShop()
let actor: Actor
beforeEach(async () => {
  actor = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
})

async function check(kind: CsvKind, lines: string[], addsCategories = false) {
  const bytes = Buffer.from(lines.join('\r\n'))
  const started = await startImport(shop, actor, {
    name: 'a.csv',
    size: bytes.length,
    open: () => [bytes],
    kind,
    addsCategories,
  })
  if (!started.ok) throw new Error(started.reason)
  await checkImport(shop, started.id)
  return started.id
}
async function run(id: string) {
  await confirmImport(shop, actor, id)
  await runImport(shop, id)
  return id
}
const rowsIn = async (id: string) => {
  const file = await findImport(shop.db, id)
  const counts = Object.entries(file?.counts ?? {})
  return Object.fromEntries(counts.flatMap(([state, { rows }]) => (rows ? [[state, rows]] : [])))
}
const faultsOf = async (id: string) =>
  (
    await shop.db
      .select({ faults: importEntries.faults })
      .from(importEntries)
      .where(eq(importEntries.importId, id))
      .orderBy(asc(importEntries.row))
  ).flatMap(({ faults }) => faults.map(({ row, column, code }) => `${row} ${column} ${code}`))

const DRESSES = [
  'Handle,Name,SKU,Price,Size,Color,Stock,Category',
  'maxi,Maxi Dress,MX,"25,000",S,Red,3,Dresses / Maxi',
  'maxi,,,,M,Red,4,',
  'wrap,Wrap Dress,WR,MK 18000,,,7,Dresses',
]

test('an import of products creates their sizes, stock movements and categories; a second run changes nothing', async () => {
  const first = await run(await check('products', DRESSES, true))
  expect(await rowsIn(first)).toEqual({ added: 3 })
  const all = await shop.db.select().from(products).orderBy(asc(products.sku))
  expect(all).toMatchObject([
    { slug: 'maxi', name: 'Maxi Dress', price: 25_000, inventoryQuantity: 7 },
    { slug: 'wrap', name: 'Wrap Dress', price: 18_000, inventoryQuantity: 7 },
  ])
  const tree = await shop.db.select().from(categories)
  expect(tree.map(({ name }) => name).toSorted()).toEqual(['Dresses', 'Maxi'])
  expect((await shop.db.select().from(stockMovements)).map(({ kind }) => kind)).toEqual(
    Array(3).fill('opening'),
  )
  const second = await check('products', DRESSES, true)
  expect(await rowsIn(second)).toEqual({ same: 3 })
  expect(await confirmImport(shop, actor, second)).toMatchObject({ reason: 'import-nothing-good' })
})

test('the sample file of each kind passes the import’s check, in an empty shop and in one with products', {
  tags: 'slow',
}, async () => {
  const sample = async (kind: CsvKind) => {
    const lines = [
      COLUMNS[kind].read,
      ...(await sampleRows(shop, kind)).map((row) =>
        COLUMNS[kind].read.map((column) => `"${row[column] ?? ''}"`),
      ),
    ]
    return check(
      kind,
      lines.map((cells) => cells.join()),
    )
  }
  expect(await rowsIn(await run(await sample('products')))).toEqual({ added: 3 })
  expect(await rowsIn(await run(await sample('customers')))).toEqual({ added: 3 })
  await run(await check('products', DRESSES, true))
  expect(await rowsIn(await sample('products'))).toEqual({ changed: 2, same: 1 })
  expect(await rowsIn(await sample('prices'))).toEqual({ same: 3 })
  // What is paid and not packed yet lies there too, and who counts counts it.
  const [wrap] = await shop.db
    .select({
      productId: products.id,
      variantId: variants.id,
      price: products.price,
      name: products.name,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(eq(variants.sku, 'WR'))
  if (!wrap) throw new Error('no wrap dress')
  await aPaidOrder(shop, (await aUser(shop)).userId, [{ product: wrap, quantity: 2 }])
  expect(await sampleRows(shop, 'stock')).toContainEqual({
    SKU: 'WR',
    'On hand': '5',
    Counted: '7',
  })
  expect(Object.keys(await rowsIn(await sample('stock')))).toEqual(['same'])
  await shop.db.insert(categories).values({ name: 'Bags', slug: 'bags' })
  const sampled = await sampleRows(shop, 'products')
  expect(sampled.map(({ Name = '', Category = '' }) => [Name, Category])).toEqual([
    ['Sample wrap dress', 'Dresses'],
    ['', ''],
    ['Sample canvas bag', 'Bags'],
  ])
  expect(await shop.db.$count(products, eq(products.status, 'active'))).toBe(2)
})

test('the rows of one product make one product with its errors, however far apart they are in a long file', async () => {
  const between = Array.from({ length: 1200 }, (_, n) => `one-${n},Dress ${n},O-${n},1000,,,1,`)
  const file = [...DRESSES.slice(0, 2), ...between, 'maxi,,,,M,Red,4,', 'maxi,,O-7,,L,Red,1,']
  const bytes = Buffer.from(file.join('\n'))
  const started = await startImport(shop, actor, {
    name: 'long.csv',
    kind: 'products',
    addsCategories: false,
    size: bytes.length,
    open: () => [bytes],
  })
  expect(started).toMatchObject({ ok: true })
  expect(await shop.db.$count(importEntries)).toBe(1201)
  const [maxi] = await shop.db.select().from(importEntries).where(eq(importEntries.row, 2))
  expect(maxi).toMatchObject({
    label: 'MX',
    rowCount: 3,
    cells: [{ row: 2 }, { row: 1203, cells: { Size: 'M' } }, { row: 1204 }],
    faults: [{ row: 1204, column: 'SKU', code: 'sku-twice', first: 10 }],
  })
})

test('every invalid row is reported with row number, column and message; the valid ones are imported', async () => {
  await aProduct(shop, { sku: 'TAKEN', barcode: '2000000000008', name: 'Taken', slug: 'taken' })
  const id = await check('products', [
    'Name,SKU,Barcode,Price,Size,Featured,Category',
    'No price,A-1,,,,,',
    'Cents,A-2,,12.50,,,',
    'Barcode,A-3,2000000000008,1,,,',
    'Shortened,A-4,2.3E+12,1,,,',
    'Size,A-5,,1,Huge,,',
    'Flag,A-6,,1,,maybe,',
    'Category,A-7,,1,,,Nowhere',
    ',A-8,,1,,,',
    'Twice,A-1,,1,,,',
    'Good,A-9,,1,,,',
  ])
  expect(await faultsOf(id)).toEqual([
    '2 Price form',
    '3 Price form',
    '4 Barcode barcode-taken',
    '5 Barcode number-shortened',
    '6 Size size-not-listed',
    '7 Featured yes-or-no',
    '8 Category category-unknown',
    '9 Name form',
    '10 SKU sku-twice',
  ])
  expect(await rowsIn(await run(id))).toEqual({ bad: 9, added: 1 })
  expect(await shop.db.$count(products)).toBe(2)
})

test('an imported entry keeps its name, and the report says what it changed', async () => {
  await run(await check('products', DRESSES, true))
  const id = await run(
    await check('products', ['SKU,Name,Price', 'MX,Maxi Dress,30000', 'N-1,New,1']),
  )
  const page = await listEntries(shop.db, {
    importId: id,
    states: ['added', 'edited'],
    after: null,
    limit: 9,
  })
  const changes = [{ column: 'Price', from: '25000', to: '30000' }]
  expect(page.rows).toMatchObject([
    { label: 'MX', cells: [{ row: 2, cells: { Name: 'Maxi Dress' } }], plan: { changes } },
    { label: 'N-1', cells: [{ row: 3, cells: { Name: 'New' } }], plan: { changes: [] } },
  ])
})

test('columns and sizes that the file lacks, and existing stock, stay unchanged', async () => {
  await run(await check('products', DRESSES, true))
  const id = await check('products', [
    'SKU,Handle,Size,Color,Stock,Featured',
    'MX,maxi,M,Red,99,yes',
    ',maxi,L,Red,5,',
  ])
  expect(await rowsIn(await run(id))).toEqual({ edited: 2 })
  const [maxi] = await shop.db.select().from(products).where(eq(products.sku, 'MX'))
  expect(maxi).toMatchObject({ featured: true, price: 25_000, inventoryQuantity: 12 })
  const sizes = await shop.db.select().from(variants).orderBy(asc(variants.position))
  expect(
    sizes
      .filter((one) => one.productId === maxi?.id)
      .map(({ size, inventory }) => `${size} ${inventory}`),
  ).toEqual(['S 3', 'M 4', 'L 5'])
})

test('a product that somebody saved while the file waited is not overwritten', async () => {
  await run(await check('products', DRESSES, true))
  const first = await check('prices', ['SKU,Price', 'MX,1000', 'NONE,1'])
  const second = await check('prices', ['SKU,Price', 'MX,2000'])
  expect(await faultsOf(first)).toEqual(['3 SKU product-unknown'])
  await run(second)
  await run(first)
  expect(await faultsOf(first)).toEqual(['2 SKU saved-meanwhile', '3 SKU product-unknown'])
  const [maxi] = await shop.db.select().from(products).where(eq(products.sku, 'MX'))
  expect(maxi?.price).toBe(2000)
})

test('an imported count books the difference, so that units sold meanwhile stay sold, and does not replace another count', async () => {
  const { variantId } = await aProduct(shop, { stock: 10 })
  const [{ sku } = { sku: '' }] = await shop.db.select().from(variants)
  const file = ['SKU,On hand,Counted', `${sku},10,12`, 'NONE,1,1']
  const id = await check('stock', file)
  const rival = await check('stock', [`SKU,On hand,Counted`, `${sku},10,11`])
  await shop.db.transaction((db) => takeStock(db, [{ variantId, quantity: 3 }], 'pos_sale', {}))
  await run(id)
  expect((await shop.db.select().from(variants))[0]?.inventory).toBe(9)
  expect(await faultsOf(id)).toEqual(['3 SKU variant-unknown'])
  await run(rival)
  expect(await faultsOf(rival)).toEqual(['2 SKU counted-meanwhile'])
  expect(await rowsIn(await check('stock', ['SKU,On hand,Counted', `${sku},1,`]))).toEqual({
    same: 1,
  })
  // A decimal comma is not taken for a separator of thousands.
  const decimal = await check('stock', ['SKU;Counted', `${sku};12,0`, `${sku}-M;1,200`])
  expect(await faultsOf(decimal)).toEqual(['2 Counted stock-bad', '3 SKU variant-unknown'])
})

test('a column Counted includes the units reserved for orders, a column On hand does not', async () => {
  const product = await aProduct(shop, { stock: 10 })
  await aPaidOrder(shop, (await aUser(shop)).userId, [{ product, quantity: 2 }])
  const [{ sku } = { sku: '' }] = await shop.db.select().from(variants)
  for (const file of [`SKU,Counted\n${sku},10`, `SKU,On hand\n${sku},8`])
    expect(await rowsIn(await check('stock', file.split('\n')))).toEqual({ same: 1 })
  const id = await check('stock', ['SKU,Counted', `${sku},9`])
  await run(id)
  expect((await shop.db.select().from(variants))[0]?.inventory).toBe(7)
  expect(await rowsIn(await check('stock', ['SKU,Counted', `${sku},9`]))).toEqual({ same: 1 })
})

test('customers are added without a password; existing customers keep their details, and staff are skipped', async () => {
  const known = await aUser(shop)
  await shop.db.update(profiles).set({ phone: '+265888000000' })
  const id = await check('customers', [
    'Email,Name,Phone',
    'New@Example.com,Mary Phiri,0991 234 567',
    `${known.email},Another Name,0999 999 999`,
    'nobody,Nobody,12',
    'new@example.com,Twice,',
  ])
  expect(await rowsIn(await run(id))).toEqual({ added: 1, same: 1, bad: 2 })
  const [mary] = await shop.db.select().from(users).where(eq(users.email, 'new@example.com'))
  const [profile] = await shop.db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, mary?.id ?? ''))
  expect(profile).toMatchObject({
    fullName: 'Mary Phiri',
    phone: '+265991234567',
    role: 'customer',
  })
  const kept = await shop.db.select().from(profiles).where(eq(profiles.userId, known.userId))
  expect(kept[0]).toMatchObject({ phone: '+265888000000' })
  const named = await shop.db.select().from(importEntries).where(eq(importEntries.state, 'added'))
  expect(named).toMatchObject([{ label: '', cells: [], plan: null }])
})

test('a customer with the longest address that an account can have is known again in a file', async () => {
  const email = `${'a'.repeat(60)}@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.example.mw`
  const { userId } = await aUser(shop)
  await shop.db.update(users).set({ email }).where(eq(users.id, userId))
  expect(await rowsIn(await check('customers', ['Email,Name,Phone', `${email},,`]))).toEqual({
    same: 1,
  })
})

test('the name in a file of customers replaces that of an account whose address nobody has proved, once', async () => {
  const email = 'mary@example.com'
  await shop.db.insert(users).values({ name: 'Stranger Danger', email })
  const file = (name: string) => ['Email,Name', `${email},${name}`]
  expect(await rowsIn(await check('customers', file('Stranger Danger')))).toEqual({ same: 1 })
  const id = await check('customers', file('Mary Phiri'))
  expect(await rowsIn(await run(id))).toEqual({ edited: 1 })
  expect(await rowsIn(await check('customers', file('Mary Banda')))).toEqual({ same: 1 })
  const [user] = await shop.db.select().from(users).where(eq(users.email, email))
  expect(user?.name).toBe('Mary Phiri')
  const [profile] = await shop.db
    .select()
    .from(profiles)
    .where(eq(profiles.userId, user?.id ?? ''))
  expect(profile?.fullName).toBe('Mary Phiri')
})

test('two runs at once, and one that was killed, import each row once', {
  tags: 'slow',
}, async () => {
  const id = await check('products', [
    'Name,SKU,Price,Stock',
    ...Array.from({ length: 12 }, (_, n) => `Dress ${n},K-${n},1000,5`),
  ])
  await confirmImport(shop, actor, id)
  await Promise.all([runImport(shop, id), runImport(shop, id), confirmImport(shop, actor, id)])
  await runImport(shop, id)
  expect(await rowsIn(id)).toEqual({ added: 12 })
  expect(await shop.db.$count(products)).toBe(12)
  expect(await shop.db.$count(stockMovements)).toBe(12)
  expect(await shop.db.$count(auditLog, eq(auditLog.entity, 'product'))).toBe(12)
  expect(await shop.db.$count(auditLog, eq(auditLog.action, 'imported'))).toBe(1)
})

test.each([
  ['whose connection is lost', 'perform pg_terminate_backend(pg_backend_pid())'],
  ['that the database ends for a deadlock', "raise 'deadlock' using errcode = '40P01'"],
  ['that the database ends for its time', "raise 'timeout' using errcode = '57014'"],
])(
  'an import %s in the middle reports no row as faulty, imports the rows after it, and that row on the next try',
  async (_, ends) => {
    const id = await check('products', [
      'Name,SKU,Price,Stock',
      ...Array.from({ length: 6 }, (_, n) => `Dress ${n},K-${n},1000,5`),
    ])
    await confirmImport(shop, actor, id)
    // The server gives up on the fourth product, once: what counts it is not rolled back.
    await shop.db.execute(sql`create sequence times_lost`)
    await shop.db.execute(
      sql.raw(`create function lose() returns trigger language plpgsql as $$ begin
      if nextval('times_lost') = 1 then ${ends}; end if;
      return new; end $$`),
    )
    await shop.db.execute(
      sql`create trigger lost before insert on products for each row when (new.sku = 'K-3') execute function lose()`,
    )
    try {
      await expect(runImport(shop, id)).rejects.toThrow()
      expect(await rowsIn(id)).toEqual({ added: 5, new: 1 })
      await runImport(shop, id)
    } finally {
      await shop.db.execute(sql`drop function lose cascade`)
      await shop.db.execute(sql`drop sequence times_lost`)
    }
    expect(await rowsIn(id)).toEqual({ added: 6 })
    expect(await shop.db.$count(products)).toBe(6)
    expect((await findImport(shop.db, id))?.state).toBe('done')
  },
)

test('a row at which the database fails in all five tries is reported, and the import ends with all other rows', async () => {
  const id = await check('products', [
    'Name,SKU,Price',
    ...Array.from({ length: 6 }, (_, n) => `Dress ${n},K-${n},1000`),
  ])
  await confirmImport(shop, actor, id)
  await shop.db.execute(
    sql.raw(`create function dawdle() returns trigger language plpgsql as $$ begin
      raise 'timeout' using errcode = '57014'; end $$`),
  )
  await shop.db.execute(
    sql`create trigger slow before insert on products for each row when (new.sku = 'K-3') execute function dawdle()`,
  )
  try {
    for (let tries = 1; tries < 5; tries += 1) {
      await expect(runImport(shop, id)).rejects.toThrow()
      expect(await rowsIn(id)).toEqual({ added: 5, new: 1 })
    }
    await runImport(shop, id)
  } finally {
    await shop.db.execute(sql`drop function dawdle cascade`)
  }
  expect(await rowsIn(id)).toEqual({ added: 5, bad: 1 })
  expect(await faultsOf(id)).toEqual(['5  given-up'])
  expect((await findImport(shop.db, id))?.state).toBe('done')
})

test('an import that no job works on is shown as stopped, and continues on request', async () => {
  const id = await check('products', ['Name,SKU,Price', 'Dress,K-1,1000'])
  const forget = () => shop.db.execute(sql`delete from pgboss.job where name like '%-import'`)
  const isStopped = async () => (await findImport(shop.db, id))?.isStopped
  const waiting = async () =>
    (await shop.db.execute(sql`select from pgboss.job where name = 'run-import'`)).rows.length
  expect(await isStopped()).toBe(false)
  await confirmImport(shop, actor, id)
  expect([await isStopped(), await waiting()]).toEqual([false, 1])
  // At work, it is not to be deleted.
  expect(await deleteImport(shop, actor, id)).toEqual({ ok: false, reason: 'not-found' })
  // As after the last of its tries.
  await forget()
  expect(await isStopped()).toBe(true)
  await Promise.all([confirmImport(shop, actor, id), confirmImport(shop, actor, id)])
  expect([await isStopped(), await waiting()]).toEqual([false, 1])
  await runImport(shop, id)
  await forget()
  expect(await isStopped()).toBe(false)
  expect(await rowsIn(id)).toEqual({ added: 1 })
})

test('a stopped import can be deleted, and its remaining rows are then never imported', async () => {
  const id = await check('products', ['Name,SKU,Price', 'Dress,K-1,1000'])
  await confirmImport(shop, actor, id)
  await shop.db.execute(sql`delete from pgboss.job where name like '%-import'`)
  expect(await deleteImport(shop, actor, id)).toEqual({ ok: true })
  expect(await findImport(shop.db, id)).toBeNull()
})

test("a product that is archived in the file's shop is skipped with an error that says so", async () => {
  const id = await check('products', [
    'Name,SKU,Price,Archived',
    'Coat,CO-1,1000,yes',
    'Hat,HA-1,1000,no',
  ])
  expect(await faultsOf(id)).toEqual(['2 Archived product-archived-there'])
  await run(id)
  expect((await shop.db.select().from(products)).map(({ name }) => name)).toEqual(['Hat'])
})
