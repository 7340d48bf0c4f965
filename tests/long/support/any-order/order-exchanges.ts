import { randomUUID } from 'node:crypto'
import { paySale } from '../../../../app/modules/checkout/start-payment.ts'
import { endOwnReserve } from '../../../../app/modules/credit/reserves/end-reserves.ts'
import { ringUpAtTill } from '../../../../app/modules/returns/exchange-by-mobile.ts'
import { takeBackAtTill } from '../../../../app/modules/returns/take-back-at-till.ts'
import type { SaleRequest } from '../../../../app/modules/till/sales/ring-up-sale.ts'
import type { CreditInCart, CreditTender } from '../../../../app/rules/credit/reserve.ts'
import { findSentOrder, noteCash } from './web-acts.ts'
import { type Act, type Numbers, pick, type World } from './world.ts'

type Done = Awaited<ReturnType<typeof takeBackAtTill>>
type Rung = Awaited<ReturnType<typeof ringUpAtTill>>

/** One piece of an order that was sent, and the article taken in exchange. */
async function begin(world: World, numbers: Numbers, way: 'cash' | 'credit') {
  const { shop } = world
  const { b, c } = numbers
  const found = await findSentOrder(world, numbers)
  const article = pick(world.articles, c)
  const [refund = 0] = found?.line.worth ?? []
  if (!found || !article || refund === 0) return undefined
  const { order, device, line, actor } = found
  // A till of before sells the same product at the price of today; prices do not change while somebody asks again.
  const isAtPaidPrice = article.productId === line.productId && b % 3 !== 2
  const product = { ...article, ...(isAtPaidPrice ? { price: refund } : {}) }
  const { shiftId, tillId, deviceId, userId } = device
  const [id, saleId] = [randomUUID() as string, randomUUID() as string]
  const back = {
    id,
    orderId: order.id,
    shiftId,
    reason: 'other-size' as const,
    lines: [{ lineId: line.id, quantity: 1, isRestocked: b % 3 !== 0 }],
    refund,
    approval: null,
  }
  /** Sells within the shift that took the return; once that shift is over on the device, nothing is sold. */
  const sell = (code?: Omit<CreditTender, 'amount'>) => {
    if (device.shiftId !== shiftId) return false
    const paid = isAtPaidPrice ? { paidPrice: refund } : {}
    const made = device.sell(product, 1, { id: saleId, ...paid })
    const amount = Math.min(refund, made.totalAmount)
    const carried = code ? amount : 0
    const cashGiven = made.totalAmount - carried
    const exchange = { number: order.orderNumber, refund, amount, carried }
    const sale = { ...made, cashGiven, exchange, ...(code ? { credit: { ...code, amount } } : {}) }
    device.keep(sale, cashGiven)
    device.sales.push({ sale, back: 0, isRestocked: true })
    return true
  }
  // What mobile money pays of an even exchange is something else.
  const more = isAtPaidPrice ? world.articles.slice(-1).map((one) => ({ ...one })) : []
  const lines = [product, ...more].map((one) => ({ ...one, quantity: 1 }))
  const total = lines.reduce((sum, { price }) => sum + price, 0)
  const ring = async (paid: Pick<SaleRequest, 'cashAmount' | 'credit' | 'exchange'>) => {
    // The server must know the drawer’s shift.
    await device.flush()
    const rung = await ringUpAtTill(shop, actor, {
      lines,
      totalAmount: total,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: saleId,
      saleId,
      tillId,
      shiftId,
      deviceId,
      ...paid,
    })
    if (rung.ok) await paySale(shop, rung.sale, rung.payment)
    return rung
  }
  const takeBack = async () => {
    await device.flush()
    return takeBackAtTill(shop, actor, { ...back, way, exchangeSaleId: saleId })
  }
  const letGo = () => endOwnReserve(shop.db, id, { userId, deviceId })
  const { orderNumber: number } = order
  return { device, total, back, number, saleId, sell, ring, takeBack, letGo }
}

/** The server takes the piece back for cash, which pays the sale in the books; the difference is in the drawer. */
const forCash: Act = async (world, by) => {
  const one = await begin(world, by, 'cash')
  if (!one) return undefined
  const { back, sell, takeBack } = one
  return {
    press: takeBack,
    after: async (done: Done) => {
      await noteCash(world, back.id, back.shiftId, done)
      if (done.ok) sell()
    },
  }
}

/** The piece waits with a sale by mobile money, partly in cash. */
const byPhone: Act = async (world, by) => {
  const one = await begin(world, by, 'cash')
  if (!one) return undefined
  const { device, total, back, number, saleId, ring } = one
  const { id, orderId, reason, lines, refund, shiftId } = back
  const cash = by.a % 3 === 2 ? 1001 : 0
  if (total - refund - cash < 100) return undefined
  const exchange = {
    id,
    number,
    lines: lines.map((line) => ({ ...line, amount: refund })),
    refund,
    credit: 0,
    reason: 'Other size',
    approval: null,
    order: { id: orderId, reason },
  }
  return {
    press: () => ring({ cashAmount: cash, exchange }),
    after: (rung: Rung) => {
      const awaited = { id, amount: refund }
      if (rung.ok) device.rung.push({ saleId, shiftId, cash, isHandedBack: false, awaited })
    },
  }
}

/** The piece’s money goes on a code, which pays the sale: the rest in cash, or by mobile money. */
const onCode: Act = async (world, by) => {
  const one = await begin(world, by, 'credit')
  if (!one) return undefined
  const { device, total, back, saleId, sell, ring, takeBack, letGo } = one
  const { id, shiftId } = back
  const amount = Math.min(back.refund, total)
  const isByPhone = by.a % 2 === 0 && total - amount >= 100
  // A device that has received the code does not request it again.
  let held: CreditInCart | null = null
  let isRung = false
  return {
    press: async () => {
      const done = held ? ({ ok: true, credit: held } as const) : await takeBack()
      held ??= done.ok ? done.credit : null
      if (!held || !isByPhone) return done
      const rung = await ring({ credit: { reserveId: id, amount } })
      isRung ||= rung.ok
      return done
    },
    after: async (done: Done) => {
      // Its customer has the code by email.
      if (done.ok && done.creditCode) world.codes.push(done.creditCode)
      if (isRung) device.rung.push({ saleId, shiftId, cash: 0, isHandedBack: false })
      else if (isByPhone || !held || !sell({ reserveId: id, ending: held.ending })) await letGo()
    },
  }
}

export const ORDER_EXCHANGES = {
  'exchange an order for cash': forCash,
  'exchange an order by phone': byPhone,
  'exchange an order on a code': onCode,
} satisfies Record<string, Act>
