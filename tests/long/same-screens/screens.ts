import { aVisitor, type Person, signIn, type Who } from './sign-in.ts'
import type { Run } from './trade.ts'

/** The address of a screen and who opens it; every page of a list is read, and a form is posted for its answer. */
export type Address = {
  who: Who
  path: string
  isList?: boolean
  form?: Record<string, string>
}
export type Screen = { status: number; type: string; body: string }
/** By visitor and address: `admin /admin/orders`. */
export type Screens = Record<string, Screen>

export const nameOf = ({ who, path, form }: Address) =>
  `${who} ${path}${form ? ` ${Object.values(form).join(' ')}` : ''}`

/** The sample's staff by role; a customer is named by email address. */
const STAFF = ['super', 'admin', 'cashier']

type Traded = { deviceId: string; shifts: string[]; shoppers: string[] }

const words = (text: string) => text.split(' ')

/** Every screen of the shop with all its records; each release is asked for the same addresses. */
export async function listScreens(run: Run, { shifts, shoppers }: Traded): Promise<Address[]> {
  const [orders, sales, products, categories, customers, codes] = await Promise.all([
    run('select order_number, email from orders order by order_number'),
    run('select sale_number from pos_sales order by sale_number'),
    run('select id, slug from products order by slug'),
    run('select slug from categories order by slug'),
    run('select id from users order by email'),
    run('select id from discounts order by code'),
  ])
  const pairs = (rows: string[]) => rows.map((row) => row.split('|') as [string, string])
  const asked = (who: Who, paths: string[], isList = false): Address[] =>
    paths.map((path) => ({ who, path, isList }))
  const moved = pairs(
    await run(
      `select distinct p.id, p.slug from products p join variants v on v.product_id = p.id
       join stock_movements m on m.variant_id = v.id where m.kind <> 'opening' order by p.slug`,
    ),
  )
  const statuses = ['pending', 'processing', 'shipped', 'delivered', 'cancelled']
  return [
    ...asked('visitor', [
      ...words('/ /auth /about-us /size-guide /returns-policy /student-discount'),
      ...words('/privacypolicy /termsofservice /api/categories /api/banners'),
      ...words('/api/products?limit=100 /search?q=dress'),
      ...pairs(products).flatMap(([, slug]) => [`/product/${slug}`, `/api/products/${slug}`]),
    ]),
    ...asked(
      'visitor',
      [
        ...words('/products /products?search=dress /products?sort=price-asc'),
        ...categories.map((slug) => `/category/${slug}`),
      ],
      true,
    ),
    ...pairs(orders)
      .filter((_, n) => n % 9 === 0)
      .map(([order_number, email]) => ({
        who: 'visitor',
        path: '/track-order',
        form: { order_number, email },
      })),
    ...shoppers.slice(0, 4).flatMap((who) => [
      ...asked(who, ['/orders', '/wishlist', '/api/orders'], true),
      ...asked(who, ['/cart', '/checkout', '/api/cart']),
      ...asked(
        who,
        pairs(orders)
          .filter(([, email]) => email === who)
          .map(([number]) => `/api/orders/${number}`),
      ),
    ]),
    ...asked('admin', ['/admin', ...shifts.map((id) => `/admin/shifts?shift=${id}`)]),
    ...asked(
      'admin',
      [
        '/admin/orders',
        ...statuses.map((status) => `/admin/orders?status=${status}`),
        ...words('/admin/orders?search=buyer3 /admin/pos-sales /admin/pos-sales?search=Walk-in'),
        ...words('/admin/shifts /admin/stock /admin/products /admin/discount-codes'),
        ...words('/admin/customers /admin/categories /admin/banners /admin/newsletter'),
        '/admin/activity',
        ...moved.map(([id]) => `/admin/stock/${id}`),
      ],
      true,
    ),
    ...asked('admin', [
      ...pairs(orders).flatMap(([number], n) => [
        `/admin/orders?order=${number}`,
        ...(n % 5 === 0 ? [`/admin/orders/${number}/slip`, `/admin/orders/${number}/invoice`] : []),
      ]),
      ...sales.map((number) => `/admin/pos-sales?sale=${number}`),
      ...shifts.map((id) => `/admin/shifts/${id}/z-report`),
      ...pairs(products).map(([id]) => `/admin/edit-product/${id}`),
      ...codes.map((id) => `/admin/discount-codes?edit=${id}`),
      ...customers.map((id) => `/admin/customers?person=${id}`),
      ...['orders', 'pos-sales', 'shifts', 'products', 'stock', 'discount-codes'].map(
        (file) => `/admin/${file}.csv`,
      ),
      ...['customers', 'newsletter', 'activity'].map((file) => `/admin/${file}.csv`),
      ...moved.slice(0, 3).map(([id]) => `/admin/stock/${id}/ledger.csv`),
    ]),
    ...asked(
      'super',
      customers.map((id) => `/admin/customers?person=${id}`),
    ),
    ...asked('cashier', [
      ...words('/admin/pos/start /admin/pos/goods /admin/pos/stock?after=0'),
      ...sales.map((number) => `/admin/pos/sales/${number}`),
      ...shifts.map((id) => `/admin/pos/shifts/${id}`),
    ]),
  ]
}

