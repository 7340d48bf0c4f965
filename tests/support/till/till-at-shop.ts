import { randomUUID } from 'node:crypto'
import {
  saleNumberLeases,
  tillDevices,
  tillPriceLists,
  tills,
} from '../../../app/db/tables.server.ts'
import { reserveCredit } from '../../../app/modules/credit/reserves/reserve-credit.ts'
import { ingestEvents } from '../../../app/modules/till/events/ingest-events.ts'
import type { Shop } from '../../../app/platform/shop.server.ts'
import type { CreditInCart } from '../../../app/rules/credit/reserve.ts'
import type {
  CashSale,
  SaleReturn,
  SoldLine,
  TillEvent,
} from '../../../app/rules/till/till-events.ts'
import type { TestProduct } from '../factories.ts'
import { aSoldLine } from './till.ts'

let count = 0

/**
 * A till with an open shift that calls the shop's modules directly, as its device would by HTTP; `send` sends its
 * events.
 */
export async function aTillAtShop(shop: Shop, userId: string) {
  const deviceId = randomUUID()
  const shiftId = randomUUID()
  const place = (count += 1)
  const name = `Counter ${place} ${deviceId.slice(0, 4)}`
  const [till] = await shop.db.insert(tills).values({ name, deviceId }).returning()
  if (!till) throw new Error('no till')
  await shop.db.insert(tillDevices).values({ deviceId, tillId: till.id })
  // A price that was changed in this very millisecond is on it.
  const asOf = new Date(shop.now().getTime() + 1)
  await shop.db.insert(tillPriceLists).values({ tillId: till.id, asOf })
  const sender = { userId, ip: '10.0.0.1', role: 'cashier' as const, deviceId }
  const made = () => ({ id: randomUUID(), cashierId: userId, at: shop.now().toISOString() })
  const send = (...events: TillEvent[]) => ingestEvents(shop, sender, events)
  const open: TillEvent = {
    ...made(),
    id: shiftId,
    kind: 'shift-opened',
    tillId: till.id,
    float: 0,
  }
  await send(open)
  const numbers = Array.from({ length: 50 }, (_, n) => `POS-2026-${place * 1000 + n + 100_000}`)
  await shop.db
    .insert(saleNumberLeases)
    .values(numbers.map((saleNumber) => ({ saleNumber, tillId: till.id })))
  return {
    deviceId,
    shiftId,
    till,
    send,
    /** The request that the till makes when a code is typed. */
    reserve: (code: string, amount: number, cartId = randomUUID(), id = randomUUID()) =>
      reserveCredit(
        shop,
        { userId, deviceId, tillId: till.id },
        { id, code, cartId, amount, shiftId },
      ),
    /** A sale of so many pieces: the code pays the amount that was reserved, cash the rest. */
    sale(
      product: TestProduct,
      quantity: number,
      { id = randomUUID(), credit }: { id?: string; credit?: CreditInCart } = {},
    ): CashSale & { number: string } {
      const lines: SoldLine[] = [aSoldLine(product, { quantity })]
      const totalAmount = product.price * quantity
      const amount = Math.min(credit?.amount ?? 0, totalAmount)
      return {
        ...made(),
        id,
        kind: 'sale',
        shiftId,
        tillId: till.id,
        number: numbers.shift() ?? '',
        pricesAsOf: asOf.toISOString(),
        lines,
        discount: 0,
        approval: null,
        customerName: null,
        customerPhone: null,
        notes: null,
        subtotal: totalAmount,
        totalAmount,
        cashGiven: totalAmount - amount,
        ...(credit && amount > 0
          ? { credit: { reserveId: credit.id, ending: credit.ending, amount } }
          : {}),
      }
    },
    /** The request for a sale of one piece by mobile money. */
    mobileSale: (product: TestProduct, id: string = randomUUID()) => ({
      lines: [{ ...product, quantity: 1 }],
      totalAmount: product.price,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: id,
      saleId: id,
      tillId: till.id,
      shiftId: shiftId as string,
      deviceId,
    }),
    /** A voucher sold for cash. */
    voucher: (amount: number, code: string): CashSale => ({
      ...made(),
      kind: 'sale',
      shiftId,
      tillId: till.id,
      number: numbers.shift() ?? '',
      pricesAsOf: asOf.toISOString(),
      lines: [],
      discount: 0,
      approval: null,
      customerName: null,
      customerPhone: null,
      notes: null,
      subtotal: amount,
      totalAmount: amount,
      cashGiven: amount,
      voucher: { amount, code },
    }),
    /** Returns pieces of the sale's line, with `creditBack` (kwacha) of the refund on the code. */
    back: (
      sale: CashSale,
      quantity: number,
      creditBack = 0,
      change: Partial<SaleReturn> = {},
    ): SaleReturn => {
      const [line] = sale.lines
      const refund = (line?.unitPrice ?? 0) * quantity
      return {
        ...made(),
        kind: 'return',
        shiftId,
        saleNumber: sale.number ?? '',
        lines: [{ lineId: line?.id ?? '', quantity, amount: refund, isRestocked: true }],
        refund,
        reason: 'Exchange',
        approval: null,
        exchangeSaleId: null,
        ...(creditBack > 0 ? { creditBack } : {}),
        ...change,
      }
    },
    close: (): TillEvent => ({ ...made(), kind: 'shift-closed', shiftId, counted: {}, note: null }),
  }
}
