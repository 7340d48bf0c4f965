import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { credits, products, variants } from '../../app/db/tables.server.ts'
import type { Actor } from '../../app/modules/audit/record-audit.ts'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { paySale } from '../../app/modules/checkout/start-payment.ts'
import { issueCredit } from '../../app/modules/credit/issue-credit.ts'
import { reserveCredit } from '../../app/modules/credit/reserves/reserve-credit.ts'
import { liveProof } from '../../app/modules/till/devices/approval-keys.ts'
import {
  claimTill,
  leaseNumbers,
  notePriceList,
} from '../../app/modules/till/devices/claim-till.ts'
import { ingestEvents } from '../../app/modules/till/events/ingest-events.ts'
import { ringUpProviderSale } from '../../app/modules/till/sales/ring-up-sale.ts'
import { decideSandboxPayment } from '../../app/platform/payments/sandbox-payments.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'
import { newCreditCode } from '../../app/rules/credit/credit.ts'
import type { CashSale, TillEvent } from '../../app/rules/till/till-events.ts'
import type { PlannedLine, PlannedSale, PlannedShift } from './plan.ts'
import { done, type Step } from './steps.ts'
import type { Extras } from './till-extras.ts'

const FLOAT = 20_000
const GOODWILL = 15_000
const MOBILE_BUYER = { name: 'Ellen Kumwenda', phone: '+265999001301' }
const NOTES = [5000, 2000, 1000, 500, 200, 100, 50, 20, 10, 5, 1]