/** A screen that was moved: the former address, and the addresses that show it today; their facts count together. */
export type Moved = { from: RegExp; to: (path: string) => string[] }

const AT_ONCE = 4

/** Reads all addresses; those of the till with the name of their device. */
export async function readScreens(
  origin: string,
  addresses: Address[],
  deviceId: string,
  moved: readonly Moved[] = [],
) {
  const sessions = new Map<Who, Promise<Person>>()
  const find = (who: Who) => {
    const known = sessions.get(who)
    if (known) return known
    const email = STAFF.includes(who) ? `${who}@zovala.test` : who
    const person = who === 'visitor' ? Promise.resolve(aVisitor(origin)) : signIn(origin, email)
    sessions.set(who, person)
    return person
  }
  const screens: Screens = {}
  const left = [...addresses]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let next = left.shift(); next; next = left.shift())
        screens[nameOf(next)] = await readParts(await find(next.who), next, deviceId, moved)
    }),
  )
  return screens
}

async function readParts(
  person: Person,
  address: Address,
  deviceId: string,
  moved: readonly Moved[],
): Promise<Screen> {
  const screen = await readScreen(person, address, deviceId)
  const parts = moved.filter(({ from }) => from.test(nameOf(address)))
  for (const path of parts.flatMap(({ to }) => to(address.path)))
    screen.body += (await readScreen(person, { ...address, path }, deviceId)).body
  return screen
}

async function readScreen(person: Person, address: Address, deviceId: string): Promise<Screen> {
  const { path, form, isList } = address
  const device: Record<string, string> = path.startsWith('/admin/pos/')
    ? { 'X-Till-Device': deviceId }
    : {}
  const response = await (form ? person.submit(path, form) : person.get(path, device))
  const type = response.headers.get('content-type') ?? ''
  let body = await response.text()
  let next = isList ? nextPage(body, path) : null
  for (let pages = 1; next && pages < 60; pages += 1) {
    const page = await (await person.get(next)).text()
    body += page
    next = nextPage(page, next)
  }
  return { status: response.status, type, body }
}

const plain = (html: string) => html.replaceAll('&amp;', '&')

/** The next page of a list: by its link, or by the form of earlier releases. */
function nextPage(html: string, path: string): string | null {
  const here = new URL(path, 'http://shop')
  for (const [, attributes = '', text = ''] of html.matchAll(/<a\b([^>]*)>(.*?)<\/a>/gs)) {
    if (!/^(Next page|Older orders|Show more)$/.test(text.replace(/<[^>]+>/g, '').trim())) continue
    const [, href = ''] = /\bhref="([^"]*)"/.exec(attributes) ?? []
    const to = new URL(plain(href), here)
    return to.pathname + to.search
  }
  const [, cursor] = /<input type="hidden" name="cursor" value="([^"]*)"/.exec(html) ?? []
  if (!cursor) return null
  here.searchParams.set('cursor', plain(cursor))
  return here.pathname + here.search
}
