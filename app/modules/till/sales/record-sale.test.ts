import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aProduct, aUser, type TestProduct } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aClosedShift } from '../../../../tests/support/till/counter.ts'
import { aSoldLine } from '../../../../tests/support/till/till.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  credits,
  posSaleItems,
  posSales,
  products,
  shifts,
  stockMovements,
  tillDevices,
  tillPins,
  tillPriceLists,
  tills,
  unreadableTillEvents,
  variants,
} from '../../../db/tables.server.ts'
import { sealProof, signApproval } from '../../../rules/till/till-approval.ts'
import type { CashSale, TillReviewReason } from '../../../rules/till/till-events.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { liveProof, sealingKeyOf } from '../devices/approval-keys.ts'
import { ringUpProviderSale } from './ring-up-sale.ts'
import { receiveSaleMoney } from './settle-sale.ts'

// docs/product.md, Selling: a sale that a till has made is never refused, and what is odd about it waits for a person.

const shop = useShop()
const MINUTE = 60_000
let dress: TestProduct
let bob: string
let till: Awaited<ReturnType<typeof aTillAtShop>>

beforeEach(async () => {
  dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 20 })
  bob = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, bob)
})

const sold = (change: Partial<CashSale> = {}, quantity = 1): CashSale => ({
  ...till.sale(dress, quantity),
  ...change,
})
/** A sale of one dress with so much off it. */
const reduced = (discount: number, change: Partial<CashSale> = {}) =>
  sold({ discount, totalAmount: 20_000 - discount, ...change })
const ofKey = async (key: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, key)))[0]
const linesOf = (posSaleId: string) =>
  shop.db
    .select()
    .from(posSaleItems)
    .where(eq(posSaleItems.posSaleId, posSaleId))
    .orderBy(asc(posSaleItems.position))
const onHand = async ({ variantId }: TestProduct) =>
  (await shop.db.select().from(variants).where(eq(variants.id, variantId)))[0]?.inventory
const at = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString()

/** Sends it: why it waits for a person, and what is noted. */
async function judge(sale: CashSale) {
  const [answer] = await till.send(sale)
  const row = await ofKey(sale.id)
  expect(answer).toEqual({
    id: sale.id,
    number: row?.saleNumber,
    reviewReasons: row?.reviewReasons,
  })
  return { reasons: row?.reviewReasons, notes: row?.reviewNotes }
}
const IN_ORDER = { reasons: [], notes: [] }

test('a sale is recorded as it was made, with its lines in order, and takes its units from stock', async () => {
  const coat = await aProduct(shop, { name: 'Coat', price: 30_000, stock: 5 })
  till = await aTillAtShop(shop, bob)
  const lines = [
    aSoldLine(coat, { size: 'M', color: 'Red' }),
    aSoldLine(dress, { quantity: 2, discount: 1000 }),
  ]
  const sale = sold({
    lines,
    discount: 500,
    subtotal: 70_000,
    totalAmount: 68_500,
    cashGiven: 70_000,
    customerName: 'Thoko',
    customerPhone: '0991234567',
    notes: 'A gift',
    at: at(-1),
  })
  expect(await judge(sale)).toEqual(IN_ORDER)
  expect(await ofKey(sale.id)).toMatchObject({
    id: sale.id,
    saleNumber: sale.number,
    cashierId: bob,
    sentBy: bob,
    deviceId: till.deviceId,
    isSigned: false,
    shiftId: till.shiftId,
    tillId: till.till.id,
    customerName: 'Thoko',
    customerPhone: '0991234567',
    notes: 'A gift',
    paymentMethod: 'cash',
    paymentStatus: 'completed',
    subtotal: 70_000,
    discountAmount: 1500,
    totalAmount: 68_500,
    cashAmount: 68_500,
    creditAmount: 0,
    voucherAmount: 0,
    cashGiven: 70_000,
    approvedBy: null,
    createdAt: new Date(sale.at),
  })
  expect(await linesOf(sale.id)).toMatchObject([
    {
      id: lines[0]?.id,
      productId: coat.productId,
      variantId: coat.variantId,
      name: 'Coat',
      sku: 'SKU',
      size: 'M',
      color: 'Red',
      quantity: 1,
      unitPrice: 30_000,
      discountAmount: 0,
      totalPrice: 30_000,
      missing: 0,
    },
    { id: lines[1]?.id, name: 'Linen Dress', discountAmount: 1000, totalPrice: 39_000, missing: 0 },
  ])
  expect([await onHand(coat), await onHand(dress)]).toEqual([4, 18])
  const moved = await shop.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.posSaleId, sale.id))
  expect(moved.map(({ kind, byUser }) => [kind, byUser])).toEqual([
    ['pos_sale', bob],
    ['pos_sale', bob],
  ])
  expect(await shop.db.$count(auditLog)).toBe(0)
})

