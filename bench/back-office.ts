import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { nextPage, VALUES, waysOn } from './big-shop/ways.ts'
import { BIG, fillBigShop } from './big-shop.ts'
import { line } from './line.ts'
import { listProcesses, readWork } from './processor.ts'
import { type RunningShop, startShop } from './shop.ts'

/** How often each address is requested; one process answers, one request after the other. */
const ROUNDS = 20
/** The limit for a page of the back office (ms): docs/product.md, Lists of the back office. */
export const WITHIN = 200

/** Names, words of products, numbers, and terms without a match. */
const TERMS = [
  'banda',
  'Thandiwe Phiri',
  'zgambo',
  'gmail',
  'linen',
  'ZV-0042',
  'FSC-2026-0999',
  '04321',
  '0991',
  'qqxzv',
]
const TRIED = { terms: TERMS, filtersWithSort: 3 }

/**
 * `ways`: the number of addresses of the screen. `p95`: how long staff wait; `work`: the processor time of the shop's
 * and the database's processes, which other load on the machine does not change; both are 95th percentiles (ms).
 */
export type Figure = {
  name: string
  ways: number
  p95: number
  work: number
  longest: number
  /** The address with the highest 95th percentile of its own, and that percentile. */
  slowest: string
  slowestP95: number
  /** The same by processor time. */
  heaviest: string
  heaviestWork: number
}

const LAYOUT = 'routes/admin/layout.tsx'
/** The health screen compares whole tables, and `unknown` is the screen for unknown addresses. */
const NO_LIST = /(health\/screen|unknown)\.tsx$/

/** Only the largest row of these screens has very many rows of its own: a stock-take of the whole shop. */
const LARGEST = ['/admin/stock-takes/:wholeCountId']

/**
 * Every screen of the back office, from the table of routes: a new screen is measured too, or fails because its address
 * has no value.
 */
function listScreens() {
  const layout = routes.find(({ file }) => file === LAYOUT) as RouteConfigEntry | undefined
  return (layout?.children ?? [])
    .filter(({ file }) => file.endsWith('.tsx') && !NO_LIST.test(file))
    .flatMap(({ path }) => (path ? [`/${path}`] : []))
    .concat(LARGEST)
}

function fillIn(path: string, values: Record<string, string>) {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value =
      name === 'orderNumber' && path.endsWith('/edit') ? values['unpaidNumber'] : values[name]
    if (!value) throw new Error(`Say in bench/big-shop/ways.ts what ${name} of ${path} is.`)
    return value
  })
}

const sorted = (took: readonly number[]) => took.toSorted((a, b) => a - b)
const p95Of = (took: readonly number[]) => sorted(took)[Math.ceil(took.length * 0.95) - 1] ?? 0

/**
 * How long an admin waits for each screen (ms), one request after the other: as it opens, with each way to search,
 * filter and sort its list, its second page and a far one, and with one of its rows open.
 */
export async function measureScreens(
  { origin, pool, pid }: RunningShop,
  screens = listScreens(),
  rounds = ROUNDS,
): Promise<Figure[]> {
  const values = (await pool.query<Record<string, string>>(VALUES)).rows[0] ?? {}
  const headers = { cookie: await signIn(origin) }
  const ask = async (path: string) => {
    const answer = await fetch(origin + path, { headers })
    const html = await answer.text()
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
    return html
  }
  const figures: Figure[] = []
  for (const screen of screens) {
    const first = fillIn(screen, values)
    const html = await ask(first)
    const second = nextPage(html)
    const ways = [...new Set([first, ...(second ? [second] : []), ...waysOn(first, html, TRIED)])]
      // Links of the dashboard lead to other lists, which are measured with their own screens.
      .filter((way) => way.split('?')[0] === first)
    for (const way of ways) await ask(way)
    const pids = listProcesses(pid)
    const asked: Timing[] = []
    for (let round = 0; round < rounds; round += 1)
      for (const way of ways) {
        const computed = readWork(pids)
        const began = performance.now()
        await ask(way)
        const took = performance.now() - began
        asked.push({ way, took, work: readWork(pids) - computed })
      }
    figures.push({ name: screen, ways: ways.length, ...figuresOf(asked) })
  }
  return figures
}

type Timing = { way: string; took: number; work: number }

function figuresOf(asked: readonly Timing[]): Omit<Figure, 'name' | 'ways'> {
  const most = (of: (one: Timing) => number) =>
    [...Map.groupBy(asked, ({ way }) => way)]
      .map(([way, own]) => ({ way, p95: p95Of(own.map(of)) }))
      .toSorted((a, b) => b.p95 - a.p95)[0] ?? { way: '', p95: 0 }
  const took = asked.map((one) => one.took)
  const slowest = most((one) => one.took)
  const heaviest = most((one) => one.work)
  return {
    p95: p95Of(took),
    work: p95Of(asked.map((one) => one.work)),
    longest: Math.max(...took),
    slowest: slowest.way,
    slowestP95: slowest.p95,
    heaviest: heaviest.way,
    heaviestWork: heaviest.p95,
  }
}

export async function fillShop({ pool }: RunningShop) {
  const client = await pool.connect()
  try {
    await fillBigShop(client, BIG)
  } finally {
    client.release()
  }
}

/** Fills the shop, measures, and prints one row per screen. */
export async function printBackOffice(shop: RunningShop) {
  await fillShop(shop)
  console.log(
    '\nBack office, 10,000 products, 100,000 orders, 50,000 customers, one web process; each screen with its searches, filters, sorts and pages',
  )
  const screens = await measureScreens(shop)
  for (const { name, ways, p95, work, slowest, slowestP95, heaviestWork } of screens)
    line(
      name,
      `p95 ${Math.round(p95)} ms`,
      `computed ${Math.round(work)}; of ${ways} addresses the slowest ${Math.round(slowestP95)} ms (${slowest}), computed ${Math.round(heaviestWork)} at most`,
    )
  const most = Math.max(...screens.map(({ slowestP95 }) => slowestP95))
  const beyond = screens.flatMap(({ slowest, slowestP95 }) => (slowestP95 > WITHIN ? slowest : []))
  line(
    'the slowest address',
    `p95 ${Math.round(most)} ms`,
    `within ${WITHIN}; beyond it: ${beyond.join(', ') || 'none'}`,
  )
}

/** `npm run bench -- back-office`: only these measurements. */
export async function printBackOfficeAlone() {
  const shop = await startShop(1)
  try {
    await printBackOffice(shop)
  } finally {
    await shop.close()
  }
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
