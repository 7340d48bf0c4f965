import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aDeliveredOrder,
  anAdmin,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { makeAnothers } from '../../../tests/support/till/counter.ts'
import { aSoldLine } from '../../../tests/support/till/till.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import {
  credits,
  posSaleItems,
  posSales,
  products,
  unreadableTillEvents,
  variants,
} from '../../db/tables.server.ts'
import type { CreditInCart } from '../../rules/credit/reserve.ts'
import { priceInExchange } from '../../rules/till/exchanges/paid-prices.ts'
import type { CashSale, SoldLine } from '../../rules/till/till-events.ts'
import { exchangeParts, paidForLines, saleTotals } from '../../rules/till/till-sale.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { paySale } from '../checkout/start-payment.ts'
import { giveUpSale } from '../checkout/till-payment.ts'
import { issueCredit } from '../credit/issue-credit.ts'
import { adjustStock } from '../stock/move-stock.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { ringUpAtTill } from './exchange-by-mobile.ts'
import { takeBackAsAgreed } from './take-back-as-agreed.ts'
import { takeBackAtTill } from './take-back-at-till.ts'

// docs/decisions/0089: the same product goes out at the price that was paid

const shop = useShop()
const PAID = 15_001
const DEARER = 20_000
const CHEAPER = 9000
const COAT = 6000
let bob: string
let till: Till
let medium: TestProduct
let large: TestProduct
let coat: TestProduct
type Till = Awaited<ReturnType<typeof aTillAtShop>>

beforeEach(async () => {
  medium = await aProduct(shop, { name: 'Wrap Dress', price: PAID, stock: 20, size: 'M' })
  const { productId } = medium
  const row = { productId, sku: `L-${randomUUID()}`, size: 'L', position: 1 }
  const [variant] = await shop.db.insert(variants).values(row).returning()
  large = { ...medium, variantId: variant?.id ?? '' }
  await shop.db.transaction((db) => adjustStock(db, large.variantId, 20, 'opening', {}))
  coat = await aProduct(shop, { name: 'Coat', price: COAT, stock: 20 })
  bob = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, bob)
})

/** The dress has another price from now on, and a till another list. */
async function reprice(price: number) {
  await shop.db.update(products).set({ price }).where(eq(products.id, medium.productId))
  medium = { ...medium, price }
  large = { ...large, price }
  return aTillAtShop(shop, bob)
}
/** A sale of these lines that is at the shop. */
async function sell(lines: SoldLine[], change: { discount?: number; credit?: CreditInCart } = {}) {
  const { discount = 0, credit } = change
  const { subtotal, total: totalAmount } = saleTotals(lines, discount)
  const paid = credit
    ? { credit: { reserveId: credit.id, ending: credit.ending, amount: credit.amount } }
    : {}
  const cashGiven = totalAmount - (credit?.amount ?? 0)
  const sums = { lines, discount, subtotal, totalAmount, cashGiven, ...paid }
  const sold = { ...till.sale(medium, 1), ...sums }
  // A discount may wait for somebody to look: what was paid is what was paid.
  expect(await till.send(sold)).toHaveLength(1)
  await makeAnothers(shop, sold)
  return sold
}

type Pieces = { at: number; quantity: number; amount: number; takenId?: string }
/** So many pieces of its lines, at what a till says that they are worth: the first ones that come back. */
const piecesOf = (sold: CashSale, ...counts: number[]): Pieces[] => {
  const paid = paidForLines(sold.lines, sold.discount)
  return counts.flatMap((quantity, at) => {
    const amount = Math.floor(((paid[at] ?? 0) * quantity) / (sold.lines[at]?.quantity ?? 1))
    return quantity > 0 ? [{ at, quantity, amount }] : []
  })
}

