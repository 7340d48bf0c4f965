import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeCursor } from '../../app/db/keyset.server.ts'
import { findStockDrift } from '../../app/modules/stock/move-stock.ts'
import { listAt } from '../../app/rules/accounts/saved-filters.ts'
import {
  countRows,
  linksIn,
  nextPage,
  printed,
  type Tried,
  VALUES,
  waysOn,
} from '../../bench/big-shop/ways.ts'
import { fillBigShop } from '../../bench/big-shop.ts'
import { loadBuild, type SignedIn, useApp } from '../support/app.ts'
import { explain, onlyReads, recordQueries } from '../support/queries.ts'
import { fillIn, listAddresses } from '../support/route-table.ts'

/**
 * Tables that have some hundred rows in any shop. All others grow with it, and a list must not read them from one end
 * to the other.
 */
const FEW = new Set(
  `backups banners categories choice_sets discounts imports key_trials order_tags price_changes ready_sentences saved_filters
  saved_settings search_synonyms search_words shop_facts sign_in_settings size_presets staff_invitations stock_counts suppliers
  synonym_words tallies till_device_users till_devices till_pins tills troubles unreadable_till_events`.split(
    /\s+/,
  ),
)
/** Tables that grow, of which staff see what belongs to one person, order or till alone: not filled. */
const NOT_LISTED = new Set(
  `accounts bought_together built_files cart_items cart_requests passkeys rate_limits recovery_codes return_photos
  sale_number_leases sandbox_payments sandbox_payouts second_factors sessions till_price_lists undoable_moves
  verifications`.split(/\s+/),
)
const isBig = (table: string) => !FEW.has(table) && !NOT_LISTED.has(table)
/** So many rows are read as quickly from end to end as by an index. */
const FEW_ROWS = 300
/** The most rows of a big table that one step of a plan may read. */
const MOST_ROWS = 5000
/** What sums up or counts reads what it is about, by index: thirty days, the products of the tree, … */
const MORE_ROWS: Record<string, number> = {
  '/admin': 20_000,
  '/admin/categories': 10_000,
  // At most 500 of a day, thirty days.
  '/admin/search-words': 15_000,
}
/** What is added up of all rows of a table, which is no large one. */
const READ_WHOLE: [place: RegExp, tables: string[]][] = [
  // Which variants most people wait for: each who waited in the last half year is counted.
  [/^\/admin\/waitlist$/, ['waitlist_requests', 'products', 'variants']],
  // As many as half of the products, in the order of their names.
  [/^\/admin\/price-changes\/[^/]+$/, ['products']],
]
const isReadWhole = (path: string, table: string) =>
  READ_WHOLE.some(([of, tables]) => of.test(place(path)) && tables.includes(table))
/**
 * What stands below each row is counted, by an index alone: some thousand products of a change, sizes, rows of a file.
 */
const COUNTED = new Set(['/admin/price-changes', '/admin/stock-takes', '/admin/import'])
const MOST_COUNTED = 60_000
/**
 * On paper five hundred rows are shown at once, each with what stands below it: twenty times as many as on a screen.
 */
const MOST_ON_PAPER = { rows: 25_000, counted: 150_000 }
const isOnPaper = (path: string) => /[?&]print=1\b/.test(path)
/** By their quantity all are read: an index on it would cost every sale more than this costs a list. */
const BY_STOCK = /(order by|and) [^;]*("inventory_quantity"|"variants"."inventory")/
const STOCK = new Set(['products', 'variants'])
/**
 * The most statements for one screen, the question who asks included; of a list two more, where one of it is open
 * beside it.
 */
const MOST_QUERIES = 12
const MOST_WITH_ONE_OPEN = 14
const IS_OPEN = /[?&](order|sale)=/
/** What the queue looks up for itself each minute, whoever asks meanwhile. */
const isOfQueue = ({ text }: { text: string }) => /from \S*pgboss"?\.queue\b/i.test(text)

/**
 * A common name, ware and mail host; three letters, two and one, common and rare; a whole name, number and e-mail; and
 * what nobody is called.
 */
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
/**
 * `npm run test:long` tries all of them, and each sort with each filter (BIG_SHOP=all); `npm test` those that are worst
 * for an index.
 */
const TRIED: Tried =
  process.env['BIG_SHOP'] === 'all'
    ? { terms: ALL_TERMS, filtersWithSort: Infinity }
    : { terms: ['banda', 'xq', 'Chisomo Banda', '0991', '100%'], filtersWithSort: 2 }

const ID = '00000000-0000-4000-8000-000000000000'

