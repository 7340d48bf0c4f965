import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '../app/routes.ts'
import { nextPage, VALUES, waysOn } from './big-shop/ways.ts'
import { BIG, fillBigShop } from './big-shop.ts'
import { line } from './line.ts'
import { listProcesses, readWork } from './processor.ts'
import { type RunningShop, startShop } from './shop.ts'

/** Each address is asked so often; one process answers, one request after the other. */
const ROUNDS = 20
/** A page of the back office for staff (ms): docs/product.md, Lists of the back office. */
export const WITHIN = 200

/** Names, words of products, numbers, and what is not there. */
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
 * `ways`: addresses of the screen. `p95`: how long staff wait, `work`: what the processes of the shop and its database
 * compute for it, which no other load on the machine changes; each the 95th percentile (ms).
 */
export type Figure = {
  name: string
  ways: number
  p95: number
  work: number
  longest: number
  /** The address whose own 95th percentile is the highest, and that. */
  slowest: string
  slowestP95: number
  /** The same by what is computed. */
  heaviest: string
  heaviestWork: number
}

const LAYOUT = 'routes/admin/layout.tsx'
/** Health compares whole tables, and an address of nobody is no screen. */
const NO_LIST = /(health\/screen|unknown)\.tsx$/

/** Of these one alone has very much below it: a stock-take of all of the shop. */
const LARGEST = ['/admin/stock-takes/:wholeCountId']

/**
 * Every screen of the back office, out of the table of routes: a new one is measured, or has no value for its address.
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
 * How long an admin waits for each screen: as it opens, each way to search, narrow and sort its list, its second page
 * and one far down, something of it open beside it; one request after the other (ms).
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
      // The dashboard's links are opened with the lists that they lead to.
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

/** Fills the shop, measures, and prints a row for each screen. */
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

/** `npm run bench -- back-office`: these alone. */
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