/** The lines of a cart as a till prices them for what comes back; one of before sells them at its list. */
const pricedFor = (
  sold: Pick<CashSale, 'lines'>,
  back: Pieces[],
  cart: SoldLine[],
  isOld: boolean,
) =>
  priceInExchange(
    cart,
    isOld ? [] : back.map((pieces) => ({ ...pieces, productId: sold.lines[pieces.at]?.productId })),
  ).flatMap(({ line, parts }) =>
    parts.map(({ isPaid: _isPaid, ...part }, n) => ({
      ...line,
      ...part,
      id: n === 0 ? line.id : randomUUID(),
    })),
  )

/** What comes back of a receipt for what is in the cart, as a till makes both. */
function exchange(
  at: Till,
  sold: CashSale,
  {
    back,
    cart,
    isOld = false,
    code = 0,
    discount = 0,
  }: {
    back: Pieces[]
    cart: SoldLine[]
    isOld?: boolean
    code?: number
    discount?: number
  },
) {
  const lines = pricedFor(sold, back, cart, isOld)
  const { subtotal, total } = saleTotals(lines, discount)
  const refund = back.reduce((sum, { amount }) => sum + amount, 0)
  const { amount, credit, onCode, back: inCash } = exchangeParts({ refund, credit: code }, total)
  const made = at.sale(medium, 1)
  const returned = at.back(sold, 1, onCode, {
    refund,
    lines: back.map(({ at: n, ...pieces }) => ({
      lineId: sold.lines[n]?.id ?? '',
      quantity: pieces.quantity,
      amount: pieces.amount,
      isRestocked: true,
    })),
    exchangeSaleId: made.id,
    ...(amount > 0 ? { exchange: { amount, credit } } : {}),
  })
  const sale: CashSale & { number: string } = {
    ...made,
    lines,
    discount,
    subtotal,
    totalAmount: total,
    cashGiven: total - credit,
    exchange: { number: sold.number ?? '', refund, amount, carried: credit },
    ...(credit > 0 ? { credit: { reserveId: returned.id, ending: 'ABCD', amount: credit } } : {}),
  }
  return { back: returned, sale, toPay: total - amount, inCash, both: [returned, sale] as const }
}
const PLAIN = [{ reviewReasons: [] }, { reviewReasons: [] }]
const DIFFERS = [{ reviewReasons: [] }, { reviewReasons: ['price-differs'] }]
const drawer = async (at: Till) => (await readShift(shop.db, at.shiftId))?.figures.expected
const stock = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const itemsOf = (saleId: string) =>
  shop.db
    .select()
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, saleId))
    .orderBy(posSaleItems.position)
async function allAgrees() {
  await booksAgree(shop)
  expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
}