/** Opens the counter of the sample shop: a till, and the events of its sales as a till sends them. */
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

  const plainSale = (made: Pick<CashSale, 'id' | 'cashierId' | 'at'>, shiftId: string) => ({
    ...made,
    kind: 'sale' as const,
    shiftId,
    tillId: till.id,
    pricesAsOf: asOf,
    discount: 0,
    approval: null,
    customerName: null,
    customerPhone: null,
    notes: null,
  })

  /** A customer pays with a code that staff issued for a late parcel: reserves its balance, as the till does. */
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

  /** A customer pays by mobile money, on the provider's page. */
  const sellByMobile =
    ({ lines }: PlannedSale, shiftId: string) =>
    async (shop: Shop) => {
      const id = randomUUID()
      const asked = {
        lines,
        totalAmount: lines.reduce((sum, line) => sum + line.price * line.quantity, 0),
        customerName: MOBILE_BUYER.name,
        customerPhone: MOBILE_BUYER.phone,
        notes: null,
        idempotencyKey: id,
        saleId: id,
        tillId: till.id,
        shiftId,
        deviceId,
      }
      const { sale, payment } = done(await ringUpProviderSale(shop, cashier.userId, asked))
      done(await paySale(shop, sale, payment))
      await decideSandboxPayment(shop.db, payment.reference, 'pay')
      done(await settlePayment(shop, payment.reference))
    }

  /** An admin typed their PIN at the counter, for this return. */
  const approvalOf = ({ config }: Shop, returnId: string, refund: number) => ({
    by: staff.userId,
    byName: '',
    proof: liveProof(config.sessionSecret, staff.userId, deviceId, { returnId, refund }),
  })

  const send = async (shop: Shop, events: readonly TillEvent[]) => {
    const sender = { ...cashier, role: 'cashier' as const, deviceId }
    const received = await ingestEvents(shop, sender, events)
    if (received.length < events.length) throw new Error('a till event of the history was refused')
  }

  /**
   * A day at the counter: the shift is opened, products are sold for cash, something is returned, cash is counted, and
   * the shift is closed.
   */
  return function keepShop(
    { sales, daysAgo }: PlannedShift,
    extras: Extras,
    timeOf: (daysAgo: number, minute: number) => Date,
  ): Step[] {
    const made = (minute: number) => ({
      id: randomUUID(),
      cashierId: cashier.userId,
      at: timeOf(daysAgo, minute).toISOString(),
    })
    const opened: TillEvent = {
      ...made(8 * 60 + 50),
      kind: 'shift-opened',
      tillId: till.id,
      float: FLOAT,
    }
    const closing = {
      at: timeOf(daysAgo, 17 * 60 + 5),
      act: async (shop: Shop) => send(shop, await eventsOf(shop)),
    }
    const { mobile } = extras
    if (!mobile) return [closing]
    return [
      { at: new Date(opened.at), act: (shop) => send(shop, [opened]) },
      { at: timeOf(daysAgo, mobile.minute), act: sellByMobile(mobile, opened.id) },
      closing,
    ]

    /** All events that the till sends in the evening. */
    async function eventsOf(shop: Shop): Promise<TillEvent[]> {
      const shiftId = opened.id
      const year = timeOf(daysAgo, 0).getUTCFullYear()
      const numbers = await leaseNumbers(shop.db, till.id, {
        count:
          sales.length +
          sales.filter(({ isExchanged }) => isExchanged).length +
          (extras.voucher ? 1 : 0),
        year,
      })
      const nextNumber = () => numbers.shift() ?? null
      let drawer = FLOAT
      const sold: TillEvent[] = []
      for (const planned of sales) {
        if (planned === mobile) continue
        const { minute, lines, isBroughtBack, isExchanged, isByCredit } = planned
        const items = lines.map(lineOf)
        const subtotal = items.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
        const discount = planned === extras.reduced ? Math.round(subtotal / 500) * 100 : 0
        const sale: CashSale = {
          ...plainSale(made(minute), shiftId),
          number: nextNumber(),
          lines: items,
          discount,
          subtotal,
          totalAmount: subtotal - discount,
          cashGiven: Math.ceil((subtotal - discount) / 5000) * 5000,
        }
        if (isByCredit) {
          sale.credit = await reserveFor(shop, sale)
          sale.cashGiven = subtotal - sale.credit.amount
        }
        drawer += sale.totalAmount - (sale.credit?.amount ?? 0)
        sold.push(sale)
        const [first] = items
        if (!isBroughtBack || !first) continue
        const { unitPrice } = first
        // An exchange for the same product, because of a fault: nothing is paid.
        const again: CashSale = {
          ...sale,
          ...made(minute + 5),
          number: isExchanged ? nextNumber() : null,
          lines: [{ ...first, id: randomUUID(), quantity: 1 }],
          subtotal: unitPrice,
          totalAmount: unitPrice,
          cashGiven: unitPrice,
          exchange: { number: sale.number ?? '', refund: unitPrice, amount: unitPrice, carried: 0 },
        }
        if (!isExchanged) drawer -= unitPrice
        const back = { lineId: first.id, quantity: 1, amount: unitPrice, isRestocked: true }
        const returned = made(minute + 5)
        sold.push({
          ...returned,
          kind: 'return',
          shiftId,
          saleNumber: sale.number ?? '',
          lines: [back],
          refund: unitPrice,
          reason: isExchanged ? 'Exchange' : 'Does not fit',
          // The seller needs somebody else's approval to refund their own sale.
          approval: isExchanged ? null : approvalOf(shop, returned.id, unitPrice),
          exchangeSaleId: isExchanged ? again.id : null,
          ...(isExchanged ? { exchange: { amount: unitPrice, credit: 0 } } : {}),
        })
        if (isExchanged) sold.push(again)
      }
      const { voucher, cash } = extras
      if (voucher) {
        const sum = { subtotal: voucher, totalAmount: voucher, cashGiven: voucher }
        const sale = {
          number: nextNumber(),
          lines: [],
          ...sum,
          voucher: { amount: voucher, code: newCreditCode() },
        }
        sold.push({ ...plainSale(made(15 * 60 + 20), shiftId), ...sale })
        drawer += voucher
      }
      if (cash) {
        sold.push({ ...made(13 * 60 + 10), kind: 'cash-moved', shiftId, ...cash })
        drawer += cash.amount
      }
      return [
        ...(mobile ? [] : [opened]),
        ...sold,
        { ...made(17 * 60), kind: 'shift-closed', shiftId, counted: piecesOf(drawer), note: null },
      ]
    }
  }
}

/** The fewest notes and coins of an amount. */
function piecesOf(amount: number) {
  const counted: Record<string, number> = {}
  let left = amount
  for (const note of NOTES) {
    if (left >= note) counted[note] = Math.floor(left / note)
    left %= note
  }
  return counted
}