describe('an event with the id of a recorded sale', () => {
  test('is the same sale with the same content; any other payment goes under review, and changes nothing', async () => {
    const sale = sold({ discount: 1000, totalAmount: 39_000, cashGiven: 40_000 }, 2)
    const [first] = await till.send(sale)
    expect(await till.send(sale, { ...sale, notes: 'Said later' })).toEqual([first, first])
    const before = await ofKey(sale.id)
    const [line] = sale.lines
    if (!line) throw new Error('no line')
    const others: Partial<CashSale>[] = [
      { cashGiven: 45_000 },
      { discount: 2000, totalAmount: 38_000 },
      { lines: [{ ...line, quantity: 3 }] },
      // The same sums in other lines.
      { lines: [{ ...line, quantity: 1, unitPrice: 40_000 }] },
      { lines: [{ ...line, discount: 500 }], discount: 500 },
      { lines: [{ ...line, variantId: randomUUID() }] },
      { lines: [line, aSoldLine(dress, { unitPrice: 0 })] },
      { lines: [{ ...line, quantity: 1 }, aSoldLine(dress)] },
      { credit: { reserveId: randomUUID(), ending: 'ABCD', amount: 1000 } },
      {
        lines: [],
        discount: 0,
        subtotal: 39_000,
        voucher: { amount: 39_000, code: 'ABCD2345EFGH' },
      },
    ]
    for (const change of others) await till.send({ ...sale, ...change })
    const kept = await shop.db.select().from(unreadableTillEvents)
    expect(kept).toHaveLength(others.length)
    for (const { why } of kept) expect(why).toEqual({ code: 'key-used', saleNumber: sale.number })
    expect(await ofKey(sale.id)).toEqual(before)
    expect(await linesOf(sale.id)).toHaveLength(1)
    expect(await onHand(dress)).toBe(18)
    expect(await shop.db.$count(credits)).toBe(0)
  })

  test('is the same voucher with the same content; products of its value are another payment', async () => {
    const voucher = { ...till.voucher(20_000, 'ABCD2345EFGH') }
    await till.send(voucher, voucher)
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
    const { voucher: _none, ...products } = { ...voucher, lines: sold().lines }
    await till.send(products)
    expect(await shop.db.$count(unreadableTillEvents)).toBe(1)
    expect(await shop.db.$count(posSales)).toBe(1)
  })

  test('is the same sale even when a product was missing or the cash was too little', async () => {
    const gone = { ...dress, variantId: randomUUID() }
    const sale = sold({ lines: [aSoldLine(gone)], cashGiven: 100 })
    const [first] = await till.send(sale)
    expect(await till.send(sale)).toEqual([first])
    expect(await shop.db.$count(unreadableTillEvents)).toBe(0)
  })

  describe('of a cart that was to be paid by mobile money', () => {
    async function byPhone(id: string) {
      const rung = await ringUpProviderSale(shop, bob, {
        lines: [{ ...dress, quantity: 1 }],
        totalAmount: 20_000,
        customerName: null,
        customerPhone: null,
        notes: null,
        idempotencyKey: id,
        saleId: id,
      })
      if (!rung.ok) throw new Error(rung.reason)
      return rung
    }

    test('records the cash as a sale of its own, once', async () => {
      const sale = sold()
      await byPhone(sale.id)
      const [first] = await till.send(sale)
      expect(first).toEqual({ id: sale.id, number: sale.number, reviewReasons: [] })
      expect(await till.send(sale)).toEqual([first])
      const [cash] = await shop.db.select().from(posSales).where(eq(posSales.paymentMethod, 'cash'))
      expect(cash).toMatchObject({ idempotencyKey: `${sale.id}:cash`, saleNumber: sale.number })
      expect(cash?.id).not.toBe(sale.id)
      expect((await linesOf(cash?.id ?? ''))[0]?.id).not.toBe(sale.lines[0]?.id)
      await till.send({ ...sale, cashGiven: 25_000 })
      expect(await shop.db.select().from(unreadableTillEvents)).toMatchObject([
        { why: { code: 'key-used', saleNumber: sale.number } },
      ])
      expect(await shop.db.$count(posSales)).toBe(2)
    })

    test('records the cash with the approval of the cart, live or offline', async () => {
      for (const isLive of [true, false]) {
        const sale = reduced(9000)
        await byPhone(sale.id)
        const approval = await approved(sale, 9000, 20_000, isLive)
        const sent = { ...sale, approval }
        const reviewReasons = isLive ? [] : ['approved-offline']
        expect(await till.send(sent, sent)).toMatchObject([{ reviewReasons }, { reviewReasons }])
        expect(await ofKey(`${sale.id}:cash`)).toMatchObject({ approvedBy: approval.by })
      }
    })

    test('puts the cash under review when the mobile money was paid, which has used the approval, too', async () => {
      const sale = reduced(9000)
      const rung = await byPhone(sale.id)
      await shop.db.transaction((db) => receiveSaleMoney(shop, db, rung.sale, rung.payment))
      await till.send({ ...sale, approval: await approved(sale, 9000, 20_000) })
      expect(await ofKey(`${sale.id}:cash`)).toMatchObject({
        approvedBy: null,
        reviewReasons: ['sum-differs', 'discount-unapproved'],
        reviewNotes: [{ code: 'paid-by-phone-too' }, { code: 'discount-unapproved', off: 9000 }],
      })
    })
  })
})

