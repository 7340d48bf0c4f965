import { discounts } from '../../db/tables.server.ts'
import type { DiscountEdit } from '../../rules/discounts/discount-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { rowActs } from '../audit/row-acts.ts'
import { versioned } from '../audit/versioned.ts'

/** Discount codes, as staff edit them and the log names them. */
const DISCOUNT = versioned(discounts, {
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

/**
 * Codes as staff make, edit, switch and delete them; never to fewer uses than orders have made of one, whose row is
 * held against checkouts that use it in this moment. Orders keep the name of a deleted one and what it took off.
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
