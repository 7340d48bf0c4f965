import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { credits, products, variants } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { issueCredit } from '../../app/modules/credit/issue-credit.ts'
import { reserveCredit } from '../../app/modules/credit/reserves/reserve-credit.ts'
import {
  claimTill,
  leaseNumbers,
  notePriceList,
} from '../../app/modules/till/devices/claim-till.ts'
import { ingestEvents } from '../../app/modules/till/events/ingest-events.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import type { CashSale, TillEvent } from '../../app/rules/till/till-events.ts'
import type { PlannedLine, PlannedShift } from './plan.ts'
import { done } from './steps.ts'

const FLOAT = 20_000
const GOODWILL = 15_000
const NOTES = [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 1]

/** The counter of the sample shop: a till, and the lines of its sales as a till writes them. */
export async function openCounter(
  shop: Shop,
  { cashier, staff }: { cashier: Actor; staff: Actor },
  variantIds: readonly string[],
) {
  const deviceId = randomUUID()
  const asked = { name: 'Counter', deviceId, takeOver: false }
  const { till } = done(await claimTill(shop, { ...cashier, role: 'cashier' }, asked))
  const asOf = shop.now().toISOString()
  await notePriceList(shop.db, till.id, asOf)
  const rows = await shop.db
    .select({
      id: variants.id,
      name: products.name,
      sku: variants.sku,
      size: variants.size,
      color: variants.color,
    })
    .from(variants)
    .innerJoin(products, eq(products.id, variants.productId))
    .where(inArray(variants.id, [...variantIds]))
  const known = new Map(rows.map(({ id, ...row }) => [id, row]))

  const lineOf = ({ productId, variantId, price, quantity }: PlannedLine) => {
    const row = known.get(variantId)
    if (!row) throw new Error(`no variant ${variantId}`)
    return {
      id: randomUUID(),
      productId,
      variantId,
      ...row,
      quantity,
      unitPrice: price,
      discount: 0,
    }
  }

  /** Somebody comes with a code that staff have given for a late parcel: it pays what it holds, as the till asks for it. */
  async function reserveFor(shop: Shop, sale: CashSale) {
    const [id, now] = [randomUUID(), () => new Date(sale.at)]
    const gift = {
      kind: 'goodwill',
      amount: GOODWILL,
      email: null,
      reason: 'The parcel was late',
    } as const
    done(await issueCredit(shop, staff, { id, ...gift }))
    const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
    const asked = {
      id: randomUUID(),
      code: credit?.code ?? '',
      cartId: sale.id,
      amount: sale.totalAmount,
      shiftId: sale.shiftId,
    }
    const by = { userId: cashier.userId, deviceId, tillId: till.id }
    const { credit: held } = done(await reserveCredit({ ...shop, now }, by, asked))
    return { reserveId: held.id, ending: held.ending, amount: held.amount }
  }

  /** A day at the counter: opened, sold for cash, something brought back, counted and closed. */
  return async function keepShop(
    shop: Shop,
    { sales, daysAgo }: PlannedShift,
    timeOf: (daysAgo: number, minute: number) => Date,
  ) {
    const made = (minute: number) => ({
      id: randomUUID(),
      cashierId: cashier.userId,
      at: timeOf(daysAgo, minute).toISOString(),
    })
    const opened = made(8 * 60 + 50)
    const shiftId = opened.id
    const year = timeOf(daysAgo, 0).getUTCFullYear()
    const numbers = await leaseNumbers(shop.db, till.id, {
      count: sales.length + sales.filter(({ isExchanged }) => isExchanged).length,
      year,
    })
    const nextNumber = () => numbers.shift() ?? null
    let drawer = FLOAT
    const sold: TillEvent[] = []
    for (const { minute, lines, isBroughtBack, isExchanged, isByCredit } of sales) {
      const items = lines.map(lineOf)
      const subtotal = items.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
      const sale: CashSale = {
        ...made(minute),
        kind: 'sale',
        shiftId,
        tillId: till.id,
        number: nextNumber(),
        pricesAsOf: asOf,
        lines: items,
        discount: 0,
        approval: null,
        customerName: null,
        customerPhone: null,
        notes: null,
        subtotal,
        totalAmount: subtotal,
        cashGiven: Math.ceil(subtotal / 5000) * 5000,
      }
      if (isByCredit) {
        sale.credit = await reserveFor(shop, sale)
        sale.cashGiven = subtotal - sale.credit.amount
      }
      drawer += subtotal - (sale.credit?.amount ?? 0)
      sold.push(sale)
      const [first] = items
      if (!isBroughtBack || !first) continue
      const { unitPrice } = first
      // For the same once more, where a piece had a fault: nothing is paid.
      const again: CashSale = {
        ...sale,
        ...made(minute + 5),
        number: isExchanged ? nextNumber() : null,
        lines: [{ ...first, id: randomUUID(), quantity: 1 }],
        subtotal: unitPrice,
        totalAmount: unitPrice,
        cashGiven: unitPrice,
      }
      if (!isExchanged) drawer -= unitPrice
      const back = { lineId: first.id, quantity: 1, amount: unitPrice, isRestocked: true }
      sold.push({
        ...made(minute + 5),
        kind: 'return',
        shiftId,
        saleNumber: sale.number ?? '',
        lines: [back],
        refund: unitPrice,
        reason: isExchanged ? 'Exchange' : 'Does not fit',
        approval: null,
        exchangeSaleId: isExchanged ? again.id : null,
        ...(isExchanged ? { exchange: { amount: unitPrice, credit: 0 } } : {}),
      })
      if (isExchanged) sold.push(again)
    }
    const events: TillEvent[] = [
      { ...opened, kind: 'shift-opened', tillId: till.id, float: FLOAT },
      ...sold,
      { ...made(17 * 60), kind: 'shift-closed', shiftId, counted: piecesOf(drawer), note: null },
    ]
    const sender = { ...cashier, role: 'cashier' as const, deviceId }
    const received = await ingestEvents(shop, sender, events)
    if (received.length < events.length) throw new Error('a till event of the history was refused')
  }
}

/** An amount in the fewest notes and coins. */
function piecesOf(amount: number) {
  const counted: Record<string, number> = {}
  let left = amount
  for (const note of NOTES) {
    if (left >= note) counted[note] = Math.floor(left / note)
    left %= note
  }
  return counted
}