const KEY = 'ab'.repeat(32)
/** What an admin has said yes to: by their PIN without a network, or asked for live. */
async function approved(sale: CashSale, off: number, subtotal: number, isLive = true) {
  const by = (await aUser(shop, 'admin')).userId
  await shop.db.insert(tillPins).values({ userId: by, salt: 'salt', key: KEY, approves: true })
  const asked = { saleId: sale.id, off, subtotal }
  const { sessionSecret } = shop.config
  const proof = isLive
    ? liveProof(sessionSecret, by, till.deviceId, asked)
    : await sealProof(await signApproval(KEY, asked), sealingKeyOf(sessionSecret))
  return { by, byName: 'The boss', proof }
}

describe('a discount', () => {
  test('is accepted at a cashier’s limit, lines and sale together; an unneeded approval is not stored', async () => {
    const sale = reduced(2000)
    expect(await judge({ ...sale, approval: await approved(sale, 2000, 20_000) })).toEqual(IN_ORDER)
    expect(await ofKey(sale.id)).toMatchObject({ approvedBy: null })
    const both = sold({ lines: [aSoldLine(dress, { discount: 1000 })], discount: 1001 })
    expect(await judge({ ...both, totalAmount: 17_999 })).toEqual({
      reasons: ['discount-unapproved'],
      notes: [{ code: 'discount-unapproved', off: 2001 }],
    })
    expect(await ofKey(both.id)).toMatchObject({ approvedBy: null })
  })

  test('above the limit is accepted with a live approval, and names the approver', async () => {
    const sale = reduced(2001)
    const approval = await approved(sale, 2001, 20_000)
    expect(await judge({ ...sale, approval })).toEqual(IN_ORDER)
    expect(await ofKey(sale.id)).toMatchObject({ approvedBy: approval.by })
    const other = reduced(2001)
    expect((await judge({ ...other, approval })).reasons).toEqual(['discount-unapproved'])
  })

  test('above the limit goes under review with a PIN typed offline', async () => {
    const sale = reduced(9000)
    const approval = await approved(sale, 9000, 20_000, false)
    expect(await judge({ ...sale, approval })).toEqual({
      reasons: ['approved-offline'],
      notes: [{ code: 'approved-offline', off: 9000 }],
    })
    expect(await ofKey(sale.id)).toMatchObject({ approvedBy: approval.by })
  })

  test('sent again is no new guess at a PIN', async () => {
    const sale = reduced(9000)
    const other = reduced(8000)
    const approval = await approved(other, 8000, 20_000, false)
    await till.send({ ...sale, approval })
    await till.send({ ...sale, approval })
    expect(await shop.db.select().from(auditLog)).toMatchObject([{ action: 'wrong PIN' }])
  })

  test('is judged by the limits at its time, but by none from before its shift', async () => {
    const changed = (hours: number) =>
      shop.db.insert(auditLog).values({
        action: 'edited',
        entity: 'settings',
        entityId: 'limits',
        label: 'limits',
        before: { cashierDiscountPercent: 30 },
        createdAt: new Date(Date.now() - hours * 60 * MINUTE),
      })
    await changed(25)
    expect((await judge(reduced(6000))).reasons).toEqual(['discount-unapproved'])
    // A clock that is set back.
    expect((await judge(reduced(6000, { at: at(-120) }))).reasons).toEqual([
      'shift-unknown',
      'discount-unapproved',
    ])
    await changed(1)
    expect(await judge(reduced(6000))).toEqual(IN_ORDER)
    expect((await judge(reduced(6001))).reasons).toEqual(['discount-unapproved'])
  })

  test('above the price of a line is reduced to that price, and goes under review', async () => {
    const lines = [aSoldLine(dress, { discount: 20_001 }), aSoldLine(dress)]
    const sale = sold({ lines, subtotal: 40_000, totalAmount: 20_000 })
    expect(await judge(sale)).toEqual({
      reasons: ['sum-differs', 'discount-unapproved'],
      notes: [
        { code: 'discount-above-price', product: 'Linen Dress' },
        { code: 'discount-unapproved', off: 20_000 },
      ],
    })
    expect((await linesOf(sale.id)).map(({ totalPrice }) => totalPrice)).toEqual([0, 20_000])
  })
})

