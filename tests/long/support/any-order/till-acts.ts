import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { payments, posSales, products } from '../../../../app/db/tables.server.ts'
import { expirePosSale } from '../../../../app/modules/checkout/expire-order.ts'
import { settlePayment } from '../../../../app/modules/checkout/settle-payment.ts'
import { paySale } from '../../../../app/modules/checkout/start-payment.ts'
import { giveUpSale } from '../../../../app/modules/checkout/till-payment.ts'
import { endOwnReserve } from '../../../../app/modules/credit/reserves/end-reserves.ts'
import { takeBackAsAgreed } from '../../../../app/modules/returns/take-back-as-agreed.ts'
import { liveProof } from '../../../../app/modules/till/devices/approval-keys.ts'
import { ringUpProviderSale } from '../../../../app/modules/till/sales/ring-up-sale.ts'
import { decideSandboxPayment } from '../../../../app/platform/payments/sandbox-payments.server.ts'
import { backOnCode } from '../../../../app/rules/credit/reserve.ts'
import { LARGEST_AMOUNT } from '../../../../app/rules/money.ts'
import type { CashSale } from '../../../../app/rules/till/till-events.ts'
import { type Device, ORDERS } from './device.ts'
import { type Act, newCode, nextNumber, pick, type World } from './world.ts'

const tillOf = (world: World, n: number) => {
  const device = pick(world.devices, n)
  if (!device) throw new Error('no till')
  return device
}
const articleOf = (world: World, n: number) => {
  const one = pick(world.articles, n)
  if (!one) throw new Error('no article')
  // As it is priced now: what was asked for is asked for again as it was.
  return { ...one }
}
/** The dress or the belt has another price, lower or higher than any before. */
const changePrice: Act = async (world, { a, b }) => {
  const { productId } = articleOf(world, a)
  const all = world.articles.filter((one) => one.productId === productId)
  const price = (b % 2 === 0 ? 3001 : 1501) * (all.length + 1) + nextNumber()
  return {
    press: () => world.shop.db.update(products).set({ price }).where(eq(products.id, productId)),
    after: () => {
      for (const one of all) one.price = price
    },
  }
}

/** A till with a connection asks for the list of prices anew. */
const readList: Act = async (world, { a }) => {
  const device = tillOf(world, a)
  return device.isOnline
    ? {
        press: () => device.readList(),
        after: (read: Parameters<typeof device.keepList>[0]) => device.keepList(read),
      }
    : undefined
}

/** A sale for cash, or with the code of the cart and the rest in cash. */
const sale: Act = async (world, { a, b, c }) => {
  const device = tillOf(world, a)
  const cart = c % 2 === 1 ? device.carts.shift() : undefined
  const sold = device.sell(articleOf(world, b), 1 + (c % 3), cart ?? {})
  device.keep(sold, sold.cashGiven)
  device.sales.push({ sale: sold, back: 0, isRestocked: b % 3 !== 0 })
  return { press: () => device.flush() }
}

const voucher: Act = async (world, { a, b }) => {
  const device = tillOf(world, a)
  const code = newCode()
  const amount = 1000 + b * 173
  device.keep({ ...device.till.voucher(amount, code), shiftId: device.shiftId }, amount)
  world.codes.push(code)
  return { press: () => device.flush() }
}

