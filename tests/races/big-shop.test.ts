import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeCursor, readCursor, writeCursor } from '../../app/db/keyset.server.ts'
import { findStockDrift } from '../../app/modules/stock/move-stock.ts'
import { fillBigShop } from '../../bench/big-shop.ts'
import { loadBuild, type SignedIn, useApp } from '../support/app.ts'
import { explain, onlyReads, recordQueries } from '../support/queries.ts'
import { fillIn, listAddresses } from '../support/route-table.ts'

/** Tables that grow with the shop. */
const BIG = new Set([
  'orders',
  'order_items',
  'order_events',
  'payments',
  'products',
  'product_images',
  'variants',
  'stock_movements',
  'users',
  'profiles',
  'addresses',
  'pos_sales',
  'pos_sale_items',
  'shifts',
  'audit_log',
  'newsletter_subscribers',
  'reviews',
  'returns',
])
/** The most rows of a big table that one step of a plan may read. */
const MOST_ROWS = 5000
/** The dashboard sums up thirty days and the tree of categories counts the products: they read those, by index. */
const MORE_ROWS: Record<string, number> = { '/admin': 20_000, '/admin/categories': 10_000 }
/** By their quantity all are read: an index on it would cost every sale more than this costs a list. */
const BY_STOCK = /(order by|and) [^;]*("inventory_quantity"|"variants"."inventory")/
const STOCK = new Set(['products', 'variants'])
/** The most statements for one screen, the question who asks included; of a list two more, where one of it is open beside it. */
const MOST_QUERIES = 12
const MOST_WITH_ONE_OPEN = 14
const IS_OPEN = /[?&](order|sale)=/
/** What the queue looks up for itself each minute, whoever asks meanwhile. */
const isOfQueue = ({ text }: { text: string }) => /from \S*pgboss"?\.queue\b/i.test(text)

/** A common name, ware and mail host; three letters, two and one, common and rare; a whole name, number and e-mail; and what nobody is called. */
const ALL_TERMS = [
  'banda',
  'dress',
  'gmail',
  'ban',
  'zv',
  'b',
  'xq',
  'Chisomo Banda',
  'FSC-2026-0999',
  'ZV-00123',
  'banda4',
  '0991',
  'qqxzv',
  '100%',
  '0991234567',
]
/** Of them those that are worst for an index; `npm run test:long` tries all (BIG_SHOP=all). */
const TERMS =
  process.env['BIG_SHOP'] === 'all' ? ALL_TERMS : ['banda', 'xq', 'Chisomo Banda', '0991', '100%']

const ID = '00000000-0000-4000-8000-000000000000'
const LONG_AGO = writeCursor({ value: '2025-12-01 10:00:00+00', id: ID })

let database: Client
const app = useApp({}, async (url) => {
  database = new Client({ connectionString: url })
  await database.connect()
  await fillBigShop(database)
  // What a screen of its own is opened for below.
  await database.query(`insert into stock_counts default values; insert into deliveries default values;
    update orders set expires_at = now() + interval '1 day'
      where id = (select id from orders where status = 'pending' and review_reason is null order by created_at desc limit 1);
    insert into imports (kind, file_name, state, rows, by_user, ip)
      select 'products', 'products.csv', 'checked', 1, id, '10.0.0.1' from users limit 1;
    insert into price_changes (name, kind, value, starts_at) values ('Sale', 'percent', 10, now() + interval '1 day');
    insert into priced_products (change_id, product_id)
      select c.id, p.id from price_changes c, (select id from products order by id limit 5000) p`)
})
afterAll(() => database?.end())

/** Health compares whole tables: it is what that screen is for. */
const ADMIN = listAddresses((await loadBuild()).routes).filter(
  ({ id, around }) =>
    around.some((layout) => layout.startsWith('routes/admin/')) &&
    // That of who has no account is asked for below: its address names them.
    !/(unknown|upload|health\/screen|contact-file)$/.test(id),
)

/** Each table that knows something of a person is asked once for the file of all that is known. */
const TABLES_OF_A_PERSON = 34

/** A file has all rows of a list, page by page, each as quick as it can be. */
const isFile = (path: string) => /\.(csv|zip)(\?|$)/.test(path)
const place = (path: string) => path.split('?')[0] ?? ''
const decode = (text: string) => text.replaceAll('&amp;', '&')
const unique = (all: string[]) => [...new Set(all)]