describe('the amounts of a sale', () => {
  test('are computed from its lines, whatever the till sent', async () => {
    const differs = (code: { said: number; lines: number }) => ({
      reasons: ['sum-differs'],
      notes: [{ code: 'sum-differs', ...code }],
    })
    const total = sold({ totalAmount: 1 })
    expect(await judge(total)).toEqual(differs({ said: 1, lines: 20_000 }))
    expect(await ofKey(total.id)).toMatchObject({ totalAmount: 20_000, cashAmount: 20_000 })
    const subtotal = sold({ subtotal: 19_999 })
    expect(await judge(subtotal)).toEqual(differs({ said: 20_000, lines: 20_000 }))
    expect(await ofKey(subtotal.id)).toMatchObject({ subtotal: 20_000 })
  })

  test('with too little cash go under review, and the cash given is not stored', async () => {
    const short = sold({ cashGiven: 19_999 })
    expect(await judge(short)).toEqual({
      reasons: ['sum-differs'],
      notes: [{ code: 'cash-short', given: 19_999 }],
    })
    expect(await ofKey(short.id)).toMatchObject({ cashGiven: null, cashAmount: 20_000 })
    const exact = sold({ cashGiven: 20_000 })
    expect(await judge(exact)).toEqual(IN_ORDER)
    expect(await ofKey(exact.id)).toMatchObject({ cashGiven: 20_000 })
  })

  test('with a code that pays more than all of it are the whole sale, without cash', async () => {
    const admin = { userId: (await aUser(shop, 'admin')).userId, ip: '10.0.0.1' }
    const issued = { kind: 'voucher', amount: 30_000, email: null, reason: 'Paid' } as const
    await issueCredit(shop, admin, { id: randomUUID(), ...issued })
    const [code] = await shop.db.select().from(credits)
    const id = randomUUID()
    const sale = sold({ id, cashGiven: 0 })
    const reserved = await till.reserve(code?.code ?? '', 30_000, id)
    if (!reserved.ok) throw new Error(reserved.reason)
    const { ending } = reserved.credit
    const credit = { reserveId: reserved.credit.id, ending, amount: 30_000 }
    expect(await judge({ ...sale, credit })).toEqual(IN_ORDER)
    expect(await ofKey(sale.id)).toMatchObject({ creditAmount: 20_000, cashAmount: 0 })
    expect(await shop.db.select().from(credits)).toMatchObject([{ balance: 10_000 }])
    const freeId = randomUUID()
    const free = reduced(20_000, { id: freeId, cashGiven: 0 })
    const again = await till.reserve(code?.code ?? '', 10_000, freeId)
    if (!again.ok) throw new Error(again.reason)
    const forFree = { reserveId: again.credit.id, ending, amount: 10_000 }
    await judge({ ...free, credit: forFree })
    expect(await ofKey(free.id)).toMatchObject({ creditAmount: 0, totalAmount: 0 })
    expect(await shop.db.select().from(credits)).toMatchObject([{ balance: 10_000 }])
    const unknown = {
      ...sold({ cashGiven: 15_000 }),
      credit: { ...credit, reserveId: randomUUID() },
    }
    expect(await judge({ ...unknown, credit: { ...unknown.credit, amount: 5000 } })).toEqual({
      reasons: ['sum-differs'],
      notes: [{ code: 'credit-short', ending, amount: 5000, taken: 0 }],
    })
  })
})

