import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { priceChanges } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import {
  nextPriceState,
  type PRICE_CHANGE_STEPS,
  type PriceChangeState,
} from '../../rules/pricing/price-changes.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit, type Signed } from '../audit/record-audit.ts'

/** A change, and whether it is due to start and to end. */
const selectChange = (db: Db | Tx, id: string) =>
  db
    .select({
      id: priceChanges.id,
      name: priceChanges.name,
      kind: priceChanges.kind,
      value: priceChanges.value,
      state: priceChanges.state,
      endsAt: priceChanges.endsAt,
      byUser: priceChanges.byUser,
      isDue: sql<boolean>`${priceChanges.startsAt} <= now()`,
      isOver: sql<boolean>`coalesce(${priceChanges.endsAt} <= now(), false)`,
    })
    .from(priceChanges)
    .where(eq(priceChanges.id, id))
export type PriceChangeRow = Awaited<ReturnType<typeof selectChange>>[number]

/** Locks a change until the transaction ends: the next transaction that moves it or writes its prices waits. */
export const lockChange = async (db: Tx, id: string): Promise<PriceChangeRow | undefined> =>
  (await selectChange(db, id).for('update'))[0]

/** Moves a change to its next state and writes an audit entry. The row must be locked. */
export async function moveChange(
  db: Tx,
  signed: Signed,
  { id, name, state: from }: Pick<PriceChangeRow, 'id' | 'name' | 'state'>,
  by: (typeof PRICE_CHANGE_STEPS)[number]['by'],
): Promise<PriceChangeState> {
  const to = nextPriceState(from, by)
  if (!to) throw new Error(`a price change that is ${from} does not ${by}`)
  await db.update(priceChanges).set({ state: to }).where(eq(priceChanges.id, id))
  await recordAudit(db, signed, {
    action: 'status changed',
    entity: 'price_change',
    entityId: id,
    label: name,
    before: { state: from },
    after: { state: to },
  })
  return to
}

/**
 * Lets staff cancel a change before it starts, or stop it: a job restores the former prices. Refuses a change that is
 * over or ending.
 */
export const endChange = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  id: string,
): Promise<{ ok: true; to: PriceChangeState } | Refusal<'not-found' | 'price-change-over'>> =>
  transact(db, async (db) => {
    const [done] = await listDone(db, actor, 'price_change', id)
    const change = await lockChange(db, id)
    if (!change) return { ok: false, reason: 'not-found' }
    if (done) return { ok: true, to: change.state }
    const by = change.state === 'planned' ? 'cancel' : 'stop'
    if (!nextPriceState(change.state, by)) return { ok: false, reason: 'price-change-over' }
    const to = await moveChange(db, actor, change, by)
    await jobs.enqueue(db, 'change-prices', {})
    return { ok: true, to }
  })
