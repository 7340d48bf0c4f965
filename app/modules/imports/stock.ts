import { STOCK_COLUMNS, type StockColumn } from '../../rules/imports/columns.ts'
import type { ImportRow } from '../../rules/imports/imports.ts'
import type { CellChange } from '../../rules/imports/product-rows.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import { plainAmount } from '../../rules/money.ts'
import { readUnits } from '../../rules/stock/stock-changes.ts'
import { adjustStockLevel } from '../stock/change-stock.ts'
import { readExpected } from '../stock/counts/units-expected.ts'
import { findBySku } from '../stock/find-by-sku.ts'
import type { Checked, Entry, Kind } from './kinds.ts'

const [, ON_HAND, COUNTED] = STOCK_COLUMNS

type StockPlan = {
  productId: string
  variantId: string
  version: number
  difference: number
  changes: CellChange[]
}
type Level = Awaited<ReturnType<typeof findBySku>> extends Map<string, infer L> ? L : never

const rowOf = ({ cells }: Entry) => cells[0] as ImportRow<StockColumn>
const skuOf = (entry: Entry) => rowOf(entry).cells.SKU?.trim() ?? ''

/** `inOrders`: units that are still in the shop for orders and that a count by hand includes. */
function plan(entry: Entry, level: Level | undefined, inOrders: number): Checked {
  const { row, cells } = rowOf(entry)
  const bad = (column: StockColumn, code: ImportFault['code'] & PlainCode): Checked => ({
    state: 'bad',
    plan: null,
    faults: [{ row, column, code }],
  })
  if (!level) return bad('SKU', 'variant-unknown')
  // The sheet that the shop exports has both columns; a size without a count stays as it is.
  const column = cells[COUNTED] === undefined ? ON_HAND : COUNTED
  const cell = plainAmount(cells[column] ?? '').trim()
  if (cell === '') return { state: 'same', plan: null, faults: [] }
  const units = readUnits(cell)
  if (units === null) return bad(column, 'stock-bad')
  const difference = units - level.onHand - (column === COUNTED ? inOrders : 0)
  if (difference === 0) return { state: 'same', plan: null, faults: [] }
  if (!level.isTracked) return bad(column, 'stock-not-tracked')
  const { productId, variantId, version } = level
  const to = String(level.onHand + difference)
  const changes = [{ column: ON_HAND, from: String(level.onHand), to }]
  const planned: StockPlan = { productId, variantId, version, difference, changes }
  return { state: 'changed', plan: planned, faults: [] }
}
type PlainCode = 'variant-unknown' | 'stock-bad' | 'stock-not-tracked'

/** Counted stock: saved as the difference to the stock at the time of the check, so that units sold since stay sold. */
export const stock: Kind = {
  async check(db, _file, entries) {
    const levels = await findBySku(db, entries.map(skuOf))
    const ids = [...levels.values()].map(({ variantId }) => variantId)
    const expected = await readExpected(db, ids)
    return entries.map((entry) => {
      const level = levels.get(skuOf(entry))
      return plan(entry, level, expected.get(level?.variantId ?? '')?.inOrders ?? 0)
    })
  },
  async apply(db, actor, file, entry) {
    const { difference, productId, variantId, version } = entry.plan as StockPlan
    const done = await adjustStockLevel(db, actor, {
      productId,
      variantId,
      version,
      adjustment: { kind: 'counted', difference, cause: 'counted', reason: file.fileName },
    })
    if (done.ok) return null
    const at = { row: entry.row, column: 'SKU' }
    if (done.reason === 'stock-below-zero')
      return [{ ...at, code: 'stock-short', available: done.available }]
    return [{ ...at, code: done.reason === 'not-found' ? 'variant-unknown' : 'counted-meanwhile' }]
  },
}