describe('a price', () => {
  const reprice = (price: number) =>
    shop.db.update(products).set({ price }).where(eq(products.id, dress.productId))
  const priced = (unitPrice: number, change: Partial<CashSale> = {}) =>
    sold({
      lines: [aSoldLine(dress, { unitPrice })],
      subtotal: unitPrice,
      totalAmount: unitPrice,
      cashGiven: unitPrice,
      ...change,
    })
  const differs = (sale: number, listed: number | null) => ({
    reasons: ['price-differs'],
    notes: [{ code: 'price-differs', product: 'Linen Dress', sold: sale, listed }],
  })

  test('is that of the till’s price list, even when the shop has another by now', async () => {
    await reprice(25_000)
    expect(await judge(priced(20_000))).toEqual(IN_ORDER)
    expect(await judge(priced(25_000))).toEqual(differs(25_000, 20_000))
    expect(await judge(priced(19_999))).toEqual(differs(19_999, 20_000))
  })

  test('is that of a newer list once the till has had it for ten minutes, whatever its clock says', async () => {
    await reprice(25_000)
    // A price has its moment to the microsecond, and may be of this very millisecond.
    const asOf = new Date(Date.now() + 1)
    const list = { tillId: till.till.id, asOf }
    const [noted] = await shop.db.insert(tillPriceLists).values(list).returning()
    const isNewer = eq(tillPriceLists.asOf, noted?.asOf ?? asOf)
    expect(await judge(priced(20_000))).toEqual(IN_ORDER)
    const pricesAsOf = asOf.toISOString()
    expect(await judge(priced(20_000, { pricesAsOf }))).toEqual(differs(20_000, 25_000))
    const notedAt = new Date(Date.now() - 11 * MINUTE)
    await shop.db.update(tillPriceLists).set({ notedAt }).where(isNewer)
    expect(await judge(priced(20_000))).toEqual(differs(20_000, 25_000))
    expect(await judge(priced(25_000))).toEqual(IN_ORDER)
    // Nothing is older than what the till sold before.
    expect(await judge(priced(20_000, { at: at(-9) }))).toEqual(differs(20_000, 25_000))
  })

  test('of a list that this till never had is refused', async () => {
    const pricesAsOf = '2026-01-01T00:00:00.500Z'
    const other = await aTillAtShop(shop, bob)
    const list = { tillId: other.till.id, asOf: new Date(pricesAsOf) }
    await shop.db.insert(tillPriceLists).values(list)
    expect(await judge(priced(20_000, { pricesAsOf }))).toEqual(differs(20_000, null))
  })
})

test('products that the shop does not know are stored by their names, and take no stock', async () => {
  const gone = { ...dress, name: 'Old Skirt', productId: randomUUID(), variantId: randomUUID() }
  const lines = [aSoldLine(gone), aSoldLine(dress), aSoldLine({ ...gone, name: 'Old Hat' })]
  const sale = sold({ lines, subtotal: 60_000, totalAmount: 60_000, cashGiven: 60_000 })
  expect(await judge(sale)).toEqual({
    reasons: ['goods-unknown'],
    notes: [
      { code: 'product-gone', product: 'Old Skirt' },
      { code: 'product-gone', product: 'Old Hat' },
    ],
  })
  expect(await linesOf(sale.id)).toMatchObject([
    { name: 'Old Skirt', productId: null, variantId: null, missing: 0 },
    { name: 'Linen Dress', productId: dress.productId, variantId: dress.variantId },
    { name: 'Old Hat', productId: null, variantId: null },
  ])
  expect(await onHand(dress)).toBe(19)
})

