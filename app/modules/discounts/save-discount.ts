import { discounts } from '../../db/tables.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { rowActs } from '../audit/row-acts.ts'
import { versioned } from '../audit/versioned.ts'

/** How staff edit discount codes and how the audit log names them. */
const DISCOUNT = versioned(discounts, {
  entity: 'discount',
  labelOf: ({ code }) => code,
  factsOf,
  lastFactsOf: (row) => ({ ...factsOf(row), usedCount: row.usedCount }),
})

/** Orders count the uses; staff cannot edit them. */
function factsOf(row: typeof discounts.$inferSelect) {
  const { id: _id, version: _version, usedCount: _usedCount, createdAt: _createdAt, ...facts } = row
  return facts
}

/**
 * How staff add, edit, switch and delete codes. Refuses a maximum below the uses that orders have made; the row is
 * locked against checkouts that use the code at this moment. Orders keep the name of a deleted code and the discount.
 */
export const discountActs = rowActs<
  typeof discounts,
  DiscountEdit,
  Refusal<'discount-taken' | 'discount-below-used'>
>(DISCOUNT, {
  refuse: async (_db, { maximumUses }, before) =>
    before && maximumUses !== null && maximumUses < before.usedCount
      ? { ok: false, reason: 'discount-below-used', available: before.usedCount }
      : null,
  valuesOf: (edit, before) => ({
    ...edit,
    startsAt: keepSeconds(before?.startsAt ?? null, edit.startsAt),
    expiresAt: keepSeconds(before?.expiresAt ?? null, edit.expiresAt),
  }),
  refusedBy: { discounts_code_unique: 'discount-taken' },
})
