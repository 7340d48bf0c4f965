import type { Db, Tx } from '../../db/open.server.ts'
import { discounts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import type { Actor } from '../audit/record-audit.ts'
import { createRow, editRow, lockToEdit, type Seen, versioned } from '../audit/versioned.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'discount-taken' | 'discount-below-used'>

/** Discount codes, as staff edit them and the log names them. */
export const DISCOUNT = versioned(discounts, {
  entity: 'discount',
  labelOf: ({ code }) => code,
  factsOf,
  lastFactsOf: (row) => ({ ...factsOf(row), usedCount: row.usedCount }),
})

/** Its uses are counted by orders, not edited. */
function factsOf(row: typeof discounts.$inferSelect) {
  const { id: _id, version: _version, usedCount: _usedCount, createdAt: _createdAt, ...facts } = row
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
    return createRow(db, actor, DISCOUNT, edit)
  })

/**
 * Changes a code, if it still is as the form showed it or as the same press left it; never to fewer uses than
 * orders have made of it.
 */
export const editDiscount = (db: Db, actor: Actor, seen: Seen, edit: DiscountEdit) =>
  refuseTaken(db, (db) => change(db, actor, seen, edit))

async function change(db: Tx, actor: Actor, seen: Seen, edit: DiscountEdit): Promise<SaveResult> {
  // Held against checkouts that use it in this moment.
  const locked = await lockToEdit(db, actor, DISCOUNT, seen)
  if (!locked.ok) return locked
  const { before } = locked
  if (edit.maximumUses !== null && edit.maximumUses < before.usedCount)
    return { ok: false, reason: 'discount-below-used', available: before.usedCount }
  return editRow(db, actor, DISCOUNT, before, {
    ...edit,
    startsAt: keepSeconds(before.startsAt, edit.startsAt),
    expiresAt: keepSeconds(before.expiresAt, edit.expiresAt),
  })
}