test('a till sale of more than the stock is recorded: each line has its missing units, and stock stays at zero', async () => {
  const lines = [19, 3, 2].map((quantity) => aSoldLine(dress, { quantity }))
  const sale = sold({ lines, subtotal: 480_000, totalAmount: 480_000, cashGiven: 480_000 })
  const short = (units: number) => ({ code: 'short-stock', units, product: 'Linen Dress' })
  expect(await judge(sale)).toEqual({ reasons: ['short-stock'], notes: [short(4)] })
  expect((await linesOf(sale.id)).map(({ missing }) => missing)).toEqual([4, 0, 0])
  const next = sold({
    lines: [aSoldLine(dress), aSoldLine(dress)],
    subtotal: 40_000,
    totalAmount: 40_000,
    cashGiven: 40_000,
  })
  expect((await judge(next)).notes).toEqual([short(1), short(1)])
  expect(await onHand(dress)).toBe(0)
})

test('a clock that is ahead makes no sale in the future, and is noted', async () => {
  const sale = sold({ at: at(24 * 60) })
  expect(await judge(sale)).toEqual({ reasons: [], notes: [{ code: 'clock-ahead' }] })
  const made = (await ofKey(sale.id))?.createdAt ?? new Date(sale.at)
  expect(made.getTime()).toBeLessThanOrEqual(Date.now())
  expect(made.getTime()).toBeGreaterThan(Date.now() - 10 * MINUTE)
})

test('a sale number is used once, by its own till; every other sale gets a new one', async () => {
  const first = sold()
  expect((await till.send(first))[0]?.number).toBe(first.number)
  const theirs = (await aTillAtShop(shop, bob)).sale(dress, 1).number
  const sent = [first.number, theirs, null, 'POS-2026-999999']
  const answers = await till.send(...sent.map((number) => sold({ number })))
  const numbers = answers.map(({ number }) => number)
  for (const number of numbers) {
    expect(number).toMatch(new RegExp(`^POS-${new Date().getUTCFullYear()}-\\d{6}$`))
    expect(sent).not.toContain(number)
  }
  expect(new Set(numbers).size).toBe(4)
  // Nor does a sale of no till of the shop's take one.
  const nowhere = sold()
  await shop.db.delete(tillDevices)
  const [answer] = await till.send({ ...nowhere, shiftId: randomUUID() })
  expect(answer?.number).not.toBe(nowhere.number)
})

describe('the shift of a sale', () => {
  const close = (change: Partial<typeof shifts.$inferInsert>) =>
    shop.db
      .update(shifts)
      .set({ closedAt: new Date(), closedBy: bob, ...change })
      .where(eq(shifts.id, till.shiftId))
  /** What is noted of a sale, and where it is put. */
  async function place(change: Partial<CashSale> = {}) {
    const sale = sold(change)
    const { reasons, notes } = await judge(sale)
    const row = await ofKey(sale.id)
    return { reasons, notes, tillId: row?.tillId, shiftId: row?.shiftId }
  }
  const doubtful = (code: string, isIn: boolean, reason: TillReviewReason = 'shift-unknown') => ({
    reasons: [reason],
    notes: [{ code }],
    tillId: till.till.id,
    shiftId: isIn ? till.shiftId : null,
  })

  test('that is unknown is left out, and the sale stays at the sending till', async () => {
    expect(await place({ shiftId: randomUUID() })).toEqual(doubtful('shift-unknown', false))
  })

  test('that was counted does not change any more', async () => {
    await close({ counted: { 500: 1 }, countedTotal: 500 })
    expect(await place()).toEqual(doubtful('shift-counted', false))
  })

  test('of another cashier at another till is left out', async () => {
    const eve = (await aUser(shop, 'cashier')).userId
    const hers = await aTillAtShop(shop, eve)
    expect(await place({ shiftId: hers.shiftId })).toEqual(
      doubtful('shift-of-others', false, 'maker-unproven'),
    )
  })

  test('may start up to ten minutes after the sale, because of the till’s clock', async () => {
    expect(await place({ at: at(-9) })).toMatchObject(IN_ORDER)
    expect(await place({ at: at(-11) })).toEqual(doubtful('before-shift', true))
  })

  test('that the back office has closed, or of a retired till, keeps late sales, which go under review', async () => {
    await close({ abandonedAt: new Date() })
    expect(await place()).toEqual(doubtful('shift-abandoned', true))
    await close({ abandonedAt: null })
    expect(await place()).toMatchObject(IN_ORDER)
    await shop.db.update(tills).set({ retiredAt: new Date() }).where(eq(tills.id, till.till.id))
    expect(await place()).toEqual(doubtful('till-retired', true))
  })

  test('that another till has counted assigns the sale to that till', async () => {
    const [other] = await shop.db.insert(tills).values({ name: 'Back door' }).returning()
    const tillId = other?.id ?? ''
    const counted = await aClosedShift(shop, { tillId, openedBy: bob, counted: {} })
    expect(await place({ shiftId: counted.id })).toMatchObject({ tillId, shiftId: null })
  })
})