describe('an exchange of a size by receipt', () => {
  test('costs what was paid, whether its price has risen or fallen, and again when it is exchanged once more', async () => {
    let sold: CashSale = await sell([aSoldLine(medium)])
    for (const price of [DEARER, CHEAPER, DEARER]) {
      const later = await reprice(price)
      const cart = [aSoldLine(sold.lines[0]?.variantId === medium.variantId ? large : medium)]
      const { both, sale, toPay, inCash } = exchange(later, sold, { back: piecesOf(sold, 1), cart })
      expect([toPay, inCash]).toEqual([0, 0])
      for (const _ of [1, 2]) expect(await later.send(...both)).toMatchObject(PLAIN)
      expect(await drawer(later)).toBe(0)
      expect(await itemsOf(sale.id)).toMatchObject([{ unitPrice: PAID, totalPrice: PAID }])
      await makeAnothers(shop, sale)
      sold = sale
    }
    expect([await stock(medium), await stock(large)]).toEqual([20, 19])
    // Who wants its money gets what was paid.
    expect(await till.send(till.back(sold, 1))).toMatchObject([{ reviewReasons: [] }])
    expect(await drawer(till)).toBe(0)
    await allAgrees()
  })

  test('costs the list price at a till of the earlier release, beside a newer one at the same server', async () => {
    const sold = await sell([aSoldLine(medium, { quantity: 2 })])
    const later = await reprice(DEARER)
    const take = { back: piecesOf(sold, 1), cart: [aSoldLine(large)] }
    const old = exchange(later, sold, { ...take, isOld: true })
    expect(old.toPay).toBe(DEARER - PAID)
    expect(await later.send(...old.both)).toMatchObject(PLAIN)
    expect(await drawer(later)).toBe(DEARER - PAID)
    const of = exchange(later, sold, { ...take, cart: [aSoldLine(large)] })
    expect(await later.send(...of.both)).toMatchObject(PLAIN)
    expect(await drawer(later)).toBe(DEARER - PAID)
    await allAgrees()
  })

  test('may be part of a cart: units without a return, and all other products, have today’s price', async () => {
    const sold = await sell([aSoldLine(medium, { quantity: 3 })], { discount: 3 * PAID - 10_000 })
    const later = await reprice(DEARER)
    const cart = [aSoldLine(large, { quantity: 3 }), aSoldLine(coat)]
    const { both, sale, toPay } = exchange(later, sold, { back: piecesOf(sold, 2), cart })
    // Two of three pieces for MK 10,000 are worth MK 6,666; the third is bought.
    expect(toPay).toBe(DEARER + COAT)
    expect(await later.send(...both)).toMatchObject(PLAIN)
    expect(await drawer(later)).toBe(DEARER + COAT)
    const sums = (await itemsOf(sale.id)).map(({ quantity, unitPrice }) => [quantity, unitPrice])
    expect(sums).toEqual([
      [1, DEARER],
      [2, 3333],
      [1, COAT],
    ])
    expect(await stock(large)).toBe(17)
    await allAgrees()
  })

  test('costs the worth of its own returned line when a product was bought at two prices', async () => {
    const lines = [aSoldLine(medium), aSoldLine(medium, { discount: 5001 })]
    const sold = await sell(lines, { discount: 1000 })
    const later = await reprice(CHEAPER)
    const back = piecesOf(sold, 1, 1)
    const worth = back.map(({ amount }) => amount)
    expect(worth).toEqual([14_400, 9601])
    const cart = [aSoldLine(large), aSoldLine(medium)]
    const chosen = [
      { ...(back[0] as Pieces), takenId: medium.variantId },
      { ...(back[1] as Pieces), takenId: large.variantId },
    ]
    const { both, sale, toPay, inCash } = exchange(later, sold, { back: chosen, cart })
    expect([toPay, inCash]).toEqual([0, 0])
    expect(await later.send(...both)).toMatchObject(PLAIN)
    expect(await itemsOf(sale.id)).toMatchObject([
      { variantId: large.variantId, unitPrice: 9601 },
      { variantId: medium.variantId, unitPrice: 14_400 },
    ])
    await allAgrees()
  })

  test('at a price that no returned line was worth goes under review', async () => {
    const receipts: CashSale[] = []
    for (let n = 0; n < 6; n += 1) receipts.push(await sell([aSoldLine(medium)]))
    const later = await reprice(DEARER)
    const exchangeFor = (cart: SoldLine[]) => {
      const sold = receipts.pop()
      if (!sold) throw new Error('no receipt is left')
      return exchange(later, sold, { back: piecesOf(sold, 1), cart, isOld: true })
    }
    const at = (quantity: number, unitPrice = PAID) => aSoldLine(large, { quantity, unitPrice })
    for (const cart of [
      [at(2)],
      [at(1), at(1)],
      [at(1, PAID - 1)],
      [{ ...at(1), ...coat, unitPrice: PAID }],
    ])
      expect(await later.send(...exchangeFor(cart).both)).toMatchObject(DIFFERS)
    // Of a return that pays another sale, or none.
    const paying = exchangeFor([at(1)])
    const { back, sale } = exchangeFor([at(1)])
    await later.send({ ...back, exchangeSaleId: paying.sale.id })
    expect((await later.send(sale))[0]?.reviewReasons).toContain('price-differs')
    const plain = { ...later.sale(large, 1), lines: [at(1)], subtotal: PAID, totalAmount: PAID }
    expect((await later.send({ ...plain, cashGiven: PAID }))[0]?.reviewReasons).toEqual([
      'price-differs',
    ])
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
  })

  test('does not swap worths with another returned line: a line claims no more than was paid for it', async () => {
    const sold = await sell([aSoldLine(medium), aSoldLine(coat)])
    const [dress, other] = piecesOf(sold, 1, 1) as [Pieces, Pieces]
    const back = [
      { ...dress, amount: other.amount },
      { ...other, amount: dress.amount },
    ]
    const cart = [aSoldLine(large), aSoldLine(coat)]
    const swapped = exchange(till, sold, { back, cart })
    expect(await till.send(...swapped.both)).toMatchObject([
      { reviewReasons: ['sum-differs'] },
      { reviewReasons: [] },
    ])
  })

  test('is not a discount by the cashier: a discount beside it is', async () => {
    const sold = await sell([aSoldLine(medium, { quantity: 2, discount: PAID })])
    const later = await reprice(DEARER)
    const [half] = piecesOf(sold, 1)
    const take = { back: [half as Pieces], cart: [aSoldLine(large)] }
    const most = Math.floor((half?.amount ?? 0) / 10)
    for (const [discount, reviewReasons] of [
      [most, []],
      [most + 1, ['discount-unapproved']],
    ] as const) {
      const { both } = exchange(later, sold, { ...take, cart: [aSoldLine(large)], discount })
      expect(await later.send(both[0])).toMatchObject([{ reviewReasons: [] }])
      expect((await later.send(both[1]))[0]?.reviewReasons).toEqual(reviewReasons)
    }
  })

  test('leaves the code that had paid unchanged: all of it keeps paying', async () => {
    const voucher = { kind: 'voucher', amount: 5000, email: null, reason: 'Cash' } as const
    await issueCredit(shop, await anAdmin(shop), { id: randomUUID(), ...voucher })
    const code = async () => (await shop.db.select().from(credits))[0]
    const reserved = await till.reserve((await code())?.code ?? '', 5000)
    const credit = (reserved.ok ? reserved.credit : null) as CreditInCart
    const sold = await sell([aSoldLine(medium)], { credit })
    const later = await reprice(CHEAPER)
    const { both, sale } = exchange(later, sold, {
      back: piecesOf(sold, 1),
      cart: [aSoldLine(large)],
      code: 5000,
    })
    expect(await later.send(...both)).toMatchObject(PLAIN)
    expect([(await code())?.balance, await drawer(later)]).toEqual([0, 0])
    await makeAnothers(shop, sale)
    expect(await later.send(later.back(sale, 1, 5000))).toMatchObject([{ reviewReasons: [] }])
    expect([(await code())?.balance, await drawer(later)]).toEqual([5000, 5000 - PAID])
    await allAgrees()
  })
})

