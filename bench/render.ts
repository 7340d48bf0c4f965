// `npm run bench -- render [NAME …] [--rounds N]`: what each technique for speed gains (app/rules/plain.ts). Measures a
// shop with all techniques and one without that technique in turn, so that other load on the machine affects both.
import { TECHNIQUES, type Technique } from '../app/rules/plain.ts'
import { startShopFarFrom } from './far-database.ts'
import { fillDresses, measure } from './pages.ts'
import { type RunningShop, startShop } from './shop.ts'
import { openShopping, placeOrders } from './shopping.ts'
import { weighHome } from './weight.ts'

const given = process.argv.slice(2).filter((word) => word !== 'render')
const rounds = given.includes('--rounds') ? Number(given[given.indexOf('--rounds') + 1]) : 5
const SECONDS = 2
// A cookie of ours with an unknown value: the page is rendered, not taken from the cache.
const RENDERED = { cookie: 'zovala.bench=1' }

type Figure = (shop: RunningShop) => Promise<number>
type Measured = {
  figure: Figure
  techniques: readonly (Technique | 'all')[]
  less?: 'ms'
  isFar?: true
}
const page =
  (headers: Record<string, string>): Figure =>
  async ({ origin }) =>
    (await measure(`${origin}/category/dresses`, headers, SECONDS)).perSecond
const carts = new Map<RunningShop, ReturnType<typeof openShopping>>()
const orders: Figure = async (shop) => {
  if (!carts.has(shop)) carts.set(shop, openShopping(shop))
  const shopping = await carts.get(shop)
  if (!shopping) throw new Error('no shoppers')
  const { perSecond, failed } = await placeOrders(shop, shopping, SECONDS)
  if (failed > 0) throw new Error(`${failed} orders failed`)
  return perSecond
}
const firstPaint: Figure = async ({ origin }) => {
  const weight = await weighHome(origin)
  if (!weight) throw new Error('no Chromium found')
  return weight.paint
}
/** `less`: the unit of a figure that should be small; the others are rates. `isFar`: with a database 2 ms away. */
const FIGURES: Record<string, Measured> = {
  'category page, rendered': {
    figure: page(RENDERED),
    techniques: ['fragments', 'one-piece', 'shop-routes', 'prepared', 'all'],
  },
  'category page, visitor': { figure: page({}), techniques: ['page-cache'] },
  'first visit of the home page, largest paint': {
    figure: firstPaint,
    techniques: ['lazy-scripts'],
    less: 'ms',
  },
  'orders placed': {
    figure: orders,
    techniques: ['prepared', 'named-statements', 'pipeline', 'all'],
  },
  'orders placed, a database 2 ms away': {
    figure: orders,
    techniques: ['pipeline'],
    isFar: true,
  },
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const percent = (ratio: number) => `${ratio >= 1 ? '+' : ''}${Math.round((ratio - 1) * 100)} %`

const quick = await startShop(1)
try {
  await fillDresses(quick.pool)
  console.log(`\nWith each technique, beside the shop without it: medians of ${rounds} rounds\n`)
  console.log('| technique | figure | with | without | gain (least to most) |')
  console.log('| --- | --- | --- | --- | --- |')
  for (const name of [...TECHNIQUES, 'all'] as const) {
    if (
      given.some((word) => /^[a-z-]+$/.test(word) && !word.startsWith('--')) &&
      !given.includes(name)
    )
      continue
    const plain = await startShop(1, { RENDER_PLAIN: name })
    try {
      await fillDresses(plain.pool)
      for (const [what, measured] of Object.entries(FIGURES))
        if (measured.techniques.includes(name)) {
          if (measured.isFar) await compareFar(name, what, measured)
          else await compare(name, what, measured, quick, plain)
        }
    } finally {
      await plain.close()
    }
  }
} finally {
  await quick.close()
}

async function compareFar(name: string, what: string, measured: Measured) {
  const far = await startShopFarFrom(quick, 'far')
  try {
    const farPlain = await startShopFarFrom(quick, 'far_plain', { RENDER_PLAIN: name })
    try {
      await compare(name, what, measured, far, farPlain)
    } finally {
      await farPlain.close()
    }
  } finally {
    await far.close()
  }
}

async function compare(
  name: string,
  what: string,
  measured: Measured,
  full: RunningShop,
  plain: RunningShop,
) {
  const { figure, less } = measured
  const pairs: { a: number; b: number }[] = []
  // The first round warms both shops up.
  for (let n = 0; n <= rounds; n += 1) {
    // The shops take turns in being first.
    const isFirst = n % 2 === 0
    const first = await figure(isFirst ? full : plain)
    const second = await figure(isFirst ? plain : full)
    if (n > 0) pairs.push(isFirst ? { a: first, b: second } : { a: second, b: first })
  }
  const ratios = pairs.map(({ a, b }) => (less ? b / a : a / b))
  const cells = [
    name,
    what,
    `${Math.round(median(pairs.map(({ a }) => a)))} ${less ?? '/s'}`,
    `${Math.round(median(pairs.map(({ b }) => b)))} ${less ?? '/s'}`,
    `${percent(median(ratios))} (${percent(Math.min(...ratios))} to ${percent(Math.max(...ratios))})`,
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
