import { creditPart, isHeldStill } from '../../../../rules/credit/reserve.ts'
import type { CashSale, SoldLine } from '../../../../rules/till/till-events.ts'
import { changeDue, needsApproval, saleTotals } from '../../../../rules/till/till-sale.ts'
import { db, readFact } from '../db.ts'
import { emptyBasket, now, show } from '../live.ts'
import type { BasketLine, Done } from '../state.ts'
import { write } from '../storage.ts'
import { flush } from '../sync/outbox.ts'
import { record } from '../sync/record.ts'
import { thisTab } from '../tab.ts'
import { basketKept, keepBasket } from './basket.ts'

const NO_SHIFT = { ok: false, reason: 'till-no-shift' } as const

/** What is sold of a line, without what the till shows of it. */
const toSoldLine = ({
  onHand: _onHand,
  picture: _picture,
  hasOwnPicture: _hasOwn,
  ...line
}: BasketLine): SoldLine => line

/**
 * The sale is made when this promise is kept, not before: one transaction takes the number, records the
 * sale and empties the basket. The same basket gives the same sale again, whoever asks and how often.
 */
export async function sellForCash(cashGiven: number): Promise<Done<{ sale: CashSale }>> {
  await basketKept()
  const { basket, person, till } = now()
  if (!person) return { ok: false, reason: 'till-signed-out' }
  if (!till) return NO_SHIFT
  const totals = saleTotals(basket.lines, basket.discount)
  const { subtotal, total } = totals
  const answer = await write(() =>
    db.transaction('rw', db.things, db.baskets, db.numbers, db.facts, async () => {
      const before = await db.things.get({ id: basket.id })
      if (before) return { ok: true, sale: before.thing as CashSale } as const
      const shift = await readFact('shift')
      if (!shift) return NO_SHIFT
      if (basket.lines.length === 0) return { ok: false, reason: 'pos-empty-cart' } as const
      if (needsApproval(person.role, totals) && !basket.approval)
        return { ok: false, reason: 'till-discount' } as const
      const credit = creditPart(basket.credit, total)
      if (basket.credit && !isHeldStill(basket.credit, shift.id, Date.now()))
        return { ok: false, reason: 'till-credit-over' } as const
      const paid = changeDue(total - credit, Number.isInteger(cashGiven) ? cashGiven : null)
      if (!paid.ok) return paid
      const sale: CashSale = {
        kind: 'sale',
        id: basket.id,
        cashierId: person.id,
        at: new Date().toISOString(),
        shiftId: shift.id,
        tillId: till.id,
        number: await takeNumber(till.id),
        pricesAsOf: (await readFact('prices'))?.asOf ?? '',
        lines: basket.lines.map(toSoldLine),
        discount: basket.discount,
        approval: basket.approval,
        customerName: basket.customerName.trim() || null,
        customerPhone: basket.customerPhone.trim() || null,
        notes: basket.notes.trim() || null,
        subtotal,
        totalAmount: total,
        cashGiven,
        ...(basket.credit && credit > 0
          ? {
              credit: {
                reserveId: basket.credit.id,
                ending: basket.credit.ending,
                amount: credit,
              },
            }
          : {}),
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

/** What the transaction put in the basket's place. */
async function freshBasket() {
  const row = await db.baskets.get(thisTab())
  show({ basket: row?.basket ?? emptyBasket() })
}

/**
 * A gift voucher for cash: no product, nothing off, no stock. `id` and its code are the sheet's, so that pressed twice it
 * is one; what it holds can be spent once this is sent.
 */
export async function sellVoucher(
  id: string,
  voucher: { amount: number; code: string },
  cashGiven: number,
): Promise<Done<{ sale: CashSale }>> {
  const { person, till } = now()
  if (!person) return { ok: false, reason: 'till-signed-out' }
  if (!till) return NO_SHIFT
  const paid = changeDue(voucher.amount, Number.isInteger(cashGiven) ? cashGiven : null)
  if (!paid.ok) return paid
  const answer = await write(() =>
    db.transaction('rw', db.things, db.numbers, db.facts, async () => {
      const before = await db.things.get({ id })
      if (before) return { ok: true, sale: before.thing as CashSale } as const
      const shift = await readFact('shift')
      if (!shift) return NO_SHIFT
      const sale: CashSale = {
        kind: 'sale',
        id,
        cashierId: person.id,
        at: new Date().toISOString(),
        shiftId: shift.id,
        tillId: till.id,
        number: await takeNumber(till.id),
        pricesAsOf: (await readFact('prices'))?.asOf ?? new Date().toISOString(),
        lines: [],
        discount: 0,
        approval: null,
        customerName: null,
        customerPhone: null,
        notes: null,
        subtotal: voucher.amount,
        totalAmount: voucher.amount,
        cashGiven,
        voucher,
      }
      await record(sale, person.name)
      return { ok: true, sale } as const
    }),
  )
  if (!answer.ok) return answer
  if (answer.value.ok) void flush()
  return answer.value
}

/** One of the numbers that this till has leased, within the caller's transaction; null when it has none left. */
async function takeNumber(tillId: string) {
  const leased = await db.numbers.where('tillId').equals(tillId).first()
  if (leased) await db.numbers.delete(leased.number)
  return leased?.number ?? null
}