const actor = (at: Till) => ({
  userId: bob,
  ip: '10.0.0.1',
  role: 'cashier' as const,
  deviceId: at.deviceId,
  tillId: at.till.id,
})
/** What mobile money is asked for: a large dress at this price and a coat, for a piece that comes back. */
function asked(at: Till, back: object, { price = PAID, quantity = 1, discount = 0 } = {}) {
  const lines = [
    { ...large, price, quantity, discount },
    { ...coat, quantity: 1, discount: 0 },
  ]
  const totalAmount = price * quantity - discount + COAT
  return { ...at.mobileSale(large), lines, totalAmount, exchange: back as never }
}
async function pay(one: ReturnType<typeof asked>) {
  const rung = await ringUpAtTill(shop, actor(till), one)
  if (!rung.ok) throw new Error(JSON.stringify(rung))
  await paySale(shop, rung.sale, rung.payment)
  await payAtProvider(shop, rung.payment.reference)
  await settlePayment(shop, rung.payment.reference)
  await takeBackAsAgreed(shop, { posSaleId: rung.sale.id, reference: rung.payment.reference })
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, rung.sale.id))
  return { sale, amount: rung.payment.amount }
}

describe('an exchange of a size together with other products, by mobile money', () => {
  const backOf = (sold: CashSale, pieces: Pieces[], change: object = {}) => ({
    id: randomUUID(),
    number: sold.number ?? '',
    lines: pieces.map(({ at, quantity, amount }) => ({
      lineId: sold.lines[at]?.id ?? '',
      quantity,
      amount,
      isRestocked: true,
    })),
    refund: pieces.reduce((sum, { amount }) => sum + amount, 0),
    credit: 0,
    reason: 'Exchange',
    approval: null,
    ...change,
  })
  const refused = (one: ReturnType<typeof asked>) => ringUpAtTill(shop, actor(till), one)

  test('costs what was paid, and only the rest is requested; a till of the earlier release requests its list price', async () => {
    const sold = await sell([aSoldLine(medium, { quantity: 2 })])
    const later = await reprice(DEARER)
    const one = await pay(asked(later, backOf(sold, piecesOf(sold, 1))))
    expect(one).toMatchObject({ amount: COAT, sale: { reviewReasons: [], cashAmount: PAID } })
    expect(await itemsOf(one.sale?.id ?? '')).toMatchObject([
      { unitPrice: COAT },
      { unitPrice: PAID, variantId: large.variantId },
    ])
    const old = await pay(asked(later, backOf(sold, piecesOf(sold, 1)), { price: DEARER }))
    expect(old).toMatchObject({ amount: DEARER - PAID + COAT, sale: { reviewReasons: [] } })
    await allAgrees()
  })

  test('may be beside units of that size at today’s price, each with its own discount', async () => {
    const sold = await sell([aSoldLine(medium)])
    const later = await reprice(DEARER)
    const one = asked(later, backOf(sold, piecesOf(sold, 1)), { discount: 300 })
    const more = { ...large, quantity: 2, discount: 700 }
    const done = await pay({
      ...one,
      lines: [...one.lines, more],
      totalAmount: one.totalAmount + 2 * DEARER - 700,
    })
    expect(done.amount).toBe(2 * DEARER + COAT - 1000)
    const items = await itemsOf(done.sale?.id ?? '')
    expect(items.map((item) => [item.quantity, item.unitPrice, item.discountAmount])).toEqual([
      [2, DEARER, 700],
      [1, COAT, 0],
      [1, PAID, 300],
    ])
    expect(await stock(large)).toBe(17)
    await allAgrees()
  })

  test('is refused at another price, for more units, without its return, and with swapped worths', async () => {
    const sold = await sell([aSoldLine(medium), aSoldLine(coat)])
    const later = await reprice(DEARER)
    const pieces = piecesOf(sold, 1)
    const changed = { reason: 'price-changed', newPrice: DEARER }
    expect(await refused(asked(later, backOf(sold, pieces), { price: PAID - 1 }))).toMatchObject(
      changed,
    )
    expect(await refused(asked(later, backOf(sold, pieces), { quantity: 2 }))).toMatchObject(
      changed,
    )
    expect(await refused({ ...asked(later, {}), exchange: null as never })).toMatchObject(changed)
    const [dress, other] = piecesOf(sold, 1, 1) as [Pieces, Pieces]
    const swapped = [
      { ...dress, amount: other.amount },
      { ...other, amount: dress.amount },
    ]
    expect(
      await refused(asked(later, backOf(sold, swapped), { price: other.amount, quantity: 1 })),
    ).toMatchObject({ reason: 'pos-too-small' })
    const dearer = asked(later, backOf(sold, swapped), { price: other.amount })
    const more = { ...dearer, lines: [...dearer.lines, { ...coat, quantity: 4, discount: 0 }] }
    expect(await refused({ ...more, totalAmount: dearer.totalAmount + 4 * COAT })).toMatchObject({
      reason: 'till-exchange-changed',
    })
    expect(await stock(large)).toBe(20)
  })
})

