import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aProduct,
  aUser,
  payAtProvider,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { booksAgree } from '../../../tests/support/till/books.ts'
import { aTillAtShop } from '../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  credits,
  posSales,
  profiles,
  shiftCash,
  shortSaleEnds,
  stockMovements,
  variants,
} from '../../db/tables.server.ts'
import { reviewFingerprint } from '../../rules/till/till-review.ts'
import { issueCredit } from '../credit/issue-credit.ts'
import { exportContact } from '../privacy/export-contact.ts'
import { handleReview } from '../till/events/handle-review.ts'
import { findAdminSale } from '../till/sales/find-admin-sale.ts'
import { findTillSale } from '../till/sales/find-till-sale.ts'
import { ringUpProviderSale } from '../till/sales/ring-up-sale.ts'
import { moveDrawerCash } from '../till/shifts/drawer-cash.ts'
import { readShift } from '../till/shifts/read-shift.ts'
import { endShortSale } from '../till/short-sales/end-short-sale.ts'
import type { EndOfShortSale } from '../till/short-sales/move-money.ts'
import { settlePayment } from './settle-payment.ts'
import { paySale } from './start-payment.ts'
import { giveUpSale, openPageAgain } from './till-payment.ts'

// docs/product.md, Exchanges at the till: a sale that is not paid whole

const shop = useShop()
let cashierId: string
let admin: Awaited<ReturnType<typeof anAdmin>>
let till: Awaited<ReturnType<typeof aTillAtShop>>
let coat: TestProduct

beforeEach(async () => {
  coat = await aProduct(shop, { name: 'Coat', price: 10_000, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
  admin = await anAdmin(shop)
  till = await aTillAtShop(shop, cashierId)
})

const saleOf = async (id: string) => {
  const [sale] = await shop.db.select().from(posSales).where(eq(posSales.id, id))
  if (!sale) throw new Error('no sale')
  return sale
}

/** A coat of which MK 8,000 were to be paid in cash: called off, and the mobile money came after that. */
async function aShortSale(
  overrides: {
    pieces?: number
    by?: string
    reserveId?: string
    phone?: string
    cash?: number
    /** What happens between the end of the sale and its money. */
    meanwhile?: () => Promise<unknown>
  } = {},
) {
  const { pieces = 1, by = cashierId, reserveId, phone = null, cash = 8000 } = overrides
  const id = randomUUID()
  const totalAmount = coat.price * pieces
  const rung = await ringUpProviderSale(shop, by, {
    lines: [{ ...coat, quantity: pieces }],
    totalAmount,
    customerName: null,
    customerPhone: phone,
    notes: null,
    idempotencyKey: id,
    saleId: id,
    tillId: till.till.id,
    deviceId: till.deviceId,
    ...(by === cashierId ? { shiftId: till.shiftId } : {}),
    cashAmount: cash - (reserveId ? 3000 : 0),
    ...(reserveId ? { credit: { reserveId, amount: 3000 } } : {}),
  })
  if (!rung.ok) throw new Error(rung.reason)
  await paySale(shop, rung.sale, rung.payment)
  const again = overrides.pieces ? null : await openPageAgain(shop, id)
  const late = again ? (await findTillSale(shop.db, id))?.payment?.checkoutUrl : null
  await giveUpSale(shop, id, { userId: cashierId, ip: '10.0.0.1' })
  await overrides.meanwhile?.()
  await pay(rung.payment.reference)
  return { id, reference: late?.split('/').at(-1) ?? '' }
}
async function pay(reference: string) {
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
}
const end = (saleId: string, overrides: Partial<EndOfShortSale> = {}, by = admin) =>
  endShortSale(shop, by, {
    id: randomUUID(),
    saleId,
    outcome: 'rest-taken',
    amount: 8000,
    way: 'cash',
    given: { shiftId: till.shiftId },
    ...overrides,
  })
const off = { outcome: 'called-off', amount: 2000 } as const
const byBank = { way: 'bank', given: { reference: 'FT 123' } } as const
const stock = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, coat.variantId)))[0]?.inventory
const figures = async () => (await readShift(shop.db, till.shiftId))?.figures

