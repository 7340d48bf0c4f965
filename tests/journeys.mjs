// `npm run journeys`: prints the files of ours that five requests pass between the route and the table, worked out from
// the imports.
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const MOST = 4

/**
 * Name, route, the file of the table that the request finally reads or writes, and how the last file before it names
 * that table.
 */
const JOURNEYS = [
  [
    'open a category page',
    'app/routes/shop/catalogue/category.tsx',
    'catalogue/catalogue',
    /function listCards\b[\s\S]*\bproducts\b/,
  ],
  [
    'place an order by form',
    'app/routes/shop/checkout/screen.tsx',
    'orders/orders',
    /insert\(orders\)/,
  ],
  [
    'place an order by function',
    'app/routes/payments/process-payment.ts',
    'orders/orders',
    /insert\(orders\)/,
  ],
  [
    'settle a payment by webhook',
    'app/routes/payments/webhook.ts',
    'payments',
    /update\(payments\)/,
  ],
  [
    'take in an offline sale',
    'app/routes/till/api/upload.ts',
    'till/till-sales',
    /insert\(posSales\)/,
  ],
]

const read = (file) => readFileSync(join(root, file), 'utf8')
const importsOf = (file) =>
  [...read(file).matchAll(/(?:^|\n)(?:import|export) (?!type)[^'"]*?from '(\.[^']+)'/g)]
    .map(([, path]) => normalize(join(dirname(file), path)))
    .filter((path) => path.startsWith('app/') && existsSync(join(root, path)))

/**
 * The shortest way, in files, from a route to one that matches `by`. The list of tables (`app/db/tables.server.ts`)
 * does not count as a step: it only names files, and whoever looks for a table opens the file of its domain.
 */
function findWay(route, by) {
  const ways = [[route]]
  const seen = new Set([route])
  for (const way of ways) {
    const last = way.at(-1)
    if (last.startsWith('app/modules/') && by.test(read(last))) return way
    for (const next of importsOf(last)) {
      if (seen.has(next) || !/^app\/(routes|modules)\//.test(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return null
}

/**
 * A route counts as one stop, whether it is a file or a folder with a form: its screen exports the action that lies
 * beside it (docs/architecture.md, Floors), because browsers load only the screen. A further file to which the action
 * passes its work counts as a stop of its own, because a reader has to open it.
 */
const MOST_PARTS = 2
function listStops(way) {
  const isBeside = (file) => dirname(file) === dirname(way[0])
  const parts = way.slice(0, MOST_PARTS).filter(isBeside)
  const first =
    parts.length > 1
      ? `${dirname(way[0])}/{${parts.map((file) => basename(file)).join(', ')}}`
      : way[0]
  return [first, ...way.slice(parts.length)]
}

for (const [name, route, tables, by] of JOURNEYS) {
  const table = `app/db/tables/${tables}.server.ts`
  const way = existsSync(join(root, table)) ? findWay(route, by) : null
  const stops = way ? [...listStops(way), table] : []
  console.log(`${name}: ${way ? stops.length : 'no way found'}`)
  for (const stop of stops) console.log(`  ${stop}`)
  if (!way || stops.length > MOST) process.exitCode = 1
}