/** The addresses that a list leads to: each way to sort it, filter it, search it, and open something of it. */
function* waysOn(path: string, html: string): Generator<string> {
  const links = unique([...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => decode(to)))
    .filter((to) => to.startsWith(`${path}?`))
    .map((to) => new URLSearchParams(to.slice(path.length)))
  const tools = /<search.*?<\/search>/s.exec(html)?.[0] ?? ''
  const sorts = unique(links.flatMap((link) => link.get('sort')?.replace(/^-/, '') ?? []))
  const choices = [...tools.matchAll(/<select name="([^"]+)".*?<\/select>/gs)].flatMap(
    ([select, name]) =>
      [...select.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => `${name}=${value}`),
  )
  const days = [...tools.matchAll(/<input[^>]*>/g)].flatMap(([input]) =>
    input.includes('type="date"') ? `${/name="([^"]+)"/.exec(input)?.[1]}=2025-12-01` : [],
  )
  const filters = [...choices, ...days]
  // One link of each kind: the first row's dialog stands for all of theirs.
  const kinds = new Map(
    links.filter((link) => !link.has('sort')).map((link) => [[...link.keys()].sort().join(), link]),
  )
  for (const link of kinds.values()) yield `${path}?${link}`
  if (tools) for (const term of TERMS) yield `${path}?search=${encodeURIComponent(term)}`
  for (const filter of filters) yield `${path}?${filter}`
  for (const sort of sorts.flatMap((name) => [name, `-${name}`])) {
    yield `${path}?sort=${sort}`
    for (const filter of filters.slice(0, 4)) yield `${path}?sort=${sort}&${filter}`
    if (tools)
      for (const term of ['banda', 'dress', 'qqxzv']) yield `${path}?sort=${sort}&search=${term}`
  }
  if (filters.length > 0 && tools)
    for (const term of ['banda', 'dress', 'qqxzv']) yield `${path}?${filters[0]}&search=${term}`
  // A page far down, where the list goes by time.
  const next = new URLSearchParams(nextPage(html)?.split('?')[1]).get('after')
  if (readCursor(next, 'timestamptz')) yield `${path}?after=${LONG_AGO}`
  if (isFile(path)) yield `${path}?search=banda`
}