let database: Client
let values: Record<string, string>
const app = useApp({}, async (url) => {
  database = new Client({ connectionString: url })
  await database.connect()
  await fillBigShop(database)
  values = (await database.query<Record<string, string>>(VALUES)).rows[0] ?? {}
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

/** Lists of few rows in any shop, or of a fixed number of them. */
const SHORT_LISTS = new Set([
  '/admin/banners',
  '/admin/staff',
  '/admin/deliveries/:deliveryId',
  '/admin/search-words',
  // The 200 variants that most people wait for.
  '/admin/waitlist',
])
/**
 * Rows that no tools stand above: they are a part of what a screen is about, which is printed as any page, or a few.
 */
const WITHOUT_TOOLS = new Set([
  // Panels, each of which leads to its list.
  '/admin',
  '/admin/staff',
  '/admin/saved-filters',
  // The files of the last thirty days; the rows of one, whose faults leave as a file.
  '/admin/import',
  '/admin/import/:importId',
  // The ledger of one product, which leaves as a file; what is asked of it stands in its own filters.
  '/admin/stock/:productId',
  '/admin/deliveries/:deliveryId',
  '/admin/stock-takes/:countId',
  // What a change would do to the list that led here.
  '/admin/price-changes/new',
  '/admin/categories',
  '/admin/size-presets',
  '/admin/search-words',
])
/** Of them one person's or one object's own: what narrows them is not saved. */
const isKept = (path: string) => listAt(path) !== null || path.includes(':')
const hasKeys = (html: string) => html.includes('title="Keys of this list"')
const isList = (html: string) => countRows(html) > 0 || html.includes('<search')

/** A file has all rows of a list, page by page, each as quick as it can be. */
const isFile = (path: string) => /\.(csv|zip)(\?|$)/.test(path)
const place = (path: string) => path.split('?')[0] ?? ''
/**
 * The parts of what is open beside a list, each with an address of its own: one of each name, as of the list's rows.
 */
const partsOf = (html: string) => {
  const named = linksIn(html).flatMap((to) => {
    const part = /[?&]part=([^&#]*)/.exec(to)?.[1]
    return part ? [[part, to] as const] : []
  })
  return [...new Map(named).values()]
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
    const isPaper = isOnPaper(path)
    const mostOf = (by: string) =>
      isFile(path)
        ? Infinity
        : COUNTED.has(place(path)) && by.startsWith('Index Only')
          ? isPaper
            ? MOST_ON_PAPER.counted
            : MOST_COUNTED
          : isPaper
            ? MOST_ON_PAPER.rows
            : (MORE_ROWS[place(path)] ?? MOST_ROWS)
    const reads = (await explain(database, query)).filter(
      ({ table, by, rows }) =>
        isBig(table) &&
        !isReadWhole(path, table) &&
        !(STOCK.has(table) && BY_STOCK.test(query.text)) &&
        (rows > mostOf(by) ||
          (by === 'Seq Scan' && rows > (isPaper ? MOST_ROWS : FEW_ROWS) && !isFile(path))),
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

  beforeEach(async () => {
    admin = await app.signIn('admin')
  })

  test('each of its tables that grows is filled', async () => {
    const { rows } = await database.query<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public' and tablename not like '%migrations' order by 1`,
    )
    const empty: string[] = []
    for (const { name } of rows.filter(({ name }) => isBig(name))) {
      const { rowCount } = await database.query(`select from ${name} limit 100`)
      if (rowCount !== 100) empty.push(name)
    }
    expect(empty).toEqual([])
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
    if (isList(html) && !nextPage(html) && !SHORT_LISTS.has(path))
      wrong.set(`${path} has only ${countRows(html)} rows in a big shop`, [])
    const paper = printed(first, html)
    const hasTools = paper !== null && hasKeys(html) && isKept(path)
    if (/<tr[^>]* data-row|<li[^>]* data-row/.test(html) && !hasTools && !WITHOUT_TOOLS.has(path))
      wrong.set(`${path} is not printed, has no keys or no saved filters`, [])
    if (paper) await open(admin, paper, wrong)
    for (const way of waysOn(first, html, TRIED)) {
      const shown = await open(admin, way, wrong)
      const next = nextPage(shown)
      if (next) await open(admin, next, wrong)
      for (const part of partsOf(shown)) await open(admin, part, wrong)
    }
    if (isFile(first)) await open(admin, `${first}?search=banda`, wrong)
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
    expect(sent.filter((query) => !isOfQueue(query)).length).toBeLessThanOrEqual(MOST_QUERIES)
    const wrong: string[] = []
    for (const query of sent.filter(onlyReads))
      for (const { table, by, rows } of await explain(database, query))
        if (SHOPPERS.has(table) && (by === 'Seq Scan' || rows > MOST_ROWS))
          wrong.push(`${rows} of ${table} by ${by}: ${query.text}`)
    expect(wrong).toEqual([])
  })
})
