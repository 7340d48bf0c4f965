import { eq, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { discounts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'discount-taken' | 'discount-below-used'>

/** What the log keeps of a code; its uses are counted by orders, not edited. */
export const discountFacts = (discount: typeof discounts.$inferSelect) => {
  const {
    id: _id,
    version: _version,
    usedCount: _usedCount,
    createdAt: _createdAt,
    ...facts
  } = discount
  return facts
}

/** Two who choose the same code at once: the later one is refused by the unique key. */
async function refuseTaken(db: Db, work: (db: Tx) => Promise<SaveResult>): Promise<SaveResult> {
  try {
    return await transact(db, work)
  } catch (error) {
    if (isRefusedBy(error, 'discounts_code_unique')) return { ok: false, reason: 'discount-taken' }
    throw error
  }
}

/** Makes a new code; refuses one that is there already. The same press sent again changes the one that it made. */
export const createDiscount = (db: Db, actor: Actor, edit: DiscountEdit) =>
  refuseTaken(db, async (db) => {
    const [made] = await listDone(db, actor, 'discount')
    if (made) return change(db, actor, { id: made.entityId, version: 0 }, edit)
    const [row] = await db.insert(discounts).values(edit).returning()
    if (!row) throw new Error('the code was not written')
    await recordAudit(db, actor, {
      action: 'created',
      entity: 'discount',
      entityId: row.id,
      label: row.code,
      after: discountFacts(row),
    })
    return { ok: true, id: row.id }
  })

type Seen = { id: string; version: number }

/**
 * Changes a code, if it still is as the form showed it or as the same press left it; never to fewer uses than
 * orders have made of it.
 */
export const editDiscount = (db: Db, actor: Actor, seen: Seen, edit: DiscountEdit) =>
  refuseTaken(db, (db) => change(db, actor, seen, edit))

async function change(
  db: Tx,
  actor: Actor,
  { id, version }: Seen,
  edit: DiscountEdit,
): Promise<SaveResult> {
  // Held against checkouts that use it in this moment.
  const [before] = await db.select().from(discounts).where(eq(discounts.id, id)).for('update')
  if (!before) return { ok: false, reason: 'not-found' }
  if (before.version !== version && !(await isLastByPress(db, actor, 'discount', id)))
    return { ok: false, reason: 'edited-meanwhile' }
  if (edit.maximumUses !== null && edit.maximumUses < before.usedCount)
    return { ok: false, reason: 'discount-below-used', available: before.usedCount }
  const [after] = await db
    .update(discounts)
    .set({
      ...edit,
      startsAt: keepSeconds(before.startsAt, edit.startsAt),
      expiresAt: keepSeconds(before.expiresAt, edit.expiresAt),
      version: sql`${discounts.version} + 1`,
    })
    .where(eq(discounts.id, id))
    .returning()
  if (!after) throw new Error('the code was not written')
  await recordAudit(db, actor, {
    action: 'edited',
    entity: 'discount',
    entityId: id,
    label: after.code,
    before: discountFacts(before),
    after: discountFacts(after),
  })
  return { ok: true, id }
}
