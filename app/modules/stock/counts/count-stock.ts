import { and, eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../../db/open.server.ts'
import { stockCountLines, stockCounts, users } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { type CountRow, countName } from '../../../rules/stock/counts.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { listDone } from '../../audit/list-done.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import { lockProductsOf } from '../lock-products.ts'
import type { VariantQuantity } from '../move-stock.ts'
import { listCounted } from './list-counted.ts'
import { unitsInOrders } from './units-expected.ts'

/** What the log calls a stock-take. */
export const inLog = ({ id, number }: { id: string; number: number }) =>
  ({ entity: 'stock_count', entityId: id, label: countName(number) }) as const

/** What the log calls a size. */
export const nameOf = (row: CountRow) => [row.product, variantName(row)].filter(Boolean).join(', ')

/** Starts a stock-take of a category, a location, or all products; a repeated press starts only one. */
export const startCount = (
  db: Db,
  actor: Actor,
  of: { categoryId: string | null; location: string | null },
): Promise<{ ok: true; id: string }> =>
  transact(db, async (db) => {
    const [made] = await listDone(db, actor, 'stock_count')
    if (made) return { ok: true, id: made.entityId }
    const [row] = await db
      .insert(stockCounts)
      .values({ ...of, byUser: actor.userId })
      .returning()
    if (!row) throw new Error('the count was not written')
    await recordAudit(db, actor, { ...inLog(row), action: 'created', after: of })
    return { ok: true, id: row.id }
  })

/**
 * Staff who count lock the stock-take for share; booking, cancelling and deleting a count lock it for update and wait
 * for them.
 */
export async function lockOpen(db: Tx, id: string, strength: 'share' | 'update') {
  const [count] = await db.select().from(stockCounts).where(eq(stockCounts.id, id)).for(strength)
  return count?.state === 'open' ? { ...count, state: count.state } : null
}

/**
 * Writes each counted quantity beside the quantity expected at this moment (the ledger's, plus what orders that are not
 * packed yet have reserved). The products are locked, so that no sale falls in between. Rows of one size add up; a
 * repeated press counts once.
 */
export const addCounted = (
  db: Db,
  actor: Actor,
  id: string,
  counted: readonly VariantQuantity[],
): Promise<{ ok: true } | Refusal<'not-found' | 'count-over'>> =>
  transact(db, async (db) => {
    if (!(await lockOpen(db, id, 'share'))) return { ok: false, reason: 'count-over' }
    const ids = counted.map(({ variantId }) => variantId)
    const known = await lockProductsOf(db, ids)
    if (known.length < new Set(ids).size) return { ok: false, reason: 'not-found' }
    const units = counted.map(({ quantity }) => quantity)
    await db.execute(sql`
      insert into ${stockCountLines} (count_id, variant_id, counted, ledger, in_orders, by_user, request)
      select ${id}::uuid, variants.id, c.counted, variants.inventory, ${unitsInOrders},
        ${actor.userId}::uuid, ${actor.request ?? null}
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(units)}::int[]) as c (id, counted)
      join variants on variants.id = c.id
      on conflict do nothing`)
    return { ok: true }
  })

/**
 * Email addresses of the staff who counted one size, or all sizes; addresses, because the audit log erases them with
 * their account. A scan alone writes no audit entry: its row names who counted, and the entry that books or deletes the
 * row names them again.
 */
export async function listCounters(db: Tx, id: string, variantId?: string) {
  const rows = await db
    .selectDistinct({ email: users.email })
    .from(stockCountLines)
    .innerJoin(users, eq(users.id, stockCountLines.byUser))
    .where(
      and(
        eq(stockCountLines.countId, id),
        variantId ? eq(stockCountLines.variantId, variantId) : undefined,
      ),
    )
    .orderBy(users.email)
  return rows.map(({ email }) => email)
}

/** Deletes what was counted of one size, so that it can be counted again. */
export const forgetCounted = (
  db: Db,
  actor: Actor,
  id: string,
  variantId: string,
): Promise<{ ok: true } | Refusal<'count-over'>> =>
  transact(db, async (db) => {
    const count = await lockOpen(db, id, 'update')
    if (!count) return { ok: false, reason: 'count-over' }
    const [row] = await listCounted(db, id, { variantId })
    if (!row) return { ok: true }
    const countedBy = await listCounters(db, id, variantId)
    await db
      .delete(stockCountLines)
      .where(and(eq(stockCountLines.countId, id), eq(stockCountLines.variantId, variantId)))
    await recordAudit(db, actor, {
      ...inLog(count),
      action: 'edited',
      before: { [nameOf(row)]: row.counted, countedBy },
      after: { [nameOf(row)]: null, countedBy: null },
    })
    return { ok: true }
  })
