import { isStillReserved } from '../../../../rules/credit/reserve.ts'
import type { CashSale } from '../../../../rules/till/till-events.ts'
import { changeDue, discountNeedsApproval } from '../../../../rules/till/till-sale.ts'
import { db, readFact } from '../db.ts'
import { emptyBasket, now, show } from '../live.ts'
import type { Done } from '../state.ts'
import { write } from '../storage.ts'
import { flush } from '../sync/outbox.ts'
import { record } from '../sync/record.ts'
import { thisTab } from '../tab.ts'
import { basketKept, keepBasket } from './basket.ts'
import { dueOf } from './due.ts'
import { refuseUnsettled, returnOf, tenderOf } from './exchange.ts'
import { soldLines } from './sold-line.ts'

export const NO_SHIFT = { ok: false, reason: 'till-no-shift' } as const

/**
 * Makes the sale of this tab's basket; it is made only when this promise resolves. One transaction takes the number,
 * records the sale and its return, and empties the basket. The same basket returns the same sale again. `creditCode`: a
 * new code for the part of an exchange that is worth more than the sale.
 */
export async function sellForCash(
  cashGiven: number,
  creditCode?: string,
): Promise<Done<{ sale: CashSale }>> {
  await basketKept()
  const { basket, person, approvers, till } = now()
  if (!person) return { ok: false, reason: 'till-signed-out' }
  if (!till) return NO_SHIFT
  const { totals, exchanged, credit, rest } = dueOf(basket)
  const { subtotal, total } = totals
  const { exchange = null } = basket
  const answer = await write(() =>
    db.transaction('rw', db.events, db.baskets, db.numbers, db.facts, async () => {
      const before = await db.events.get({ id: basket.id })
      if (before) return { ok: true, sale: before.thing as CashSale } as const
      const shift = await readFact('shift')
      if (!shift) return NO_SHIFT
      if (basket.lines.length === 0) return { ok: false, reason: 'pos-empty-cart' } as const
      if (discountNeedsApproval(person.role, totals) && !basket.approval)
        return { ok: false, reason: 'till-discount' } as const
      if (exchange?.credit && basket.credit)
        return { ok: false, reason: 'till-exchange-code' } as const
      const unsettled = refuseUnsettled(exchange, shift.id)
      if (unsettled) return { ok: false, reason: unsettled } as const
      if (basket.credit && !isStillReserved(basket.credit, shift.id, Date.now()))
        return { ok: false, reason: 'till-credit-over' } as const
      const paid = changeDue(rest, Number.isInteger(cashGiven) ? cashGiven : null)
      if (!paid.ok) return paid
      if (exchange) {
        const by = { person, approvers, shift }
        const returned = returnOf(exchange, basket.id, { exchanged, creditCode, ...by })
        if (returned === null) return { ok: false, reason: 'till-refund' } as const
        if (returned) await record(returned, person.name)
      }
      const sale: CashSale = {
        kind: 'sale',
        id: basket.id,
        cashierId: person.id,
        at: new Date().toISOString(),
        shiftId: shift.id,
        tillId: till.id,
        number: await takeNumber(till.id),
        pricesAsOf: (await readFact('prices'))?.asOf ?? '',
        lines: soldLines(basket),
        discount: basket.discount,
        approval: basket.approval,
        customerName: basket.customerName.trim() || null,
        customerPhone: basket.customerPhone.trim() || null,
        notes: basket.notes.trim() || null,
        subtotal,
        totalAmount: total,
        // The books pay the refund of an exchange out of the drawer and take it in again for this sale.
        cashGiven: cashGiven + exchanged.amount - exchanged.credit,
        ...tenderOf(basket, { exchanged, credit, creditCode }),
      }
      await record(sale, person.name)
      await keepBasket(emptyBasket())
      return { ok: true, sale } as const
    }),
  )
  if (!answer.ok) return answer
  if (answer.value.ok) {
    if (now().basket.id === basket.id) await freshBasket()
    void flush()
  }
  return answer.value
}

/** Shows the basket that the transaction put in its place. */
async function freshBasket() {
  const row = await db.baskets.get(thisTab())
  show({ basket: row?.basket ?? emptyBasket() })
}

/** Takes one of the numbers that this till has leased, within the caller's transaction; null when none is left. */
export async function takeNumber(tillId: string) {
  const leased = await db.numbers.where('tillId').equals(tillId).first()
  if (leased) await db.numbers.delete(leased.number)
  return leased?.number ?? null
}