describe('a sale whose mobile money came late and whose cash part is missing', () => {
  test('is complete once the missing cash is in an open drawer: its receipt shows cash, and no figure counts it twice', async () => {
    const { id } = await aShortSale()
    expect(await saleOf(id)).toMatchObject({ unpaidAmount: 8000, cashAmount: 0 })
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: 2000 })
    const again = randomUUID()
    for (const _ of [1, 2]) expect(await end(id, { id: again })).toEqual({ ok: true, amount: 8000 })
    expect(await end(id, { id: again, ...off })).toMatchObject({ reason: 'short-ended' })
    expect(await end(id)).toMatchObject({ reason: 'short-ended' })
    const sale = await saleOf(id)
    expect(sale).toMatchObject({
      paymentStatus: 'completed',
      unpaidAmount: 0,
      laterCashAmount: 8000,
      handledBy: admin.userId,
    })
    expect(sale.reviewNotes.at(-1)).toEqual({ code: 'rest-taken', amount: 8000 })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ id: again, amount: 8000 }])
    expect(await figures()).toMatchObject({ expected: 8000, cashIn: 8000, mobileMoney: 2000 })
    expect(await findTillSale(shop.db, id)).toMatchObject({
      state: 'paid',
      cashAmount: 8000,
      unpaidAmount: 0,
    })
    expect(await findAdminSale(shop.db, sale.saleNumber, admin.userId)).toMatchObject({
      cashAmount: 8000,
      end: { outcome: 'rest-taken', amount: 8000, till: till.till.name },
    })
    expect(await stock()).toBe(49)
    await booksAgree(shop)
  })

  test('is called off with everything given back, including its code’s part, and its units return to stock', async () => {
    const voucher = { kind: 'voucher', amount: 5000, email: null, reason: 'Cash' } as const
    await issueCredit(shop, admin, { id: randomUUID(), ...voucher })
    const code = async () => (await shop.db.select().from(credits))[0]
    const reserved = await till.reserve((await code())?.code ?? '', 3000)
    if (!reserved.ok) throw new Error(reserved.reason)
    const { id, reference } = await aShortSale({ reserveId: reserved.credit.id })
    expect([await stock(), (await code())?.balance]).toEqual([49, 2000])
    const again = randomUUID()
    const given = { id: again, ...off, ...byBank }
    for (const _ of [1, 2]) expect(await end(id, given)).toEqual({ ok: true, amount: 2000 })
    expect([await stock(), (await code())?.balance]).toEqual([50, 5000])
    const moves = await shop.db.select().from(stockMovements).orderBy(stockMovements.id)
    expect(moves.at(-1)).toMatchObject({
      kind: 'return',
      posSaleId: id,
      cause: 'taken-back',
      byUser: admin.userId,
    })
    expect(await saleOf(id)).toMatchObject({
      paymentStatus: 'cancelled',
      handledBy: admin.userId,
      reviewNotes: expect.arrayContaining([{ code: 'called-off', amount: 2000, way: 'bank' }]),
    })
    expect(await findTillSale(shop.db, id)).toMatchObject({ state: 'given-up' })
    expect(await figures()).toMatchObject({ expected: 0, mobileMoney: 0, sales: 0 })
    const [log] = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'refunded'))
    expect(log).toMatchObject({ entityId: id, after: { amount: 2000, reference: 'FT 123' } })
    // A second page of it is paid after that: it stays called off, and a person gives that back as well.
    await pay(reference)
    expect(await saleOf(id)).toMatchObject({
      paymentStatus: 'cancelled',
      reviewReasons: expect.arrayContaining(['sum-differs']),
      handledAt: null,
    })
    expect([await stock(), (await code())?.balance]).toEqual([50, 5000])
    await booksAgree(shop)
  })

  describe('and whose code was spent elsewhere meanwhile', () => {
    /** A code of MK 5,000, of which 3,000 pay the sale; 4,000 of it are spent before the money comes. */
    async function spentElsewhere(cash = 3000) {
      const voucher = { kind: 'voucher', amount: 5000, email: null, reason: 'Cash' } as const
      await issueCredit(shop, admin, { id: randomUUID(), ...voucher })
      const [code] = await shop.db.select().from(credits)
      const reserve = async (amount: number) => {
        const reserved = await till.reserve(code?.code ?? '', amount)
        if (!reserved.ok) throw new Error(reserved.reason)
        return reserved.credit.id
      }
      const reserveId = await reserve(3000)
      return aShortSale({ reserveId, cash, meanwhile: () => reserve(4000) })
    }
    const balance = async () => (await shop.db.select().from(credits))[0]?.balance

    test('is held with what the code lacks unpaid, also where no cash is missing', async () => {
      const { id } = await spentElsewhere()
      expect(await saleOf(id)).toMatchObject({
        paymentStatus: 'completed',
        creditAmount: 1000,
        unpaidAmount: 2000,
        handledAt: null,
      })
      expect(await findTillSale(shop.db, id)).toMatchObject({ state: 'held', unpaidAmount: 2000 })
      expect(await figures()).toMatchObject({ expected: 0, credit: 1000, mobileMoney: 7000 })
      await booksAgree(shop)
    })

    test('is paid by the rest of its cash and of its code together, and nothing of it is left to review', async () => {
      const { id } = await spentElsewhere(8000)
      expect(await saleOf(id)).toMatchObject({ cashAmount: 0, creditAmount: 1000 })
      expect(await end(id, { amount: 7000 })).toEqual({ ok: true, amount: 7000 })
      expect(await saleOf(id)).toMatchObject({
        unpaidAmount: 0,
        laterCashAmount: 7000,
        handledBy: admin.userId,
      })
      expect(await findTillSale(shop.db, id)).toMatchObject({ state: 'paid', cashAmount: 7000 })
      expect(await figures()).toMatchObject({ expected: 7000, credit: 1000, mobileMoney: 2000 })
    })

    test('is called off: the code gets back what was taken of it again', async () => {
      const { id } = await spentElsewhere()
      expect(await balance()).toBe(0)
      const amount = 7000
      expect(await end(id, { ...off, ...byBank, amount })).toEqual({ ok: true, amount })
      expect([await balance(), await stock()]).toEqual([1000, 50])
      await booksAgree(shop)
    })
  })

  test('is ended once by six requests at the same moment, and the drawer moves once', async () => {
    const { id } = await aShortSale()
    const asked = [{}, off, { ...off, ...byBank }, {}, off, { ...off, ...byBank }]
    const done = await Promise.all(asked.map((one) => end(id, one)))
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    const [made] = await shop.db.select().from(shortSaleEnds)
    const isTaken = made?.outcome === 'rest-taken'
    const moved = (await shop.db.select().from(shiftCash)).map(({ amount }) => amount)
    expect(moved).toEqual(made?.way === 'cash' ? [isTaken ? 8000 : -2000] : [])
    expect(await stock()).toBe(isTaken ? 49 : 50)
    await booksAgree(shop)
  })

  test('stays under review, however it was ended, when another of its payment pages was paid before', async () => {
    for (const ending of [{}, { ...off, ...byBank }]) {
      const { id, reference } = await aShortSale()
      await pay(reference)
      expect(await end(id, ending)).toMatchObject({ ok: true })
      expect(await saleOf(id)).toMatchObject({
        reviewReasons: ['sum-differs'],
        reviewNotes: expect.arrayContaining([expect.objectContaining({ code: 'paid-twice' })]),
        handledAt: null,
      })
    }
    await booksAgree(shop)
  })

  test('stays under review and cannot be marked as handled until it is ended', async () => {
    const { id } = await aShortSale()
    expect(await findTillSale(shop.db, id)).toMatchObject({ state: 'held', unpaidAmount: 8000 })
    const look = async () => {
      const seen = reviewFingerprint((await saleOf(id)).reviewReasons)
      const note = { kind: 'sale', id, seen, note: 'They come on Friday' } as const
      return handleReview(shop.db, admin, note, shop.now())
    }
    expect(await look()).toEqual({ ok: false, reason: 'short-not-ended' })
    expect(await end(id)).toMatchObject({ ok: true })
    expect(await findTillSale(shop.db, id)).toMatchObject({ state: 'paid' })
    expect(await look()).toMatchObject({ reason: 'review-handled' })
  })

  test('is not ended by its cashier, for another amount, without a drawer or a bank reference, or when nothing is missing', async () => {
    const { id } = await aShortSale()
    const byCashier = { ...admin, userId: cashierId }
    expect(await end(id, {}, byCashier)).toEqual({ ok: false, reason: 'review-own' })
    expect(await end(id, { amount: 7999 })).toEqual({ ok: false, reason: 'edited-meanwhile' })
    expect(await end(randomUUID())).toEqual({ ok: false, reason: 'not-found' })
    for (const given of [null, { shiftId: randomUUID() }, { reference: 'FT 1' }])
      expect(await end(id, { given })).toMatchObject({ reason: 'drawer-not-open' })
    for (const reference of ['', 'x'.repeat(81)])
      expect(await end(id, { ...off, way: 'bank', given: { reference } })).toMatchObject({
        reason: 'refund-reference-missing',
      })
    // Cash that was put in for something else is not this sale's.
    const other = { id: randomUUID(), shiftId: till.shiftId, amount: 8000, reason: 'Change' }
    await shop.db.transaction((db) => moveDrawerCash(db, admin, { ...other, now: shop.now() }))
    expect(await end(id, { id: other.id })).toMatchObject({ reason: 'drawer-not-open' })
    await till.send(till.close())
    expect(await end(id)).toMatchObject({ reason: 'drawer-not-open' })
    expect(await saleOf(id)).toMatchObject({ unpaidAmount: 8000, paymentStatus: 'completed' })
    expect(await shop.db.$count(shortSaleEnds)).toBe(0)
    // Of which something came back it is not called off.
    const number = (await saleOf(id)).saleNumber
    const shown = await findTillSale(shop.db, id)
    const sold = till.sale(coat, 1)
    const lines = sold.lines.map((line) => ({ ...line, id: shown?.lines[0]?.id ?? '' }))
    await till.send(till.back({ ...sold, number, lines }, 1))
    const refused = await end(id, { ...off, ...byBank })
    expect(refused).toEqual({ ok: false, reason: 'short-not-called-off' })
  })

  test('is handled by ending it when the amount is small, and the log has its values before', async () => {
    await anAdmin(shop)
    const [taken, calledOff] = [await aShortSale(), await aShortSale()]
    await end(taken.id)
    await end(calledOff.id, { ...off, ...byBank })
    for (const { id } of [taken, calledOff])
      expect(await saleOf(id)).toMatchObject({
        reviewReasons: ['paid-late', 'sum-differs'],
        handledBy: admin.userId,
      })
    const log = await shop.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entity, 'pos_sale'))
      .orderBy(auditLog.id)
    expect(log.slice(-2)).toMatchObject([
      {
        action: 'edited',
        label: (await saleOf(taken.id)).saleNumber,
        before: { unpaidAmount: 8000, laterCashAmount: 0 },
        after: { unpaidAmount: 0, laterCashAmount: 8000 },
      },
      { action: 'refunded', after: { amount: 2000, way: 'bank', reference: 'FT 123' } },
    ])
  })

  test('is not ended by its own customer while somebody else runs the shop, and their data export has the money given back', async () => {
    const other = await anAdmin(shop)
    const phone = '+265991555777'
    await shop.db.update(profiles).set({ phone }).where(eq(profiles.userId, admin.userId))
    const { id } = await aShortSale({ phone: '0991 555 777' })
    const { saleNumber } = await saleOf(id)
    for (const ending of [{}, { ...off, ...byBank }])
      expect(await end(id, ending)).toEqual({ ok: false, reason: 'review-own' })
    const row = { id: randomUUID(), posSaleId: id, ...off, way: 'bank', reference: 'FT 1' } as const
    await expect(
      shop.db.insert(shortSaleEnds).values({ ...row, endedBy: admin.userId, endedAt: shop.now() }),
    ).rejects.toMatchObject({ cause: { constraint: 'short_sale_ends_not_own' } })
    const seenBy = async (userId: string) =>
      (await findAdminSale(shop.db, saleNumber, userId))?.isOwnToEnd
    expect([await seenBy(admin.userId), await seenBy(other.userId)]).toEqual([true, false])
    expect(await end(id, { ...off, ...byBank }, other)).toMatchObject({ ok: true })
    const contact = { kind: 'phone', value: phone } as const
    expect(await exportContact(shop.db, contact, shop.now())).toMatchObject({
      till_sales: [{ given_back: [{ amount: 2000, way: 'bank', reference: 'FT 123' }] }],
    })
  })

  test('is ended by its customer when only they and its cashier run the shop, and the cashier reviews a large amount', async () => {
    const buyer = await anAdmin(shop)
    const phone = '+265991555777'
    await shop.db.update(profiles).set({ phone }).where(eq(profiles.userId, buyer.userId))
    const { id } = await aShortSale({ by: admin.userId, phone, pieces: 20 })
    const amount = 192_000
    const called = { ...off, ...byBank, amount }
    // Its maker typed the number, and has it as well by now: neither makes the sale theirs to end.
    for (const own of [null, phone]) {
      await shop.db.update(profiles).set({ phone: own }).where(eq(profiles.userId, admin.userId))
      expect(await end(id, called)).toEqual({ ok: false, reason: 'review-own' })
    }
    const third = await anAdmin(shop)
    expect(await end(id, called, buyer)).toEqual({ ok: false, reason: 'review-own' })
    await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, third.userId))
    expect(await end(id, called, buyer)).toEqual({ ok: true, amount })
    const { reviewReasons } = await saleOf(id)
    const seen = reviewFingerprint(reviewReasons)
    const look = (by: typeof admin) =>
      handleReview(shop.db, by, { kind: 'sale', id, seen, note: 'Asked' }, shop.now())
    expect(await look(buyer)).toEqual({ ok: false, reason: 'review-own' })
    await shop.db.update(profiles).set({ role: 'admin' }).where(eq(profiles.userId, third.userId))
    expect(await look(admin)).toEqual({ ok: false, reason: 'review-own' })
    await shop.db.update(profiles).set({ role: 'cashier' }).where(eq(profiles.userId, third.userId))
    expect(await look(admin)).toEqual({ ok: true })
  })

  test('the database refuses what the code would not do', async () => {
    const { id } = await aShortSale()
    const refused = async (work: PromiseLike<unknown>, constraint: string) =>
      expect(work).rejects.toMatchObject({ cause: { constraint } })
    const one = {
      id: randomUUID(),
      posSaleId: id,
      endedBy: admin.userId,
      endedAt: shop.now(),
      outcome: 'called-off',
      way: 'bank',
      amount: 2000,
      reference: 'FT 1',
    } as const
    const write = (change: object) => shop.db.insert(shortSaleEnds).values({ ...one, ...change })
    await refused(write({ amount: 2001 }), 'short_sale_ends_sum')
    await refused(write({ endedBy: cashierId }), 'short_sale_ends_not_own')
    const inDrawer = { way: 'cash', reference: null, shiftId: till.shiftId }
    await refused(write(inDrawer), 'short_sale_ends_cash')
    const set = (change: object) => shop.db.update(posSales).set(change).where(eq(posSales.id, id))
    await refused(set({ unpaidAmount: 0, laterCashAmount: 8000 }), 'pos_sales_ended')
    await refused(set({ paymentStatus: 'cancelled' }), 'pos_sales_ended')
    await end(id, { ...off, ...byBank })
    await refused(set({ paymentStatus: 'completed' }), 'pos_sales_ended')
    await refused(shop.db.delete(shortSaleEnds), 'append_only')
  })

  test('a large amount that one person gave back waits for a review by somebody else', async () => {
    const second = await anAdmin(shop)
    const { id } = await aShortSale({ pieces: 20 })
    const amount = 192_000
    expect(await end(id, { ...off, ...byBank, amount })).toEqual({ ok: true, amount })
    const sale = await saleOf(id)
    expect(sale).toMatchObject({ reviewReasons: ['refund-unapproved'], handledAt: null })
    const seen = reviewFingerprint(sale.reviewReasons)
    const look = (by: typeof admin) =>
      handleReview(shop.db, by, { kind: 'sale', id, seen, note: 'Asked' }, shop.now())
    expect(await look(admin)).toMatchObject({ reason: 'review-own' })
    expect((await findAdminSale(shop.db, sale.saleNumber, admin.userId))?.isOwn).toBe(true)
    expect((await findAdminSale(shop.db, sale.saleNumber, second.userId))?.isOwn).toBe(false)
    const mark = shop.db
      .update(posSales)
      .set({ handledBy: admin.userId, handledAt: shop.now() })
      .where(eq(posSales.id, id))
    await expect(mark).rejects.toMatchObject({ cause: { constraint: 'review_not_own' } })
    expect(await look(second)).toEqual({ ok: true })
  })

  test('repeats an end only with the same id, way, drawer and reference', async () => {
    const id = randomUUID()
    const taken = await aShortSale()
    expect(await end(taken.id, { id })).toMatchObject({ ok: true })
    for (const given of [null, { shiftId: randomUUID() }, { reference: 'FT 123' }])
      expect(await end(taken.id, { id, given })).toMatchObject({ reason: 'short-ended' })
    const calledOff = await aShortSale()
    const asked = { id: randomUUID(), ...off, ...byBank }
    expect(await end(calledOff.id, asked)).toMatchObject({ ok: true })
    for (const change of [{ way: 'dashboard' }, { given: { reference: 'FT 124' } }] as const)
      expect(await end(calledOff.id, { ...asked, ...change })).toEqual({
        ok: false,
        reason: 'short-ended',
      })
    expect(await end(calledOff.id, asked)).toMatchObject({ ok: true })
    expect(await shop.db.$count(shortSaleEnds)).toBe(2)
  })

  test('accepts a reference of eighty characters, however they are encoded, and no drawer instead of it', async () => {
    const { id } = await aShortSale()
    for (const given of [null, { shiftId: till.shiftId }])
      expect(await end(id, { ...off, way: 'bank', given })).toMatchObject({
        reason: 'refund-reference-missing',
      })
    const reference = '👗'.repeat(80)
    expect(await end(id, { ...off, way: 'bank', given: { reference } })).toMatchObject({ ok: true })
    const { saleNumber } = await saleOf(id)
    expect((await findAdminSale(shop.db, saleNumber, admin.userId))?.end).toMatchObject({
      outcome: 'called-off',
      way: 'bank',
      reference,
      till: null,
      by: expect.stringContaining('Chisomo'),
      at: expect.any(Date),
    })
  })

  test('with a returned unit is completed in another drawer, and its earlier payment page cannot pay it a second time', async () => {
    const { id, reference } = await aShortSale()
    const shown = await findTillSale(shop.db, id)
    const sold = till.sale(coat, 1)
    const lines = sold.lines.map((line) => ({ ...line, id: shown?.lines[0]?.id ?? '' }))
    await till.send(till.back({ ...sold, number: (await saleOf(id)).saleNumber, lines }, 1))
    // Whose items came back owes nothing: it may be seen to without an end.
    const seen = reviewFingerprint((await saleOf(id)).reviewReasons)
    const note = { kind: 'sale', id, seen, note: 'All came back' } as const
    expect(await handleReview(shop.db, admin, note, shop.now())).toEqual({ ok: true })
    const other = await aTillAtShop(shop, admin.userId)
    const given = { shiftId: other.shiftId }
    expect(await end(id, { given })).toEqual({ ok: true, amount: 8000 })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([
      { shiftId: other.shiftId, amount: 8000 },
    ])
    await pay(reference)
    expect(await saleOf(id)).toMatchObject({
      paymentStatus: 'completed',
      unpaidAmount: 0,
      reviewNotes: expect.arrayContaining([expect.objectContaining({ code: 'paid-twice' })]),
    })
  })

  test('that is fully paid by now is not ended, and a large one is handled only by somebody who runs the shop', async () => {
    const [taken, large] = [await aShortSale(), await aShortSale({ pieces: 20 })]
    await end(taken.id)
    // As if its end had got lost.
    await shop.db.execute('alter table short_sale_ends disable trigger user')
    await shop.db.delete(shortSaleEnds)
    await shop.db.execute('alter table short_sale_ends enable trigger user')
    const again = { amount: 0 }
    expect(await end(taken.id, again)).toEqual({ ok: false, reason: 'edited-meanwhile' })
    const amount = 192_000
    expect(await end(large.id, { ...off, ...byBank, amount })).toMatchObject({ ok: true })
    expect(await saleOf(large.id)).toMatchObject({ handledBy: admin.userId })
    expect((await saleOf(large.id)).reviewReasons).not.toContain('refund-unapproved')
  })
  test('gives cash back out of the drawer, and accepts a large missing amount without a second review', async () => {
    await anAdmin(shop)
    const id = randomUUID()
    const calledOff = await aShortSale()
    expect(await end(calledOff.id, { ...off, id })).toEqual({ ok: true, amount: 2000 })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ id, amount: -2000 }])
    const cash = 190_000
    const large = await aShortSale({ pieces: 20, cash })
    expect(await end(large.id, { amount: cash })).toMatchObject({ ok: true })
    expect(await saleOf(large.id)).toMatchObject({
      handledBy: admin.userId,
      reviewReasons: ['paid-late', 'sum-differs'],
    })
  })
})
