import type { Tx } from '../../../db/open.server.ts'
import type { shortSaleEnds } from '../../../db/tables.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_REFUND_REFERENCE } from '../../../rules/refunds/refunds.ts'
import type { ShortEnd, ShortWay } from '../../../rules/till/sale-transitions.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { moveDrawerCash } from '../shifts/drawer-cash.ts'

export type EndOfShortSale = {
  /** The form's own: pressed twice, it is one. */
  id: string
  saleId: string
  outcome: ShortEnd
  /** What the person was shown, in kwacha. */
  amount: number
  way: ShortWay
  /** Into or out of which drawer, or by which number the money has left. */
  given: { shiftId: string } | { reference: string } | null
}
/** Into or out of the drawer; what has left by the bank or the provider has a number there. */
export async function moveMoney(
  db: Tx,
  actor: Actor,
  { saleNumber }: { saleNumber: string },
  { id, outcome, way, amount, given, now }: EndOfShortSale & { now: Date },
): Promise<{ ok: true } | Refusal<'drawer-not-open' | 'refund-reference-missing'>> {
  if (way === 'cash') {
    if (!given || !('shiftId' in given)) return { ok: false, reason: 'drawer-not-open' }
    return moveDrawerCash(db, actor, {
      id,
      shiftId: given.shiftId,
      reason: saleNumber,
      now,
      amount: outcome === 'rest-taken' ? amount : -amount,
    })
  }
  const reference = given && 'reference' in given ? given.reference : ''
  const isGood = reference !== '' && Array.from(reference).length <= LONGEST_REFUND_REFERENCE
  return isGood ? { ok: true } : { ok: false, reason: 'refund-reference-missing' }
}

/** The same form once more; one with another way, number or drawer tells of other money. */
export const isSame = (
  end: typeof shortSaleEnds.$inferSelect,
  { id, outcome, way, given }: EndOfShortSale,
) =>
  end.id === id &&
  end.outcome === outcome &&
  end.way === way &&
  given !== null &&
  ('shiftId' in given ? end.shiftId === given.shiftId : end.reference === given.reference)