describe('an exchange of a size of an online order', () => {
  async function delivered() {
    const { userId } = await aUser(shop)
    const { order, lineId } = await aDeliveredOrder(shop, userId, [{ product: medium }])
    return { orderId: order.id, number: order.orderNumber, lineId }
  }
  const lines = (lineId: string) => [{ lineId, quantity: 1, isRestocked: true }]
  const toTakeBack = (
    { orderId, lineId }: { orderId: string; lineId: string },
    at: Till,
    exchangeSaleId: string,
    way: 'cash' | 'credit' = 'cash',
  ) => ({
    id: randomUUID() as string,
    orderId,
    shiftId: at.shiftId,
    exchangeSaleId,
    reason: 'other-size' as const,
    refund: PAID,
    approval: null,
    way,
    lines: lines(lineId),
  })

  test('costs what was paid, too, once the server has taken the item back', async () => {
    const order = await delivered()
    const later = await reprice(DEARER)
    const made = later.sale(large, 1)
    const tender = { number: order.number, refund: PAID, amount: PAID, carried: 0 }
    const sums = { subtotal: PAID, totalAmount: PAID, cashGiven: PAID, exchange: tender }
    const sale = { ...made, lines: [aSoldLine(large, { unitPrice: PAID })], ...sums }
    expect(
      await takeBackAtTill(shop, actor(later), toTakeBack(order, later, sale.id)),
    ).toMatchObject({
      ok: true,
    })
    expect(await later.send(sale)).toMatchObject([{ reviewReasons: [] }])
    expect(await drawer(later)).toBe(0)
    const again = {
      ...later.sale(large, 1),
      ...sums,
      lines: [aSoldLine(large, { unitPrice: PAID })],
    }
    expect((await later.send(again))[0]?.reviewReasons).toContain('price-differs')
    await booksAgree(shop)
  })

  test('costs by mobile money the worth that the server computes', async () => {
    const order = await delivered()
    const later = await reprice(DEARER)
    const back = (amount: number) => ({
      id: randomUUID(),
      number: order.number,
      lines: lines(order.lineId).map((line) => ({ ...line, amount })),
      refund: PAID,
      credit: 0,
      reason: 'Other size',
      approval: null,
      order: { id: order.orderId, reason: 'other-size' },
    })
    till = later
    const wrong = asked(later, back(PAID - 1000), { price: PAID - 1000 })
    const more = { ...wrong, lines: [...wrong.lines, { ...coat, quantity: 1, discount: 0 }] }
    expect(
      await ringUpAtTill(shop, actor(later), { ...more, totalAmount: wrong.totalAmount + COAT }),
    ).toMatchObject({ reason: 'till-exchange-changed' })
    const done = await pay(asked(later, back(PAID)))
    expect(done).toMatchObject({ amount: COAT, sale: { reviewReasons: [], cashAmount: PAID } })
    await allAgrees()
  })

  test('costs what was paid when a code pays together with mobile money, until that sale is called off', async () => {
    const order = await delivered()
    const later = await reprice(DEARER)
    till = later
    const plain = asked(later, {})
    const taken = toTakeBack(order, later, plain.saleId, 'credit')
    expect(await takeBackAtTill(shop, actor(later), taken)).toMatchObject({
      credit: { amount: PAID },
    })
    const one = { ...plain, exchange: null as never, credit: { reserveId: taken.id, amount: PAID } }
    const rung = await ringUpAtTill(shop, actor(later), one)
    expect(rung).toMatchObject({ ok: true, payment: { amount: COAT } })
    await giveUpSale(shop, one.saleId, actor(later))
    // What comes after it is bought with the code, at the price of today.
    const next = { ...one, ...asked(later, {}), exchange: null as never, credit: one.credit }
    expect(await ringUpAtTill(shop, actor(later), next)).toMatchObject({ reason: 'price-changed' })
    await booksAgree(shop)
  })
})