test.each([
  ['too little cash', { cashGiven: 19_999 }, 'sum-differs'],
  ['no drawer', { shiftId: randomUUID() }, 'shift-unknown'],
])('a voucher with %s is blocked until somebody has reviewed it', async (_what, change, reason) => {
  const voucher = { ...till.voucher(20_000, 'ABCD2345EFGH'), ...change }
  expect(await till.send(voucher)).toMatchObject([{ reviewReasons: [reason] }])
  expect(await shop.db.select().from(credits)).toMatchObject([{ status: 'blocked' }])
})

test('a voucher outside the sums for which the shop sells them is kept as a sale, and its code is blocked', async () => {
  const codeOf = (amount: number) =>
    shop.db.select().from(credits).where(eq(credits.amount, amount)) as Promise<object[]>
  const sell = (amount: number, code: string) => judge(till.voucher(amount, code))
  const bounds = { from: 1000, upTo: 500_000 }
  const refused = (amount: number, { from, upTo } = bounds) => ({
    reasons: ['sum-differs'],
    notes: [{ code: 'voucher-sum', amount, from, upTo }],
  })
  expect(await sell(1000, 'ABCD2345EFGH')).toEqual(IN_ORDER)
  expect(await sell(500_000, 'ABCD2345EFGJ')).toEqual(IN_ORDER)
  expect(await sell(999, 'ABCD2345EFGK')).toEqual(refused(999))
  expect(await sell(500_001, 'ABCD2345EFGM')).toEqual(refused(500_001))
  expect(await codeOf(500_000)).toMatchObject([{ status: 'active' }])
  expect(await codeOf(500_001)).toMatchObject([{ status: 'blocked' }])
  // Of a till that was offline while the bounds were narrowed.
  const before = { voucherFrom: 500, voucherUpTo: 700_000 }
  const changed = (hours: number) =>
    shop.db.insert(auditLog).values({
      action: 'edited',
      entity: 'settings',
      entityId: 'policy',
      label: 'policy',
      before,
      createdAt: new Date(Date.now() - hours * 60 * MINUTE),
    })
  await changed(25)
  expect(await sell(700_000, 'ABCD2345EFGN')).toEqual(refused(700_000))
  await changed(1)
  expect(await sell(500, 'ABCD2345EFGP')).toEqual(IN_ORDER)
  expect(await sell(700_000, 'ABCD2345EFGQ')).toEqual(IN_ORDER)
  const wide = { from: 500, upTo: 700_000 }
  expect(await sell(499, 'ABCD2345EFGR')).toEqual(refused(499, wide))
  expect(await sell(700_001, 'ABCD2345EFGS')).toEqual(refused(700_001, wide))
})

test('a voucher whose cashier is not proven can be spent after its review', async () => {
  const eve = (await aUser(shop, 'cashier')).userId
  await till.send({ ...till.voucher(20_000, 'ABCD2345EFGH'), cashierId: eve })
  expect(await shop.db.select().from(credits)).toMatchObject([
    { status: 'blocked', kind: 'voucher', amount: 20_000, requestedBy: bob },
  ])
  await till.send({ ...till.voucher(30_000, 'ABCD2345EFGJ'), at: at(60) })
  const [late] = await shop.db.select().from(credits).where(eq(credits.amount, 30_000))
  expect(late).toMatchObject({ status: 'active' })
})
