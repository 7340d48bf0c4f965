import { BIG, fillBigShop } from './big-shop.ts'
import type { RunningShop } from './shop.ts'

const ASKED = 100
const WARM_UP = 10

/** What staff have on the screen all day, each with what they type there: names, numbers, and what is not there. */
const NAMES = ['banda', 'chisomo', 'Thandiwe Phiri', 'kaliati4', 'gmail', 'zgambo', '0991', 'qqxzv']
const PRODUCTS = ['dress', 'linen', 'Zomba Silk Kaftan', 'ZV-0042', 'clutch', 'qqxzv']
const NUMBERS = ['FSC-2026-0999', 'FSC-2025-00', '04321', ...NAMES]
const each = (path: string, words: string[]) => (n: number) =>
  `${path}?search=${encodeURIComponent(words[n % words.length] ?? '')}`
const SCREENS: [name: string, ask: (n: number) => string][] = [
  ['dashboard', () => '/admin'],
  [
    'orders',
    (n) =>
      ['/admin/orders', '/admin/orders?status=shipped', '/admin/orders?sort=-total'][n % 3] ?? '',
  ],
  ['orders, search', each('/admin/orders', NUMBERS)],
  [
    'products',
    (n) =>
      ['/admin/products', '/admin/products?sort=name', '/admin/products?sort=-price'][n % 3] ?? '',
  ],
  ['products, search', each('/admin/products', PRODUCTS)],
  ['customers', () => '/admin/customers'],
  ['customers, search', each('/admin/customers', NAMES)],
  ['till sales', () => '/admin/pos-sales'],
  ['stock, low', () => '/admin/stock?stock=low'],
  ['stock, search', each('/admin/stock', PRODUCTS)],
  ['activity', () => '/admin/activity'],
]

export type Figure = { name: string; p95: number; longest: number }

/** How long an admin waits for each screen (ms, the 95th of a hundred), one request after the other. */
export async function measureBackOffice({ origin, pool }: RunningShop): Promise<Figure[]> {
  const client = await pool.connect()
  try {
    await fillBigShop(client, BIG)
  } finally {
    client.release()
  }
  const headers = { cookie: await signIn(origin) }
  const figures: Figure[] = []
  for (const [name, ask] of [...SCREENS, await ledger(pool)]) {
    const took: number[] = []
    for (let n = -WARM_UP; n < ASKED; n += 1) {
      const began = performance.now()
      const answer = await fetch(origin + ask(n + WARM_UP), { headers })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`)
      if (n >= 0) took.push(performance.now() - began)
    }
    took.sort((a, b) => a - b)
    figures.push({ name, p95: took[Math.ceil(ASKED * 0.95) - 1] ?? 0, longest: took.at(-1) ?? 0 })
  }
  return figures
}

/** The ledger of what was sold most: the longest there is. */
async function ledger(pool: RunningShop['pool']): Promise<(typeof SCREENS)[number]> {
  const { rows } = await pool.query<{
    id: string
  }>(`select v.product_id as id from stock_movements m
    join variants v on v.id = m.variant_id group by 1 order by count(*) desc limit 1`)
  return ['ledger of a product', () => `/admin/stock/${rows[0]?.id}`]
}

async function signIn(origin: string) {
  const answer = await fetch(`${origin}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ email: 'admin@zovala.test', password: 'zovala-demo' }),
  })
  if (!answer.ok) throw new Error(`the admin could not sign in: ${answer.status}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
