import type { Db, Tx } from '../../db/open.server.ts'
import { stockMovements } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { StockCause } from '../../rules/stock/stock.ts'
import type { Adjustment, StockChange } from '../../rules/stock/stock-changes.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { isRepeat, listSince, lockStock } from './lock-stock.ts'
import { adjustStock, type VariantQuantity } from './move-stock.ts'

export type Changed = { ok: true; product: string; changes: StockChange[] }
/** Another staff member counted, corrected or received stock after the form was opened. */
export type CountedMeanwhile = Refusal<'edited-meanwhile'> & {
  version: number
  by: string | null
  onHand: number
}

/**
 * When all units of a delivery go to pre-orders, the stock levels stay the same; the audit entry still names
 * the delivery.
 */
function givenOf(changes: StockChange[]) {
  const given = changes.reduce((sum, one) => sum + (one.given ?? 0), 0)
  return given > 0 ? { givenToPreorders: given } : {}
}

const auditOf = (
  productId: string,
  product: string,
  changes: StockChange[],
  reason: string | { cause: StockCause; reason: string | null } | null,
) => ({
  entity: 'stock' as const,
  entityId: productId,
  label: product,
  before: Object.fromEntries(changes.map(({ name, before }) => [name, before])),
  after: {
    ...Object.fromEntries(changes.map(({ name, after }) => [name, after])),
    ...givenOf(changes),
    ...(reason ? { reason } : {}),
  },
})

/**
 * Puts items of one product in stock, all variants in one step. `version` is the newest ledger row that the form had
 * seen: a form sent twice counts once. Refuses a variant that is not in use.
 */
export async function receiveStock(
  db: Db,
  actor: Actor,
  items: {
    productId: string
    version: number
    lines: readonly VariantQuantity[]
    note: string | null
  },
): Promise<Changed | Refusal<'not-found'>> {
  const { productId, version, lines, note } = items
  return transact(db, async (db) => {
    const product = await lockStock(db, productId)
    if (!product) return { ok: false, reason: 'not-found' }
    if (!lines.every(({ variantId }) => product.levels.has(variantId)))
      return { ok: false, reason: 'not-found' }
    const ids = lines.map((line) => line.variantId)
    if (isRepeat(await listSince(db, ids, version), actor, 'received', lines, { reason: note }))
      return { ok: true, product: product.name, changes: lines.map((line) => stays(product, line)) }
    await db.insert(stockMovements).values(
      lines.map((line) => ({
        ...line,
        kind: 'received' as const,
        byUser: actor.userId,
        reason: note,
      })),
    )
    const changes = await listChanges(db, product, lines)
    const audit = auditOf(productId, product.name, changes, note)
    await recordAudit(db, actor, { action: 'stock received', ...audit })
    return { ok: true, product: product.name, changes }
  })
}

type Product = NonNullable<Awaited<ReturnType<typeof lockStock>>>

const levelIn = ({ levels }: Product, variantId: string) => {
  const level = levels.get(variantId)
  if (!level) throw new Error(`no variant ${variantId}`)
  return level
}

const stays = (product: Product, { variantId }: VariantQuantity): StockChange => {
  const { name, inventory } = levelIn(product, variantId)
  return { name, before: inventory, after: inventory }
}

/**
 * The stock levels of a product after `moved`: units that come in go first to waiting pre-orders
 * (docs/product.md, Pre-orders).
 */
async function listChanges(
  db: Tx,
  product: Product,
  moved: readonly VariantQuantity[],
): Promise<StockChange[]> {
  const now = await lockStock(db, product.id)
  return moved.map(({ variantId, quantity }) => {
    const { name, inventory: before } = levelIn(product, variantId)
    const after = levelIn(now ?? product, variantId).inventory
    const given = before + quantity - after
    return { name, before, after, ...(given > 0 ? { given } : {}) }
  })
}

/**
 * Corrects one variant by a difference, with a reason; never goes below zero. Refuses a count when another staff member
 * counted, corrected or received stock since it was started: both would write off the same missing units. Sales in
 * between do not matter to a difference.
 */
export async function adjustStockLevel(
  db: Db | Tx,
  actor: Actor,
  change: { productId: string; variantId: string; version: number; adjustment: Adjustment },
): Promise<Changed | CountedMeanwhile | Refusal<'not-found' | 'stock-below-zero'>> {
  const { productId, variantId, version, adjustment } = change
  const { kind, difference, cause, reason } = adjustment
  return transact(db, async (db) => {
    const product = await lockStock(db, productId)
    const one = product?.levels.get(variantId)
    if (!product || !one) return { ok: false, reason: 'not-found' }
    const before = one.inventory
    const done = (...changes: StockChange[]): Changed => ({
      ok: true,
      product: product.name,
      changes,
    })
    const since = await listSince(db, [variantId], version)
    const line = { variantId, quantity: difference }
    if (isRepeat(since, actor, 'adjustment', [line], { cause, reason }))
      return done(stays(product, line))
    const last = since.at(-1)
    if (kind === 'counted' && last)
      return {
        ok: false,
        reason: 'edited-meanwhile',
        version: last.id,
        by: last.by,
        onHand: before,
      }
    if (difference === 0) return done(stays(product, line))
    const moved = await adjustStock(db, variantId, difference, 'adjustment', {
      byUser: actor.userId,
      cause,
      reason,
    })
    if (!moved.ok) return { ok: false, reason: 'stock-below-zero', available: moved.available }
    const changed = done(...(await listChanges(db, product, [line])))
    const audit = auditOf(productId, product.name, changed.changes, { cause, reason })
    await recordAudit(db, actor, { action: 'stock adjusted', ...audit })
    return changed
  })
}
