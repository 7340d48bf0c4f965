import { isVoucherSum, voucherBounds } from '../../../../rules/credit/voucher-sum.ts'
import type { CashSale } from '../../../../rules/till/till-events.ts'
import { changeDue } from '../../../../rules/till/till-sale.ts'
import { db, readFact } from '../db.ts'
import { now } from '../live.ts'
import type { Done } from '../state.ts'
import { write } from '../storage.ts'
import { flush } from '../sync/outbox.ts'
import { record } from '../sync/record.ts'
import { NO_SHIFT, takeNumber } from './sell.ts'

/**
 * Sells a gift voucher for cash: no product, no discount, no stock. The sheet makes `id` and the code, so that pressed
 * twice it is one voucher. The code can be spent once the sale is sent.
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
    db.transaction('rw', db.events, db.numbers, db.facts, async () => {
      const before = await db.events.get({ id })
      if (before) return { ok: true, sale: before.thing as CashSale } as const
      const shift = await readFact('shift')
      if (!shift) return NO_SHIFT
      if (!isVoucherSum(voucher.amount))
        return { ok: false, reason: 'pos-voucher-sum', ...voucherBounds() } as const
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
