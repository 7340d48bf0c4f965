import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { importEntries, products, stockMovements } from '../../app/db/tables.server.ts'
import { checkImport } from '../../app/modules/imports/check-import.ts'
import { confirmImport } from '../../app/modules/imports/confirm-import.ts'
import { exportProducts, type ProductFileRow } from '../../app/modules/imports/export-products.ts'
import { findImport } from '../../app/modules/imports/find-import.ts'
import { runImport } from '../../app/modules/imports/run-import.ts'
import { startImport } from '../../app/modules/imports/start-import.ts'
import { EMPTY_PRODUCT } from '../../app/rules/catalogue/product-values.ts'
import { PRODUCT_COLUMNS } from '../../app/rules/imports/columns.ts'
import type { CsvKind } from '../../app/rules/imports/imports.ts'
import { productRows } from '../../app/rules/imports/product-rows.ts'
import { csvBytes } from '../../app/web/lists/csv.ts'
import { aUser } from '../support/factories.ts'
import { useShop } from '../support/shop.ts'

const shop = useShop()

const [ROWS, FAULTS] = [5000, 100]
/** Every fiftieth row has a fault, of ten kinds in turn: the column that the fault names, and the row. */
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

const faultyFile = () => Buffer.from([HEADINGS, ...LINES].join('\r\n'))

async function bringIn(bytes: Buffer, kind: CsvKind = 'products') {
  const { userId } = await aUser(shop, 'admin')
  const actor = { userId, ip: '10.0.0.1' }
  const sent = { size: bytes.length, open: () => [bytes] }
  const file = { name: 'all.csv', ...sent, kind, addsCategories: false }
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
  const first = await bringIn(faultyFile())
  expect(first.rows).toEqual({ added: ROWS - FAULTS, bad: FAULTS })
  expect(await shop.db.$count(products)).toBe(ROWS - FAULTS)
  // Named by the row's number in a spreadsheet, whose first row is the headings.
  const named = first.faults.map(({ row, column }) => `${row} ${column}`).toSorted()
  const expected = LINES.flatMap((_, at) =>
    isFaulty(at + 1) ? [`${at + 2} ${kindOf(at + 1)?.[0]}`] : [],
  )
  expect(named).toEqual(expected.toSorted())
  const movements = await shop.db.$count(stockMovements)

  const second = await bringIn(faultyFile())
  expect(second.rows).toEqual({ same: ROWS - FAULTS, bad: FAULTS })
  expect(second.confirmed).toMatchObject({ reason: 'import-nothing-good' })
  expect(await shop.db.$count(products)).toBe(ROWS - FAULTS)
  expect(await shop.db.$count(stockMovements)).toBe(movements)
}, 600_000)

/** The rows of a file as text, in any order. */
const rowsOf = (bytes: Buffer) => new Set(bytes.toString().split('\r\n'))
const PRODUCT_FILE = PRODUCT_COLUMNS.map((column) => [column, column] as const)

async function exportAll(): Promise<Buffer> {
  const all: ProductFileRow[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await exportProducts(shop, { ...EVERY_PRODUCT, after: after ?? null })
    all.push(...page.rows)
    after = page.next
  }
  return csvBytes(PRODUCT_FILE, all)
}
const EVERY_PRODUCT = {
  search: '',
  sort: 'created',
  direction: 'asc',
  status: null,
  category: null,
  isArchived: false,
  isLow: false,
  limit: 500,
} as const

function largeFile(products: number) {
  const sizes = ['S', 'M', 'L'].flatMap((size) =>
    ['Red', 'Black'].map((color) => ({ size, color })),
  )
  const rows = Array.from({ length: products }, (_, n) => {
    const sku = `BIG-${n}`
    const variants = sizes.map((one, at) => ({
      ...one,
      // The shop would generate a barcode for variants without one.
      barcode: `DRESS-${n}-${at}`,
      sku: `${sku}-${one.size}-${one.color}`,
      inventory: String((n + at) % 7),
      loaded: '0',
    }))
    const values = {
      ...EMPTY_PRODUCT,
      name: `Dress ${n}`,
      sku,
      price: String(1000 + n),
      tags: ['linen', 'summer'],
      description: `Dress ${n}, “cut” for the warm season; washes well.\n`.repeat(12).trim(),
      variants,
    }
    return productRows({ slug: `dress-${n}`, values }, '')
  })
  return csvBytes(PRODUCT_FILE, rows.flat())
}

test('10,000 products in 60,000 rows and 50,000 customers come in as their files say and leave in the same', async () => {
  const file = largeFile(10_000)
  expect((await bringIn(file)).rows).toEqual({ added: 60_000 })
  const exported = await exportAll()
  expect(rowsOf(exported)).toEqual(rowsOf(file))
  const again = await bringIn(exported)
  expect(again.rows).toEqual({ same: 60_000 })
  expect(again.confirmed).toMatchObject({ reason: 'import-nothing-good' })

  const customers = Buffer.from(
    [
      'Name,Email,Phone',
      ...Array.from({ length: 50_000 }, (_, n) => `Mary ${n},m${n}@example.com,`),
    ].join('\n'),
  )
  expect((await bringIn(customers, 'customers')).rows).toEqual({ added: 50_000 })
  expect((await bringIn(customers, 'customers')).rows).toEqual({ same: 50_000 })
}, 7_200_000)