/** A return at this till or another, for cash or on a code; for an exchange with a sale. */
const giveBack =
  (isExchange: boolean): Act =>
  async (world, { a, b, c }) => {
    const device = tillOf(world, a)
    const sold = pick(
      world.devices.flatMap(({ sales }) => sales),
      b,
    )
    const [line] = sold?.sale.lines ?? []
    if (!sold || !line) return undefined
    // An offline till may not know what was already returned of another till’s sale.
    const isBlind = c % 5 === 4 && device.all.every(({ id }) => id !== sold.sale.id)
    if (sold.back >= line.quantity && !isBlind) return undefined
    const refund = line.unitPrice
    const before = isBlind ? 0 : sold.back * refund
    const onCode = backOnCode(sold.sale.credit?.amount ?? 0, before, refund)
    const creditCode = !isExchange && c % 3 === 1 && onCode < refund ? newCode() : undefined
    let exchangeSaleId: string | null = null
    let exchange: { amount: number; credit: number } | undefined
    let taken: CashSale | undefined
    if (isExchange) {
      const article = articleOf(world, c)
      // Tills of before say nothing of what pays; some of them did, and sold the same product at their list's price.
      const hasTender = c % 4 !== 3 && onCode === 0
      const isSame = article.productId === line.productId && isKnown(world, device, sold.sale)
      const isAtPaidPrice = hasTender && isSame && b % 3 !== 1
      taken = device.sell(article, 1, isAtPaidPrice ? { paidPrice: refund } : {})
      device.sales.push({ sale: taken, back: 0, isRestocked: true })
      exchangeSaleId = taken.id
      if (hasTender) {
        const amount = Math.min(refund, taken.totalAmount)
        exchange = { amount, credit: 0 }
        if (isAtPaidPrice)
          taken.exchange = { number: sold.sale.number ?? '', refund, amount, carried: 0 }
      } else device.keep(taken, taken.cashGiven)
    }
    const back = device.till.back(sold.sale, 1, onCode, {
      shiftId: device.shiftId,
      exchangeSaleId,
      ...(creditCode ? { creditCode } : {}),
      ...(exchange ? { exchange } : {}),
    })
    // For a cashier’s own sale an admin types their PIN, which tills require; those of earlier releases do not.
    if (b % 5 !== 4) back.approval = approvalOf(world, device.deviceId, back)
    for (const one of back.lines) one.isRestocked = sold.isRestocked
    device.keep(back, creditCode ? 0 : onCode - refund)
    // A till has the return on record before the sale that it pays.
    if (taken && exchange) device.keep(taken, taken.cashGiven)
    if (creditCode) world.codes.push(creditCode)
    sold.back += 1
    return { press: () => device.flush() }
  }

/** The till has sold it, or the shop has it: what comes back of it is found there. */
const isKnown = ({ devices }: World, device: Device, { id }: CashSale) =>
  devices.every((other) => other === device || other.unsent.every((event) => event.id !== id))

function approvalOf(
  { shop, admin }: World,
  deviceId: string,
  { id: returnId, refund }: { id: string; refund: number },
) {
  const proof = liveProof(shop.config.sessionSecret, admin.userId, deviceId, { returnId, refund })
  return { by: admin.userId, byName: 'The boss', proof }
}

const cash: Act = async (world, { a, b }) => {
  const device = tillOf(world, a)
  const amount = b % 2 === 0 ? b + 1 : -b
  const { shiftId } = device
  device.keep({ ...device.made(), kind: 'cash-moved', shiftId, amount, reason: 'Taxi' }, amount)
  return { press: () => device.flush() }
}

const shift: Act = async (world, { a }) => {
  const device = tillOf(world, a)
  device.changeShift()
  return { press: () => device.flush() }
}

const connection: Act = async (world, { a, b }) => {
  const device = tillOf(world, a)
  device.isOnline = !device.isOnline
  return { press: () => device.flush(pick(ORDERS, b)) }
}

/** Sends events again that were accepted long ago. */
const replay: Act = async (world, { a, b }) => {
  const device = tillOf(world, a)
  const event = pick(device.all.slice(0, device.all.length - device.unsent.length), b)
  return event && { press: () => device.till.send(event) }
}

const reserve: Act = async (world, { a, b, c }) => {
  const device = tillOf(world, a)
  const code = pick(world.codes, b)
  if (!device.isOnline || !code) return undefined
  const [id, cartId] = [randomUUID(), randomUUID()]
  return {
    press: () => device.reserve(code, 1 + c * 2003, cartId, id),
    after: (done: Awaited<ReturnType<typeof device.reserve>>) => {
      // Counts only in the shift in which it was requested.
      if (done.ok && done.credit.shiftId === device.shiftId)
        device.carts.push({ id: cartId, credit: done.credit })
    },
  }
}

const removeCode: Act = async (world, { a }) => {
  const device = tillOf(world, a)
  const cart = device.carts.shift()
  if (!cart) return undefined
  const { userId, deviceId } = device
  return { press: () => endOwnReserve(world.shop.db, cart.credit.id, { userId, deviceId }) }
}

/** A piece that no code paid, and that is worth less than what is taken in exchange. */
function pieceBack(world: World, most: number, b: number) {
  const sold = pick(
    world.devices.flatMap(({ sales }) => sales).filter(({ sale }) => !sale.credit),
    b,
  )
  const [line] = sold?.sale.lines ?? []
  if (!sold || !line || line.unitPrice > most) return undefined
  const { id: lineId, unitPrice: amount } = line
  const back = [{ lineId, quantity: 1, amount, isRestocked: sold.isRestocked }]
  const number = sold.sale.number ?? ''
  const what = { id: randomUUID(), number, refund: amount, credit: 0, lines: back }
  return {
    sold,
    productId: line.productId,
    exchange: { ...what, reason: 'Exchange', approval: null },
  }
}

