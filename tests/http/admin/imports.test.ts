import { asc, eq, inArray, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import {
  auditLog,
  categories,
  importEntries,
  productSearch,
  products,
  profiles,
  users,
  variants,
} from '../../../app/db/tables.server.ts'
import { addressForPhone, openAccountFor } from '../../../app/modules/accounts/add-customer.ts'
import { saveProduct } from '../../../app/modules/catalogue/edit/save-product.ts'
import { readProduct } from '../../../app/rules/catalogue/product-form.ts'
import { EMPTY_PRODUCT } from '../../../app/rules/catalogue/product-values.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { anAdmin, aUser } from '../../support/factories.ts'
import { bringIn, checkFile, sendFile } from '../../support/imports/imports.ts'

const app = useApp()
let admin: SignedIn
beforeEach(async () => {
  admin = await app.signIn('admin')
})

const LIST = '/admin/import'
/** Checks a file; returns the path of its page. */
const check = async (kind: string, text: string, fields: Record<string, string> = {}) =>
  `${LIST}/${await checkFile(app, admin, LIST, Buffer.from(text), { kind, ...fields })}`
const bringInAt = (path: string) => bringIn(app, admin, path.slice(LIST.length + 1))
const download = async (path: string) => (await admin.fetch(path)).text()
const textOf = (html: string) =>
  html
    .replace(/<!--.*?-->/g, '')
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
const see = async (path: string) => textOf(await download(path))

/** Products with everything that a file can carry, and texts that a spreadsheet would take for formulas. */
async function fillShop() {
  const actor = await anAdmin(app.shop)
  const [top] = await app.shop.db
    .insert(categories)
    .values({ name: 'Dresses', slug: 'dresses' })
    .returning()
  const [sub] = await app.shop.db
    .insert(categories)
    .values({ name: 'Maxi, long', slug: 'maxi', parentId: top?.id })
    .returning()
  const [slash] = await app.shop.db
    .insert(categories)
    .values({ name: 'Dresses/Maxi, long\\', slug: 'slash' })
    .returning()
  const [subSlash] = await app.shop.db
    .insert(categories)
    .values({ name: 'Tops/Shirts', slug: 'tops', parentId: slash?.id })
    .returning()
  const full = {
    ...EMPTY_PRODUCT,
    name: '=Sunny "Dress"; new',
    sku: '-S1',
    price: '25000',
    compare_price: '30000',
    cost_price: '12000',
    barcode: '2000000000008',
    category_id: sub?.id ?? '',
    brand: "'=Zovala",
    weight: '0.35',
    status: 'inactive',
    featured: true,
    short_description: '@noon',
    description: 'Two\r\nlines, and a "quote"\n\n- and a list',
    meta_title: '+title',
    meta_description: ' x',
    tags: ['linen', 'a, b', '=tag', 'back\\slash'],
    variants: [
      {
        size: 'S',
        color: 'Red',
        sku: 'S1-S',
        barcode: '5012345678900',
        inventory: '3',
        loaded: '0',
      },
      { size: 'M', color: 'Black/White', sku: '', barcode: '', inventory: '0', loaded: '0' },
    ],
  }
  const plain = { ...EMPTY_PRODUCT, name: '=Sunny "Dress"; new', sku: 'P1', price: '0' }
  for (const values of [
    full,
    { ...plain, inventory_quantity: '8', category_id: slash?.id ?? '' },
    { ...plain, sku: 'P2', trackInventory: false, category_id: subSlash?.id ?? '' },
  ]) {
    const read = readProduct(values, false)
    if (!read.ok) throw new Error(JSON.stringify(read.errors))
    const saved = await saveProduct(app.shop, actor, read.product, null)
    if (!saved.ok) throw new Error(saved.reason)
  }
}

test('the sample of each kind is a file with every column, and its check finds nothing wrong', async () => {
  for (const [kind, count] of [
    ['products', 2],
    ['customers', 3],
  ] as const) {
    const answer = await admin.fetch(`/admin/import/sample.csv?kind=${kind}`)
    expect(answer.headers.get('content-disposition')).toContain(`sample-${kind}.csv`)
    const path = await check(kind, await answer.text())
    expect(textOf((await admin.open(path)).html)).toMatch(
      new RegExp(`${count} ${kind}.*\\b${count} +new,.*\\b0 +faulty`, 's'),
    )
  }
  expect((await admin.open('/admin/import?kind=stock')).html).toContain(
    '/admin/import/sample.csv?kind=stock',
  )
  const isExport = eq(auditLog.action, 'exported')
  expect(await app.shop.db.$count(auditLog, isExport)).toBe(0)
  for (const kind of ['prices', 'stock'])
    await (await admin.fetch(`/admin/import/sample.csv?kind=${kind}`)).text()
  expect(await app.shop.db.select().from(auditLog).where(isExport)).toMatchObject([
    { entity: 'product', label: 'sample-prices' },
    { entity: 'product', label: 'sample-stock' },
  ])
})

test('an export of products changes nothing when it is imported, and makes the same shop out of an empty one', async () => {
  await fillShop()
  const file = await download('/admin/products.csv?sort=created')
  const same = await check('products', file)
  expect(await see(same)).toContain('There is nothing to import')
  expect(await app.shop.db.select({ state: importEntries.state }).from(importEntries)).toEqual(
    Array.from({ length: 3 }, () => ({ state: 'same' })),
  )
  const found = await app.shop.db.select({ words: sql<string>`document::text` }).from(productSearch)

  await app.shop.db.delete(products)
  await app.shop.db.delete(categories)
  await bringInAt(await check('products', file, { categories: 'true' }))
  expect(withoutDates(await download('/admin/products.csv?sort=created'))).toBe(withoutDates(file))
  expect(
    await app.shop.db.select({ words: sql<string>`document::text` }).from(productSearch),
  ).toEqual(found)
  const stock = await download('/admin/stock.csv')
  expect(await see(await check('stock', stock))).toContain('There is nothing to import')
})

test('an export of prices, customers and archived products changes nothing when it is imported; each exported file is in the log', async () => {
  await fillShop()
  const prices = await download('/admin/products.csv')
  expect(await see(await check('prices', prices))).toContain('There is nothing to import')
  const abroad = await aUser(app.shop)
  const at = (userId: string) => eq(profiles.userId, userId)
  await app.shop.db
    .update(profiles)
    .set({ phone: '+27821234567', fullName: '=Thandi' })
    .where(at(abroad.userId))
  const landline = await aUser(app.shop)
  await app.shop.db.update(profiles).set({ phone: '+2651770123' }).where(at(landline.userId))
  const caller = { email: '', name: 'Caller', phone: '+265991234567' }
  await app.shop.db.transaction(async (db) =>
    openAccountFor(db, app.shop.config, await anAdmin(app.shop), caller),
  )
  const customers = () => download('/admin/customers.csv?sort=name')
  const file = await customers()
  expect(file).toContain('Caller,,265 991 234 567,')
  expect(await see(await check('customers', file))).toContain('There is nothing to import')
  const emails = [abroad.email, landline.email, addressForPhone(app.shop.config, caller.phone)]
  await app.shop.db.delete(users).where(inArray(users.email, emails))
  await bringInAt(await check('customers', file))
  expect(withoutDates(await customers())).toBe(withoutDates(file))
  const back = await app.shop.db
    .select({ phone: profiles.phone })
    .from(profiles)
    .innerJoin(users, eq(users.id, profiles.userId))
    .where(inArray(users.email, emails))
    .orderBy(profiles.phone)
  expect(back).toEqual([
    { phone: '+2651770123' },
    { phone: '+265991234567' },
    { phone: '+27821234567' },
  ])

  await app.shop.db.update(products).set({ archivedAt: new Date() })
  const archived = await download('/admin/products.csv?show=archived')
  expect(await see(await check('products', archived))).toContain('There is nothing to import')
  expect(
    await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported')),
  ).toMatchObject([
    { entity: 'product', byUser: admin.userId },
    { entity: 'person' },
    { entity: 'person' },
    { entity: 'product', after: { isArchived: true } },
  ])
})

test('an exported file of more than ten thousand rows is imported unchanged', async () => {
  await app.shop.db.execute(
    sql`insert into users (name, email, email_verified)
      select 'Person ' || n, 'many' || n || '@example.com', true from generate_series(1, 10500) n`,
  )
  const path = await check('customers', await download('/admin/customers.csv'))
  expect(await see(path)).toContain('There is nothing to import')
  const states = await app.shop.db
    .select({ state: importEntries.state, count: sql`count(*)`.mapWith(Number) })
    .from(importEntries)
    .groupBy(importEntries.state)
  expect(states).toEqual([{ state: 'same', count: 10_501 }])
}, 120_000)

const withoutDates = (file: string) =>
  file.replace(/\w{3} \d+, \d{4}[^\r\n]*/g, '').replace(/\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?/g, '')

test('a file of 200 rows with 10 faults: 190 go in, each fault stands on the screen and in a file, a second run changes nothing', async () => {
  const rows = Array.from({ length: 200 }, (_, n) =>
    n % 20 === 7 ? `Bad ${n},B-${n},12.50,1` : `Dress ${n},G-${n},${1000 + n},${n % 9}`,
  )
  const file = ['Name;SKU;Price;Stock', ...rows.map((row) => row.replaceAll(',', ';'))].join('\r\n')
  const path = await check('products', `\ufeff${file}`)
  const shown = await see(path)
  expect(shown).toContain('Row 9, Price:')
  expect(shown).toContain(
    'Please use a whole number of kwacha, like 125,000. The file says “12.50”.',
  )
  expect(await see(`${path}?show=new`)).toContain('G-0 Dress 0')
  const faults = await download(`${path}/faults.csv`)
  expect(faults.trim().split('\r\n')).toHaveLength(11)
  expect(faults).toContain('9,Price,"Please use a whole number of kwacha, like 125,000.",12.50,B-7')
  await bringInAt(path)
  const done = await see(path)
  expect(done).toContain('Fix these rows in your file and import it again')
  expect(done).toContain('190 added, 0 changed')
  expect(done).not.toContain('Import started')
  expect(await see(`${path}?show=added`)).toMatch(/G-0 Dress 0 Row 2 .*Added/)
  expect(await app.shop.db.$count(products)).toBe(190)
  const before = await app.shop.db.select().from(variants).orderBy(asc(variants.sku))
  await bringInAt(await check('products', file))
  expect(await app.shop.db.select().from(variants).orderBy(asc(variants.sku))).toEqual(before)
  const logged = await app.shop.db.select().from(auditLog).where(eq(auditLog.entity, 'import'))
  expect(logged.map(({ action }) => action).toSorted()).toEqual([
    'created',
    'created',
    'exported',
    'imported',
  ])
})

test('an import lists added rows before unchanged ones, with links to them', async () => {
  const file = 'Name,SKU,Price\nShirt,S-1,1000\n'
  await bringInAt(await check('products', file))
  const path = await check('products', `${file}Skirt,S-2,2000\n`)
  await bringInAt(path)
  const html = (await download(path)).replace(/<!--.*?-->/g, '')
  expect(html).toMatch(/aria-current="true"[^>]*>Added 1</)
  expect(html).toMatch(/href="\/admin\/products"[^>]*>See the products</)
})

test('an unreadable import file is refused with a message', async () => {
  const refused = async (file: string | Buffer) => {
    const answer = await sendFile(admin, LIST, Buffer.from(file), { kind: 'products' })
    expect(answer.headers.get('location')).toBe('/admin/import?kind=products')
    return see('/admin/import')
  }
  expect(await refused(Buffer.from('SKU,Name\nA,caf\xe9', 'latin1'))).toContain(
    'CSV UTF-8 (Comma delimited)',
  )
  expect(await refused('Name,Price\nA,1\n')).toContain('There is no column called SKU or Handle.')
  expect(await refused('SKU,SKU\nA,1\n')).toContain('Two columns are called SKU.')
  expect(await refused('')).toContain('Please choose a CSV file.')
})
