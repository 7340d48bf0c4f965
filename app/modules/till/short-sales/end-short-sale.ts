import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/open.server.ts'
import { posSales, shortSaleEnds } from '../../../db/tables.server.ts'
import { transact } from '../../../db/transact.server.ts'
import type { Services } from '../../../platform/services.server.ts'
import type { Refusal } from '../../../rules/messages/refusals.ts'
import { needsSecondPerson } from '../../../rules/refunds/refunds.ts'
import { limitSettings } from '../../../rules/settings/settings.ts'
import {
  amountOfEnd,
  isNotPaidWhole,
  mayBeCalledOff,
  reasonsLeft,
} from '../../../rules/till/sale-transitions.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'
import { hasOtherRunner } from '../../accounts/staff/other-runner.ts'
import { type Actor, recordAudit } from '../../audit/record-audit.ts'
import type { Sale } from '../sales/ring-up-sale.ts'
import { endSale, lockSale } from '../sales/settle-sale.ts'
import { countReturns, findEnd, mustBeEndedByOther } from './find-end.ts'
import { type EndOfShortSale, isSame, moveMoney } from './move-money.ts'

type EndRefusal = Refusal<
  | 'not-found'
  | 'edited-meanwhile'
  | 'short-ended'
  | 'short-not-called-off'
  | 'review-own'
  | 'drawer-not-open'
  | 'refund-reference-missing'
>

/**
 * Staff end a sale that is not paid whole (docs/product.md, Exchanges at the till). Either the rest was taken in cash:
 * it goes into an open drawer, and the sale is paid. Or the sale is called off: the money was given back, and its
 * items and its code's part go back. Nobody ends a sale that they made while somebody else runs the shop, nor one that
 * bears their phone number while somebody runs it who neither made the sale nor has that number.
 */
export const endShortSale = (
  shop: Pick<Services, 'db' | 'now'>,
  actor: Actor,
  asked: EndOfShortSale,
): Promise<{ ok: true; amount: number } | EndRefusal> =>
  transact(shop.db, async (db): Promise<{ ok: true; amount: number } | EndRefusal> => {
    const sale = await lockSale(db, asked.saleId)
    if (!sale) return { ok: false, reason: 'not-found' }
    const { outcome } = asked
    const known = await findEnd(db, sale.id)
    if (known)
      return isSame(known, asked)
        ? { ok: true, amount: known.amount }
        : { ok: false, reason: 'short-ended' }
    const amount = amountOfEnd(sale, outcome)
    if (!isNotPaidWhole(sale) || asked.amount !== amount)
      return { ok: false, reason: 'edited-meanwhile' }
    if (outcome === 'called-off' && !mayBeCalledOff(sale, await countReturns(db, sale)))
      return { ok: false, reason: 'short-not-called-off' }
    if (await mustBeEndedByOther(db, sale.id, actor.userId))
      return { ok: false, reason: 'review-own' }
    const othersCan = await hasOtherRunner(db, [actor.userId])
    const now = shop.now()
    const moved = await moveMoney(db, actor, sale, { ...asked, amount, now })
    if (!moved.ok) return moved
    const { id, way } = asked
    await db.insert(shortSaleEnds).values({
      id,
      posSaleId: sale.id,
      outcome,
      way,
      amount,
      ...asked.given,
      endedBy: actor.userId,
      endedAt: now,
    })
    if (outcome === 'called-off') await endSale(db, sale.id, 'staff', actor.userId)
    const { secondPersonFrom } = limitSettings()
    const isLarge = needsSecondPerson({ amount, refunded: 0, isOwn: false }, secondPersonFrom)
    await noteEnd(db, actor, sale, {
      outcome,
      amount,
      way,
      now,
      waits: [
        // An admin may give back a large sum alone, but somebody else has to look at it afterwards.
        ...(outcome === 'called-off' && isLarge && othersCan
          ? (['refund-unapproved'] as const)
          : []),
        ...reasonsLeft(sale, outcome),
      ],
    })
    await recordAudit(db, actor, {
      action: outcome === 'called-off' ? 'refunded' : 'edited',
      entity: 'pos_sale',
      entityId: sale.id,
      label: sale.saleNumber,
      ...(outcome === 'called-off'
        ? { after: { amount, way, ...asked.given } }
        : {
            before: { unpaidAmount: amount, laterCashAmount: 0 },
            after: { unpaidAmount: 0, laterCashAmount: amount },
          }),
    })
    return { ok: true, amount }
  })

type Ended = Pick<EndOfShortSale, 'outcome' | 'way' | 'amount'> & {
  now: Date
  waits: TillReviewReason[]
}

/**
 * Records the end of the sale, as handled by whoever ended it, unless reasons for a review by somebody else remain.
 */
async function noteEnd(
  db: Tx,
  actor: Actor,
  sale: Sale,
  { outcome, way, amount, now, waits }: Ended,
) {
  const isSeen = waits.length === 0
  const note =
    outcome === 'rest-taken'
      ? ({ code: 'rest-taken', amount } as const)
      : ({ code: 'called-off', amount, way } as const)
  await db
    .update(posSales)
    .set({
      ...(outcome === 'rest-taken' ? { unpaidAmount: 0, laterCashAmount: amount } : {}),
      reviewReasons: isSeen ? sale.reviewReasons : waits,
      reviewNotes: [...sale.reviewNotes, note],
      handledAt: isSeen ? now : null,
      handledBy: isSeen ? actor.userId : null,
    })
    .where(eq(posSales.id, sale.id))
}
