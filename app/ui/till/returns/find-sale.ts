import { NOT_RETURNABLE } from '../../../rules/messages/till/on-device.ts'
import type { CashSale } from '../../../rules/till/till-events.ts'
import { isShort, type TillSale } from '../../../rules/till/till-payment.ts'
import { paidForLines, type SaleParties } from '../../../rules/till/till-sale.ts'
import { findSale } from '../payments/mobile/ask-server.ts'
import { db } from '../store/db.ts'
import { flush } from '../store/sync/outbox.ts'

export type ReturnableLine = {
  id: string
  name: string
  size: string | null
  color: string | null
  productId: string | null
  variantId: string | null
  quantity: number
  /** How many came back already. */
  returned: number
  /** What the customer paid for all of them, in kwacha. */
  paid: number
}
export type Returnable = SaleParties & {
  number: string
  at: string
  lines: ReturnableLine[]
  /** The part that a code paid: a refund goes back there first, up to this amount. */
  credit: { amount: number; ending: string } | null
}

/** Finds a sale to take items back from: on the server, or without a connection among this device's own. */
export async function findReturnable(
  number: string,
  isOnline: boolean,
): Promise<
  | { ok: true; sale: Returnable }
  /** `short`: the number of a sale that an admin has to end first. */
  | { ok: false; message: string; short?: string }
> {
  if (isOnline) {
    // Uploads first, so that the server counts what came back here a moment ago.
    await flush({ isRequested: true })
    const answer = await findSale(number)
    if (answer.ok) return readReturnable(answer.body.sale)
    if (answer.why === 'refused') return { ok: false, message: answer.message }
  }
  const own = await findOwn(number)
  if (own?.voucher) return IS_VOUCHER
  return own
    ? { ok: true, sale: await asKept(number, own) }
    : { ok: false, message: NOT_RETURNABLE.elsewhere }
}

/** A cash sale of this device by the number that the server gave it, or the printed one. */
async function findOwn(number: string) {
  const row = await db.events
    .where('kind')
    .equals('sale')
    .filter(
      ({ thing, received }) =>
        thing.kind === 'sale' && (received?.number ?? thing.number) === number,
    )
    .first()
  return row?.thing as CashSale | undefined
}

function readReturnable(sale: TillSale) {
  if (sale.voucher) return IS_VOUCHER
  // A short sale is returnable only if it has an exchange, because staff cannot cancel that: what was paid of it can
  // go back.
  if (isShort(sale))
    return sale.exchange ? fromServer(sale) : { ...IS_SHORT, short: sale.saleNumber }
  return sale.state === 'paid' ? fromServer(sale) : NOT_PAID
}

const IS_VOUCHER = { ok: false, message: NOT_RETURNABLE.voucher } as const
const NOT_PAID = { ok: false, message: NOT_RETURNABLE.unpaid } as const
const IS_SHORT = { ok: false, message: NOT_RETURNABLE.short } as const

function fromServer(sale: TillSale): { ok: true; sale: Returnable } {
  const offLines = sale.lines.reduce((sum, line) => sum + line.discount, 0)
  const paid = paidForLines(sale.lines, sale.discountAmount - offLines + (sale.unpaidAmount ?? 0))
  return {
    ok: true,
    sale: {
      number: sale.saleNumber,
      at: sale.soldAt,
      cashierId: sale.cashierId,
      customerPhone: sale.customerPhone,
      credit: sale.credit ?? null,
      lines: sale.lines.map((line, index) => ({ ...line, paid: paid[index] ?? 0 })),
    },
  }
}

async function asKept(number: string, sale: CashSale): Promise<Returnable> {
  const returns = await db.events.where('kind').equals('return').toArray()
  const back = new Map<string, number>()
  for (const { thing: event } of returns)
    if (event.kind === 'return' && event.saleNumber === number)
      for (const { lineId, quantity } of event.lines)
        back.set(lineId, (back.get(lineId) ?? 0) + quantity)
  const paid = paidForLines(sale.lines, sale.discount)
  return {
    number,
    at: sale.at,
    cashierId: sale.cashierId,
    customerPhone: sale.customerPhone,
    credit: sale.credit ?? null,
    lines: sale.lines.map((line, index) => ({
      ...line,
      returned: back.get(line.id) ?? 0,
      paid: paid[index] ?? 0,
    })),
  }
}
