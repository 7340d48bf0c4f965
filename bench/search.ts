import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../app/db/migrate.server.ts'
import { openDatabase } from '../app/db/open.server.ts'
import { countChoices } from '../app/modules/catalogue/filter-counts.ts'
import { orderOf } from '../app/modules/catalogue/page-order.ts'
import {
  countSought,
  findNearWords,
  findSought,
  readSought,
} from '../app/modules/catalogue/product-search.ts'
import { ALL_PRODUCTS, type ProductFilter } from '../app/rules/catalogue/product-filters.ts'
import { openThrowAwayPostgres } from '../server/postgres/postgres.ts'
import { fillBigShop } from './big-shop.ts'
import { line } from './line.ts'

const PRODUCTS = 100_000
const ROUNDS = 10
const PAGE = 24

/**
 * The search texts: one word and several, colors and sizes, words of the region, typing errors, and words without a
 * match.
 */
const TEXTS = `
  dress, kaftan, shirt, linen, silk, bag, zomba, trousers, d, sh, blouse, skirt
  silk dress, black dress, linen shirt, zomba kaftan, dress size m
  zomba silk kaftan, black linen shirt, dress silk black m, blantyre cotton skirt clay
  chitenje, zitenje skirt, nsapato, takkies, chitenge dress, mwinjiro
  drss, kaftn, linnen shirt, trosers, blak dress, shrit
  qqxzv, purple umbrella, red tailored spaceship, ZV-04321, style number 4321
`
  .trim()
  .split(/[,\n]\s*/)
/** The filters beside the text: none, a size and a color, a price, stock. */
const FILTERS: Partial<ProductFilter>[] = [
  {},
  { sizes: ['M'], colors: ['Black'] },
  { max: 30_000 },
  { inStock: true },
]
const PANELS: [string, Partial<ProductFilter>][] = [
  ['all products', {}],
  ['one size', { sizes: ['M'] }],
  ['size and color', { sizes: ['M'], colors: ['Black'] }],
  ['price and stock', { max: 30_000, inStock: true }],
  ['on sale', { onSale: true }],
  ['a word', { search: 'dress' }],
  ['two words and a size', { search: 'silk dress', sizes: ['M'] }],
  ['a category', { categories: ['range-9'] }],
]

export type SearchFigures = { p50: number; p95: number; longest: number; slowest: string }

const uncached = <T>(_key: string, read: () => Promise<T>) => read()
const sorted = <T extends { ms: number }>(took: T[]) => took.toSorted((a, b) => a.ms - b.ms)
const figuresOf = (took: { what: string; ms: number }[]): SearchFigures => {
  const order = sorted(took)
  const at = (share: number) => order[Math.ceil(order.length * share) - 1]?.ms ?? 0
  return { p50: at(0.5), p95: at(0.95), longest: at(1), slowest: order.at(-1)?.what ?? '' }
}

const pidOf = async (pool: pg.Pool) =>
  (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? 0

/** The processor time of the database's process so far (ms): other processes on the machine do not count. */
const workOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/**
 * Runs searches and filter counts in the database of a shop with 100,000 products, one after the other: the processor
 * time of the database's process for each (ms), on Linux.
 */
export async function measureSearch() {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-bench-'))
  let own = await openThrowAwayPostgres(folder)
  try {
    await fill(own.url)
    // Restarts PostgreSQL as a shop of that size starts it, with buffers for its size (server/postgres/buffers.ts).
    await own.stop()
    own = await openThrowAwayPostgres(folder)
    return await measureIn(own.url)
  } finally {
    await own.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(url: string) {
  await migrate(url)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await fillBigShop(client, { products: PRODUCTS, customers: 100, orders: 1000, sales: 100 })
  await client.end()
}

async function measureIn(url: string) {
  const { db, pool, close } = openDatabase(url, { max: 1 })
  const shop = { db, cached: uncached }
  const finds: { what: string; ms: number }[] = []
  const counts: { what: string; ms: number }[] = []
  const both: { what: string; ms: number }[] = []
  const panels: { what: string; ms: number }[] = []
  const processId = await pidOf(pool)
  const time = async <T>(to: typeof finds, what: string, act: () => Promise<T>) => {
    const began = workOf(processId)
    const done = await act()
    const ms = workOf(processId) - began
    to.push({ what, ms })
    return { done, ms }
  }
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      if (round === 0) for (const list of [finds, counts, both, panels]) list.length = 0
      for (const search of TEXTS)
        for (const narrowed of FILTERS) {
          const filter = { ...ALL_PRODUCTS, ...narrowed, search }
          const what = `${search} ${JSON.stringify(narrowed)}`
          const sought = await readSought({ db }, filter)
          const count = sought
            ? await time(counts, what, () => countSought(shop, sought))
            : { done: 0, ms: 0 }
          const total = count.done
          const { by: order } = orderOf(filter.sort)
          const find = await time(finds, what, async () => {
            const again = await readSought({ db }, filter)
            if (!again || total === 0) return findNearWords(db, search)
            return findSought(db, again, { order, limit: PAGE, total })
          })
          both.push({ what, ms: count.ms + find.ms })
        }
      for (const [what, narrowed] of PANELS)
        await time(panels, what, () => countChoices(shop, { ...ALL_PRODUCTS, ...narrowed }))
    }
  } finally {
    await close()
  }
  return {
    finds: figuresOf(finds),
    counts: figuresOf(counts),
    both: figuresOf(both),
    panels: PANELS.map(([what]) => ({
      ...figuresOf(panels.filter((one) => one.what === what)),
      what,
    })),
  }
}

const ms = (time: number) => `${time.toFixed(1)} ms`

/** `npm run bench -- search`: only these measurements. */
export async function printSearch() {
  console.log('\nSearch, 100,000 products, what the database computes')
  const { finds, counts, both, panels } = await measureSearch()
  line('a page of a search', `p95 ${ms(finds.p95)}`, `within 15, median ${ms(finds.p50)}`)
  line(
    'how many in all',
    `p95 ${ms(counts.p95)}`,
    'within 15; kept for a minute where words alone are sought',
  )
  line('both together', `p95 ${ms(both.p95)}`, `within 15, median ${ms(both.p50)}`)
  for (const { what, p95 } of panels) line(`counts of the filters: ${what}`, `p95 ${ms(p95)}`)
}