/** A sale by mobile money, partly paid in cash, by a code or by a return. */
const ringUp =
  (isExchange: boolean): Act =>
  async (world, { a, b, c }) => {
    const device = tillOf(world, a)
    if (!device.isOnline) return undefined
    const product = articleOf(world, b)
    const cashAmount = c % 3 === 2 ? 1001 : 0
    // For another size of it at what was paid, with something that is bought.
    const isSame = c % 2 === 1
    const most = isSame ? LARGEST_AMOUNT : product.price - cashAmount - 100
    const back = isExchange ? pieceBack(world, most, c) : undefined
    if (isExchange && !back) return undefined
    const sizes = world.articles.filter((one) => one.productId === back?.productId)
    const size = pick(sizes, b)
    const asPaid = isSame && back && size ? [{ ...size, price: back.exchange.refund }] : []
    const lines = [...asPaid, product].map((one) => ({ ...one, quantity: 1 }))
    const totalAmount = lines.reduce((sum, { price }) => sum + price, 0)
    const cart = c % 3 === 1 ? device.carts.shift() : undefined
    const left = totalAmount - 100 - (back?.exchange.refund ?? 0)
    const creditAmount = Math.min(cart?.credit.amount ?? 0, left)
    const saleId = randomUUID()
    const { shiftId, tillId, deviceId, userId } = device
    const request = {
      lines,
      totalAmount,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: cart?.id ?? saleId,
      saleId: cart?.id ?? saleId,
      tillId,
      shiftId,
      deviceId,
      cashAmount,
      credit: cart && creditAmount > 0 ? { reserveId: cart.credit.id, amount: creditAmount } : null,
      exchange: back?.exchange ?? null,
    }
    return {
      press: async () => {
        const rung = await ringUpProviderSale(world.shop, userId, request)
        if (rung.ok) await paySale(world.shop, rung.sale, rung.payment)
        return rung
      },
      after: (rung: Awaited<ReturnType<typeof ringUpProviderSale>>) => {
        // A refused sale is in the cart again with its code, until its shift is over.
        const isUsed = rung.ok && creditAmount > 0
        if (cart && !isUsed && device.shiftId === shiftId) device.carts.unshift(cart)
        if (!rung.ok) return
        if (back) back.sold.back += 1
        device.rung.push({
          saleId: rung.sale.id,
          shiftId,
          cash: cashAmount,
          isHandedBack: false,
          isExchange: back !== undefined,
        })
      },
    }
  }

/** The customer pays by phone, or the sale is cancelled or expires; the provider is asked. */
const rungOn: Act = async (world, { a, b, c }) => {
  const { shop } = world
  const device = tillOf(world, a)
  const rung = pick(device.rung, b)
  if (!rung) return undefined
  const [payment] = await shop.db.select().from(payments).where(eq(payments.posSaleId, rung.saleId))
  const reference = payment?.reference ?? ''
  // The screen shows the state of the sale, whichever request was answered.
  const handBack = async () => {
    const [now] = await shop.db.select().from(posSales).where(eq(posSales.id, rung.saleId))
    if (now?.paymentStatus === 'failed' || now?.paymentStatus === 'cancelled')
      rung.isHandedBack = true
  }
  const actor = { userId: device.userId, ip: '10.0.0.1' }
  if (c % 4 === 1) return { press: () => giveUpSale(shop, rung.saleId, actor), after: handBack }
  if (c % 4 === 2) return { press: () => expirePosSale(shop, rung.saleId), after: handBack }
  return {
    press: async () => {
      if (c % 4 === 0) await decideSandboxPayment(shop.db, reference, 'pay')
      await settlePayment(shop, reference)
      await takeBackAsAgreed(shop, { posSaleId: rung.saleId, reference })
    },
  }
}

export const TILL_ACTS = {
  sale,
  'change a price': changePrice,
  'read the list of prices': readList,
  'sell a voucher': voucher,
  'take back at the till': giveBack(false),
  'exchange at the till': giveBack(true),
  'move cash': cash,
  'change shift': shift,
  'lose or find the connection': connection,
  'send again': replay,
  'reserve a code': reserve,
  'take a code off': removeCode,
  'ring up by phone': ringUp(false),
  'exchange by phone': ringUp(true),
  'end by phone': rungOn,
} satisfies Record<string, Act>
