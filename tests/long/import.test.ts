import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importEntries, products, stockMovements } from '../../app/db/tables.server.ts'
import { checkImport } from '../../app/modules/imports/check-import.ts'
import { findImport } from '../../app/modules/imports/find-import.ts'
import { confirmImport, runImport } from '../../app/modules/imports/run-import.ts'
import { startImport } from '../../app/modules/imports/start-import.ts'
import { aUser } from '../support/factories.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const [ROWS, FAULTS] = [5000, 100]
/** Every fiftieth row has a fault, of ten kinds in turn: the column in which it is named, and the row that has it. */
const KINDS: readonly [column: string, row: (n: number) => string][] = [
  ['Price', (n) => `Dress ${n},S-${n},,,,,,`],
  ['Price', (n) => `Dress ${n},S-${n},,12.50,,,,`],
  ['Price', (n) => `Dress ${n},S-${n},,-5,,,,`],
  ['Name', (n) => `,S-${n},,9000,,,,`],
  ['Size', (n) => `Dress ${n},S-${n},,9000,Huge,,,`],
  ['Featured', (n) => `Dress ${n},S-${n},,9000,,,maybe,`],
  ['Category', (n) => `Dress ${n},S-${n},,9000,,,,Nowhere`],
  ['Barcode', (n) => `Dress ${n},S-${n},2.${n}E+12,9000,,,,`],
  ['Stock', (n) => `Dress ${n},S-${n},,9000,,many,,`],
  ['SKU', (n) => `Dress ${n},S-1,,9000,,,,`],
]
const isFaulty = (n: number) => n % (ROWS / FAULTS) === 0
const kindOf = (n: number) => KINDS[(n / (ROWS / FAULTS)) % KINDS.length] ?? KINDS[0]
const HEADINGS = 'Name,SKU,Barcode,Price,Size,Stock,Featured,Category'
const LINES = Array.from({ length: ROWS }, (_, at) => {
  const n = at + 1
  return isFaulty(n) ? (kindOf(n)?.[1](n) ?? '') : `Dress ${n},S-${n},,${1000 + n},,3,,`
})

async function bringIn() {
  const { userId } = await aUser(shop, 'admin')
  const actor = { userId, ip: '10.0.0.1' }
  const bytes = Buffer.from([HEADINGS, ...LINES].join('\r\n'))
  const file = { name: 'all.csv', bytes, kind: 'products' as const, addsCategories: false }
  const started = await startImport(shop, actor, file)
  if (!started.ok) throw new Error(started.reason)
  await checkImport(shop, started.id)
  const confirmed = await confirmImport(shop, actor, started.id)
  if (confirmed.ok) await runImport(shop, started.id)
  const { counts } = (await findImport(shop.db, started.id)) ?? {}
  const rows = Object.entries(counts ?? {}).flatMap(([state, { rows }]) =>
    rows ? [[state, rows] as const] : [],
  )
  const entries = await shop.db
    .select({ row: importEntries.row, faults: importEntries.faults })
    .from(importEntries)
    .where(eq(importEntries.importId, started.id))
  const faults = entries.flatMap(({ faults }) => faults)
  return { rows: Object.fromEntries(rows), faults, confirmed }
}

test(`an import of ${ROWS} rows with ${FAULTS} faults adds ${ROWS - FAULTS} and names ${FAULTS}; a second run changes nothing`, async () => {
  const first = await bringIn()
  expect(first.rows).toEqual({ added: ROWS - FAULTS, bad: FAULTS })
  expect(await shop.db.$count(products)).toBe(ROWS - FAULTS)
  // By the row's number in a spreadsheet, whose first is the headings.
  const named = first.faults.map(({ row, column }) => `${row} ${column}`).toSorted()
  const expected = LINES.flatMap((_, at) =>
    isFaulty(at + 1) ? [`${at + 2} ${kindOf(at + 1)?.[0]}`] : [],
  )
  expect(named).toEqual(expected.toSorted())
  const movements = await shop.db.$count(stockMovements)

  const second = await bringIn()
  expect(second.rows).toEqual({ same: ROWS - FAULTS, bad: FAULTS })
  expect(second.confirmed).toMatchObject({ reason: 'import-nothing-good' })
  expect(await shop.db.$count(products)).toBe(ROWS - FAULTS)
  expect(await shop.db.$count(stockMovements)).toBe(movements)
}, 600_000)
