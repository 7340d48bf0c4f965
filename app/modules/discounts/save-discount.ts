import type { Db, Tx } from '../../db/open.server.ts'
import { discounts } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from '../audit/record-audit.ts'
import { createRow, editRow, type Seen, saveRow, versioned } from '../audit/versioned.ts'

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

const save = (db: Db, actor: Actor, seen: Seen | null, edit: DiscountEdit) =>
  refuseTaken(db, (db) =>
    // Held against checkouts that use it in this moment.
    saveRow<typeof discounts, SaveResult>(db, actor, DISCOUNT, seen, {
      make: () => createRow(db, actor, DISCOUNT, edit),
      async change(before) {
        if (edit.maximumUses !== null && edit.maximumUses < before.usedCount)
          return { ok: false, reason: 'discount-below-used', available: before.usedCount }
        return editRow(db, actor, DISCOUNT, before, {
          ...edit,
          startsAt: keepSeconds(before.startsAt, edit.startsAt),
          expiresAt: keepSeconds(before.expiresAt, edit.expiresAt),
        })
      },
    }),
  )

/** Makes a new code; refuses one that is there already. */
export const createDiscount = (db: Db, actor: Actor, edit: DiscountEdit) =>
  save(db, actor, null, edit)

/** Changes a code; never to fewer uses than orders have made of it. */
export const editDiscount = (db: Db, actor: Actor, seen: Seen, edit: DiscountEdit) =>
  save(db, actor, seen, edit)