/** The parts of what is open beside a list, each with an address of its own: one of each name, as of the list's rows. */
const partsOf = (html: string) => {
  const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => decode(to))
  const named = links.flatMap((to) => {
    const part = /[?&]part=([^&#]*)/.exec(to)?.[1]
    return part ? [[part, to] as const] : []
  })
  return [...new Map(named).values()]
}

const nextPage = (html: string) => {
  const link = /href="([^"]*[?&;]after=[^"]*)"[^>]*>Next page/.exec(html)?.[1]
  return link ? decode(link) : null
}

/** What is wrong, and where it was first seen. */
type Wrong = Map<string, unknown[]>
const explained = new Set<string>()

/** Opens one address; what is wrong with the way it asks the database is added to `wrong`. */
async function open(admin: SignedIn, path: string, wrong: Wrong) {
  const { result, sent } = await recordQueries(async () => {
    const answer = await admin.fetch(path)
    // Of a file, the beginning: the rest is read in the same way.
    if (isFile(path)) {
      const reader = answer.body?.getReader()
      await reader?.read()
      await reader?.cancel()
      return { status: answer.status, html: '' }
    }
    return { status: answer.status, html: await answer.text() }
  })
  if (result.status !== 200) wrong.set(`${path} answers ${result.status}`, [])
  if (sent.length === 0) wrong.set(`${path} was not listened to`, [])
  const mostOfScreen = IS_OPEN.test(path) ? MOST_WITH_ONE_OPEN : MOST_QUERIES
  const mostQueries = path.endsWith('/data.json') ? TABLES_OF_A_PERSON : mostOfScreen
  const asked = sent.filter((query) => !isOfQueue(query))
  if (asked.length > mostQueries && !isFile(path))
    wrong.set(`${path} makes ${asked.length} queries`, asked)
  for (const query of sent.filter(onlyReads)) {
    const print = JSON.stringify(query)
    if (explained.has(print)) continue
    explained.add(print)
    const most = isFile(path) ? Infinity : (MORE_ROWS[place(path)] ?? MOST_ROWS)
    const reads = (await explain(database, query)).filter(
      ({ table, by, rows }) =>
        BIG.has(table) &&
        !(STOCK.has(table) && BY_STOCK.test(query.text)) &&
        (rows > most || (by === 'Seq Scan' && !isFile(path))),
    )
    if (reads.length > 0 && !wrong.has(query.text))
      wrong.set(query.text, [
        path,
        ...reads.map(({ table, by, rows }) => `${rows} of ${table} by ${by}`),
        ...query.values,
      ])
  }
  return result.html
}

describe('a shop with 10,000 products, 100,000 orders and 50,000 customers', () => {
  let admin: SignedIn
  let values: Record<string, string>

  beforeEach(async () => {
    admin = await app.signIn('admin')
    const { rows } = await app.shop.db.execute<Record<string, string>>(sql`
      select i.product_id as id, i.product_id as "productId", o.order_number as "orderNumber", 'invoice' as paper,
        o.user_id as "userId",
        (select id from stock_counts limit 1) as "countId", (select id from deliveries limit 1) as "deliveryId",
        (select id from imports limit 1) as "importId",
        (select id from price_changes limit 1) as "changeId",
        (select order_number from orders where status = 'pending' and expires_at > now() limit 1) as "unpaidNumber",
        (select id from shifts order by opened_at desc limit 1) as "shiftId"
      from orders o join order_items i on i.order_id = o.id where o.order_number like '%050000' limit 1`)
    values = rows[0] ?? {}
  })

  test('adds up', async () => {
    expect(await findStockDrift(app.shop.db)).toEqual([])
    const health = (await admin.open('/admin/health')).html
    expect(health).toContain('is the sum of its movements')
    expect(health).not.toContain('do not add up')
  })

  test('somebody without an account is looked up and has a file by indexes alone', async () => {
    const phone = '+265 999 000 111'
    await app.shop.db.execute(sql`update pos_sales set customer_phone = ${phone}
      where id = (select id from pos_sales order by created_at desc limit 1)`)
    const boss = await app.signIn('super_admin')
    const wrong: Wrong = new Map()
    for (const contact of [phone, '0999000112', 'POS-2026-000001', 'reader@example.com']) {
      const query = new URLSearchParams({ contact })
      await open(boss, `/admin/customers?${query}`, wrong)
    }
    await open(boss, `/admin/customers/data.json?${new URLSearchParams({ contact: phone })}`, wrong)
    expect([...wrong]).toEqual([])
  })

  test.each(ADMIN)('$path asks little, and scans nothing', async ({ path }) => {
    // An order that is paid has no form any more.
    const orderNumber = (path.endsWith('/edit') && values['unpaidNumber']) || values['orderNumber']
    const first = fillIn(path, { ...values, ...(orderNumber && { orderNumber }) })
    const wrong: Wrong = new Map()
    const html = await open(admin, first, wrong)
    for (const way of waysOn(first, html)) {
      const shown = await open(admin, way, wrong)
      const next = nextPage(shown)
      if (next) await open(admin, next, wrong)
      for (const part of partsOf(shown)) await open(admin, part, wrong)
    }
    expect([...wrong]).toEqual([])
  })

  /** Only the narrow table of what is counted may be read from one end to the other. */
  const SHOPPERS = new Set(['products', 'variants', 'product_images', 'product_search', 'reviews'])
  test.each([
    '/products?search=dress',
    '/products?search=dress&size=M&in_stock=1&sort=price-asc',
    '/products?search=nsapato+chikwama',
    '/products?search=qqxzv+dress',
    '/products?search=drss',
    '/products?size=M&color=Black',
    '/products?size=M&color=Clay&on_sale=1&min=50000',
    '/products?in_stock=1&sort=price-desc',
    '/category/range-9?size=L',
    '/products?sort=rating',
    `/products?sort=rating&cursor=${encodeCursor('rating', '3750 2025-12-01 10:00:00+00', ID)}`,
  ])('shoppers’ list %s asks little, and reads products by indexes', async (path) => {
    const visitor = app.visit()
    // What is read once a minute for everybody, the categories, has been read.
    await visitor.fetch('/products')
    const { result, sent } = await recordQueries(async () => (await visitor.fetch(path)).status)
    expect(result).toBe(200)
    expect(sent.length).toBeGreaterThan(0)
    expect(sent.length).toBeLessThanOrEqual(MOST_QUERIES)
    const wrong: string[] = []
    for (const query of sent.filter(onlyReads))
      for (const { table, by, rows } of await explain(database, query))
        if (SHOPPERS.has(table) && (by === 'Seq Scan' || rows > MOST_ROWS))
          wrong.push(`${rows} of ${table} by ${by}: ${query.text}`)
    expect(wrong).toEqual([])
  })
})
