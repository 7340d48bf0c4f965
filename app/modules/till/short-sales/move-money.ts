import type { Tx } from '../../../db/open.server.ts'
import type { shortSaleEnds } from '../../../db/tables.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { LONGEST_REFUND_REFERENCE } from '../../../rules/refunds/refunds.ts'
import type { ShortEnd, ShortWay } from '../../../rules/till/sale-transitions.ts'
import type { Actor } from '../../audit/record-audit.ts'
import { moveDrawerCash } from '../shifts/drawer-cash.ts'

export type EndOfShortSale = {
  /** Id of the form: submitted twice, it counts once. */
  id: string
  saleId: string
  outcome: ShortEnd
  /** What the person saw, in kwacha. */
  amount: number
  way: ShortWay
  /** The drawer that the cash went into or came out of, or the reference under which the money left. */
  given: { shiftId: string } | { reference: string } | null
}
/** Moves cash into or out of the drawer; money that left by bank or provider needs a reference. */
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

/** Whether the same form came once more; another way, reference or drawer means other money. */
export const isSame = (
  end: typeof shortSaleEnds.$inferSelect,
  { id, outcome, way, given }: EndOfShortSale,
) =>
  end.id === id &&
  end.outcome === outcome &&
  end.way === way &&
  given !== null &&
  ('shiftId' in given ? end.shiftId === given.shiftId : end.reference === given.reference)
