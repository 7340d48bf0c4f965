import { sql } from 'drizzle-orm'
import { Client } from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { encodeCursor } from '../../app/db/keyset.server.ts'
import { checkLedger } from '../../app/modules/health/check-stock.ts'
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
 * Tables with a few hundred rows in any shop. All others grow, and a list must not read them from one end to the other.
 */
const FEW = new Set(
  `backups banners categories choice_sets discounts imports key_trials order_tags price_changes ready_sentences saved_filters
  saved_settings search_synonyms search_words shop_facts sign_in_settings size_presets staff_invitations stock_counts suppliers
  synonym_words tallies till_device_users till_devices till_pins tills troubles unreadable_till_events`.split(
    /\s+/,
  ),
)
/** Growing tables of which staff only see the rows of one person, order or till: not filled. */
const NOT_LISTED = new Set(
  `accounts bought_together built_files cart_items cart_requests passkeys rate_limits recovery_codes return_photos
  sale_number_leases sandbox_payments sandbox_payouts second_factors sessions till_price_lists undoable_moves
  verifications`.split(/\s+/),
)
const isBig = (table: string) => !FEW.has(table) && !NOT_LISTED.has(table)
/** So few rows are read as quickly in full as by an index. */
const FEW_ROWS = 300
/** The most rows of a big table that one step of a plan may read. */
const MOST_ROWS = 5000
/** Screens that sum or count read all the rows concerned by an index: thirty days, the products of the tree, … */
const MORE_ROWS: Record<string, number> = {
  '/admin': 20_000,
  '/admin/categories': 10_000,
  // At most 500 for each of thirty days.
  '/admin/search-words': 15_000,
}
/** Screens that sum up all rows of a table that is not large. */
const READ_WHOLE: [place: RegExp, tables: string[]][] = [
  // The variants that most people wait for: every request of the last half year is counted.
  [/^\/admin\/waitlist$/, ['waitlist_requests', 'products', 'variants']],
  // Up to half of the products, in the order of their names.
  [/^\/admin\/price-changes\/[^/]+$/, ['products']],
]
const isReadWhole = (path: string, table: string) =>
  READ_WHOLE.some(([of, tables]) => of.test(place(path)) && tables.includes(table))
/**
 * Lists that count the children of each row by an index alone: some thousand products of a change, variants, rows of a
 * file.
 */
const COUNTED = new Set(['/admin/price-changes', '/admin/stock-takes', '/admin/import'])
const MOST_COUNTED = 60_000
/** Paper shows five hundred rows at once, each with its children: twenty times as many as a screen. */
const MOST_ON_PAPER = { rows: 25_000, counted: 150_000 }
const isOnPaper = (path: string) => /[?&]print=1\b/.test(path)
/** Sorting by quantity reads all products: an index on it would cost every sale more than this costs a list. */
const BY_STOCK = /(order by|and) [^;]*("inventory_quantity"|"variants"."inventory")/
const STOCK = new Set(['products', 'variants'])
/**
 * The most statements for one screen, including the one that identifies the visitor; two more for a list with an open
 * record beside it.
 */
const MOST_QUERIES = 12
const MOST_WITH_ONE_OPEN = 14
const IS_OPEN = /[?&](order|sale)=/
/** Queries that the job queue runs for itself each minute, whoever makes a request meanwhile. */
const isOfQueue = ({ text }: { text: string }) => /from \S*pgboss"?\.queue\b/i.test(text)

/**
 * A common name, product and mail host; three, two and one letters, common and rare; a full name, number and email
 * address; and a name that nobody has.
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
 * `npm run test:long` tries all terms, and each sort with each filter (BIG_SHOP=all); `npm test` tries those that are
 * worst for an index.
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

/** Without health, whose screen compares whole tables on purpose. */
const ADMIN = listAddresses((await loadBuild()).routes).filter(
  ({ id, around }) =>
    around.some((layout) => layout.startsWith('routes/admin/')) &&
    // The file of a person without an account is requested below, because its address names the person.
    !/(unknown|upload|health\/screen|contact-file)$/.test(id),
)

/** The file of a person's data queries once each table that has data about people. */
const TABLES_OF_A_PERSON = 34

/** Lists with few rows in any shop, or with a fixed number of them. */
const SHORT_LISTS = new Set([
  '/admin/banners',
  '/admin/staff',
  '/admin/deliveries/:deliveryId',
  '/admin/search-words',
  // The 200 variants that most people wait for.
  '/admin/waitlist',
])
/**
 * Rows without tools above them: parts of a screen about something else, which is printed like any page, or only a few.
 */
const WITHOUT_TOOLS = new Set([
  // Panels, each of which leads to its list.
  '/admin',
  '/admin/staff',
  '/admin/saved-filters',
  // The files of the last thirty days; the rows of one file, whose faults can be exported.
  '/admin/import',
  '/admin/import/:importId',
  // The ledger of one product, which can be exported, and has its own filters.
  '/admin/stock/:productId',
  '/admin/deliveries/:deliveryId',
  '/admin/stock-takes/:countId',
  // What a change would do to the list that led here.
  '/admin/price-changes/new',
  '/admin/categories',
  '/admin/size-presets',
  '/admin/search-words',
])
/** Lists whose filters can be saved, and those of one person or record, whose filters cannot. */
const isKept = (path: string) => listAt(path) !== null || path.includes(':')
const hasKeys = (html: string) => html.includes('title="Keys of this list"')
const isList = (html: string) => countRows(html) > 0 || html.includes('<search')

/** An export has all rows of a list, page by page, each as fast as possible. */
const isFile = (path: string) => /\.(csv|zip)(\?|$)/.test(path)
const place = (path: string) => path.split('?')[0] ?? ''
/**
 * The parts of the record that is open beside a list, each with its own address: one of each name, as with the list's
 * rows.
 */
const partsOf = (html: string) => {
  const named = linksIn(html).flatMap((to) => {
    const part = /[?&]part=([^&#]*)/.exec(to)?.[1]
    return part ? [[part, to] as const] : []
  })
  return [...new Map(named).values()]
}

/** Each fault, and where it was first seen. */
type Wrong = Map<string, unknown[]>
const explained = new Set<string>()

/** Opens one address; adds faults of its queries to `wrong`. */
async function open(admin: SignedIn, path: string, wrong: Wrong) {
  const { result, sent } = await recordQueries(async () => {
    const answer = await admin.fetch(path)
    // The beginning of a file is enough: the rest is read in the same way.
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
  const mostQueries = place(path).endsWith('/data.json') ? TABLES_OF_A_PERSON : mostOfScreen
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

  test('has rows in each table that grows', async () => {
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

  test('has books that agree', async () => {
    expect(await checkLedger(app.shop.db)).toMatchObject({ code: 'ledger-agrees' })
    const health = (await admin.open('/admin/health')).html
    expect(health).toContain('is the sum of its movements')
    expect(health).not.toContain('do not add up')
  })

  test('looks up and exports a person without an account by indexes only', async () => {
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

  test.each(ADMIN)('opens $path with few queries and without scanning tables', async ({ path }) => {
    // A paid order has no edit form.
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

  /** Only the narrow table for counting may be read in full. */
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
  ])(
    'opens the shoppers’ list %s with few queries, and reads products by indexes',
    async (path) => {
      const visitor = app.visit()
      // The categories, which are read once a minute for everybody, are cached by this request.
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
    },
  )
})
