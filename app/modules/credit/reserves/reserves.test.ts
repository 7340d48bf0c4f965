import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  anAdmin,
  aProduct,
  aUser,
  type TestProduct,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { makeAnothers } from '../../../../tests/support/till/counter.ts'
import { aTillAtShop } from '../../../../tests/support/till/till-at-shop.ts'
import {
  auditLog,
  creditReserves,
  credits,
  posReturns,
  posSales,
  unreadableTillEvents,
} from '../../../db/tables.server.ts'
import { RESERVE_HOURS } from '../../../rules/credit/reserve.ts'
import { LIMITS } from '../../../rules/limits.ts'
import { placeOrder } from '../../checkout/place-order.ts'
import { giveUpSale } from '../../checkout/till-payment.ts'
import { checkTotals } from '../../health/check-sums.ts'
import { readToday } from '../../reports/read-today.ts'
import { ringUpProviderSale } from '../../till/sales/ring-up-sale.ts'
import { receiveSaleMoney } from '../../till/sales/settle-sale.ts'
import { readShift } from '../../till/shifts/read-shift.ts'
import { findCredit } from '../find-credit.ts'
import { issueCredit } from '../issue-credit.ts'
import { moveCredit } from '../move-credit.ts'
import { endForgotten, endOverdue, endOwnReserve, endReserveByStaff } from './end-reserves.ts'

const shop = useShop()
let dress: TestProduct
let cashierId: string
let till: Awaited<ReturnType<typeof aTillAtShop>>
let code: { id: string; code: string }

beforeEach(async () => {
  dress = await aProduct(shop, { price: 10_000, stock: 50 })
  cashierId = (await aUser(shop, 'cashier')).userId
  till = await aTillAtShop(shop, cashierId)
  code = await aCode(15_000)
})

async function aCode(amount: number) {
  const id = randomUUID()
  const by = await anAdmin(shop)
  const issued = { id, kind: 'voucher', amount, email: null, reason: 'Paid in cash' } as const
  expect(await issueCredit(shop, by, issued)).toMatchObject({ ok: true })
  const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
  return { id, code: credit?.code ?? '' }
}
const balance = async () =>
  (await shop.db.select().from(credits).where(eq(credits.id, code.id)))[0]?.balance
const reserved = async (amount = 10_000, cartId = randomUUID()) => {
  const done = await till.reserve(code.code, amount, cartId)
  if (!done.ok) throw new Error(done.reason)
  return done.credit
}
const statuses = async () =>
  (await shop.db.select().from(creditReserves).orderBy(creditReserves.createdAt)).map(
    ({ status }) => status,
  )
const saleOf = async (id: string) =>
  (await shop.db.select().from(posSales).where(eq(posSales.id, id)))[0]
let calls = 0
/** What unpaid orders hold is limited by phone and home. */
const somewhere = () => {
  calls += 1
  const phone = `+26599${1_000_000 + calls}`
  const { shippingAddress } = aCheckoutRequest([])
  return { phone, shippingAddress: { ...shippingAddress, phone, address: `Plot ${calls}` } }
}
/** Somebody on the web pays with the code. */
const buyOnline = async () => {
  const { userId } = await aUser(shop)
  return placeOrder(
    shop,
    userId,
    aCheckoutRequest([{ product: dress }], {
      ...somewhere(),
      credit: { code: code.code },
    }),
  )
}

describe('a reserve of store credit', () => {
  test('leaves the balance at once, for this till only; requested again it is the same reserve', async () => {
    const id = randomUUID()
    const cart = randomUUID()
    const first = await till.reserve(code.code, 10_000, cart, id)
    expect(first).toMatchObject({
      ok: true,
      credit: { amount: 10_000, balance: 15_000, ending: code.code.slice(-4) },
    })
    expect(await till.reserve(code.code, 10_000, cart, id)).toEqual(first)
    expect(await balance()).toBe(5000)
    const other = await aTillAtShop(shop, cashierId)
    expect(await other.reserve(code.code, 10_000)).toMatchObject({ credit: { amount: 5000 } })
    expect(await other.reserve(code.code, 10_000)).toMatchObject({ reason: 'credit-empty' })
  })

  test('replaces the earlier reserve of the same cart, of this code or another', async () => {
    const cart = randomUUID()
    await reserved(15_000, cart)
    expect(await till.reserve(code.code, 12_000, cart)).toMatchObject({
      credit: { amount: 12_000 },
    })
    expect(await balance()).toBe(3000)
    const other = await aCode(2000)
    expect(await till.reserve(other.code, 12_000, cart)).toMatchObject({ credit: { amount: 2000 } })
    expect(await balance()).toBe(15_000)
    expect(await statuses()).toEqual(['ended', 'ended', 'held'])
  })

  test('of a wrong code counts as a guess, and of a blocked code is refused', async () => {
    let taken = 0
    const rateLimiter: typeof shop.rateLimiter = {
      ...shop.rateLimiter,
      take: async (key, { max }) => {
        expect(key).toBe(`code:${cashierId}`)
        taken += 1
        return { allowed: taken <= max, retryAfter: 60 }
      },
      giveBack: async () => void (taken -= 1),
    }
    const other = await aTillAtShop({ ...shop, rateLimiter }, cashierId)
    expect(await other.reserve(code.code, 1000)).toMatchObject({ ok: true })
    for (let n = 0; n < LIMITS.discountCodes.max; n += 1)
      expect(await other.reserve('ABCD-2345-EFGH', 1000)).toMatchObject({
        reason: 'credit-invalid',
      })
    expect(await other.reserve(code.code, 1000)).toMatchObject({ reason: 'too-many-attempts' })
    const blocked = { creditId: code.id, version: 1, to: 'blocked' } as const
    await moveCredit(shop, await anAdmin(shop), blocked)
    expect(await till.reserve(code.code, 1000)).toMatchObject({ reason: 'credit-blocked' })
  })

  test('is ended when the cart no longer needs it, only by its own device, and once', async () => {
    const { id } = await reserved()
    await endOwnReserve(shop.db, id, { userId: cashierId, deviceId: randomUUID() })
    expect(await balance()).toBe(5000)
    const by = { userId: cashierId, deviceId: till.deviceId }
    await Promise.all([endOwnReserve(shop.db, id, by), endOwnReserve(shop.db, id, by)])
    expect(await balance()).toBe(15_000)
  })

  test('ends with its shift, or after its time', async () => {
    await reserved(1000)
    await till.send(till.close())
    expect(await balance()).toBe(15_000)
    till = await aTillAtShop(shop, cashierId)
    const { id } = await reserved(2000)
    await endOverdue(shop, id)
    expect(await balance()).toBe(13_000)
    const later = new Date(shop.now().getTime() + (RESERVE_HOURS * 60 + 1) * 60_000)
    await endForgotten({ ...shop, now: () => later })
    await endOverdue({ ...shop, now: () => later }, id)
    expect(await balance()).toBe(15_000)
    expect(await statuses()).toEqual(['ended', 'ended'])
  })
})

describe('a reserve of a lost till', () => {
  test('is ended by staff once, however often it is pressed, and is logged with its amount', async () => {
    const { id } = await reserved(10_000)
    const admin = await anAdmin(shop)
    const all = await Promise.all([1, 2, 3].map(() => endReserveByStaff(shop.db, admin, id)))
    expect(all).toEqual([{ ok: true }, { ok: true }, { ok: true }])
    expect(await balance()).toBe(15_000)
    const lines = await shop.db.select().from(auditLog).where(eq(auditLog.action, 'reserve ended'))
    expect(lines).toMatchObject([{ entityId: code.id, after: { amount: 10_000 } }])
    expect(await endReserveByStaff(shop.db, admin, randomUUID())).toMatchObject({
      reason: 'not-found',
    })
  })

  test('that staff ended refuses no sale that the till sends afterwards, and one that its sale used cannot be ended', async () => {
    const admin = await anAdmin(shop)
    const late = till.sale(dress, 1, { credit: await reserved(10_000) })
    const lateReserve = late.credit?.reserveId ?? ''
    await endReserveByStaff(shop.db, admin, lateReserve)
    expect(await till.send(late)).toMatchObject([{ reviewReasons: [] }])
    expect(await balance()).toBe(5000)
    expect(await endReserveByStaff(shop.db, admin, lateReserve)).toMatchObject({
      reason: 'credit-reserve-used',
    })
    expect(await balance()).toBe(5000)
  })

  test('ended at the same moment as its sale leaves the balance correct to the kwacha', async () => {
    const admin = await anAdmin(shop)
    const sales = await Promise.all(
      [1000, 2000, 3000].map(async (amount) =>
        till.sale(dress, 1, { credit: await reserved(amount) }),
      ),
    )
    await Promise.all(
      sales.flatMap((sale) => [
        endReserveByStaff(shop.db, admin, sale.credit?.reserveId ?? ''),
        till.send(sale),
      ]),
    )
    expect(await balance()).toBe(9000)
    expect(await statuses()).toEqual(['used', 'used', 'used'])
  })
})

describe('a sale paid by a code', () => {
  test('takes what it needs once, however often it is sent; the rest is cash in the drawer', async () => {
    const credit = await reserved(15_000)
    const sale = till.sale(dress, 2, { credit })
    const [first] = await till.send(sale)
    expect(first).toMatchObject({ reviewReasons: [] })
    expect(await till.send(sale)).toEqual([first])
    expect(await balance()).toBe(0)
    expect(await saleOf(sale.id)).toMatchObject({
      totalAmount: 20_000,
      cashAmount: 5000,
      creditAmount: 15_000,
    })
    const report = await readShift(shop.db, till.shiftId)
    expect(report?.figures).toMatchObject({
      cashSales: 5000,
      credit: 15_000,
      mobileMoney: 0,
      amount: 20_000,
      expected: 5000,
    })
  })

  test('returns the unused part of its reserve', async () => {
    const sale = till.sale(dress, 1, { credit: await reserved(15_000) })
    await till.send(sale)
    expect(await balance()).toBe(5000)
    expect(await statuses()).toEqual(['used'])
  })

  test('takes its amount again when its reserve has ended, and goes under review when the balance is gone', async () => {
    const kept = till.sale(dress, 1, { credit: await reserved(10_000) })
    const by = { userId: cashierId, deviceId: till.deviceId }
    await endOwnReserve(shop.db, kept.credit?.reserveId ?? '', by)
    expect(await till.send(kept)).toMatchObject([{ reviewReasons: [] }])
    expect(await balance()).toBe(5000)

    const late = till.sale(dress, 1, { credit: await reserved(5000) })
    await endOwnReserve(shop.db, late.credit?.reserveId ?? '', by)
    expect(await buyOnline()).toMatchObject({ ok: true })
    expect(await till.send(late)).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(await saleOf(late.id)).toMatchObject({
      totalAmount: 10_000,
      creditAmount: 5000,
      cashAmount: 5000,
      reviewNotes: [{ code: 'credit-short', amount: 5000, taken: 0 }],
    })
    expect(await balance()).toBe(0)
  })

  test('with another device’s reserve takes nothing from it', async () => {
    const other = await aTillAtShop(shop, cashierId)
    const theirs = await other.reserve(code.code, 10_000)
    if (!theirs.ok) throw new Error(theirs.reason)
    const sale = till.sale(dress, 1, { credit: theirs.credit })
    expect(await till.send(sale)).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(await statuses()).toEqual(['held'])
  })

  test('refunds the code first when its items are returned, once, and the rest in cash', async () => {
    const sale = till.sale(dress, 2, { credit: await reserved(15_000) })
    await till.send(sale)
    await makeAnothers(shop, sale)
    const first = till.back(sale, 1, 10_000)
    expect(await till.send(first, first)).toMatchObject([{ reviewReasons: [] }, {}])
    expect(await balance()).toBe(10_000)
    expect(await till.send(till.back(sale, 1, 5000))).toMatchObject([{ reviewReasons: [] }])
    expect(await balance()).toBe(15_000)
    const figures = (await readShift(shop.db, till.shiftId))?.figures
    expect(figures).toMatchObject({ refunds: 5000, creditRefunds: 15_000, expected: 0 })
  })

  test('goes under review when a till refunds it without knowing of another till’s refund to its code', async () => {
    const sale = till.sale(dress, 2, { credit: await reserved(15_000) })
    await till.send(sale)
    await makeAnothers(shop, sale)
    await till.send(till.back(sale, 1, 10_000))
    // Its receipt says that all of it went on the code: 5000 of it are owed in cash.
    const blind = till.back(sale, 1, 10_000)
    expect(await till.send(blind)).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(await balance()).toBe(15_000)
  })

  test('goes under review when an older till refunds it in cash only', async () => {
    const sale = till.sale(dress, 1, { credit: await reserved(10_000) })
    await till.send(sale)
    await makeAnothers(shop, sale)
    expect(await till.send(till.back(sale, 1))).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(await balance()).toBe(5000)
    const [back] = await shop.db.select().from(posReturns)
    expect(back).toMatchObject({ refundAmount: 10_000, creditAmount: 0 })
  })
})

const onCode = async (id: string) =>
  (await shop.db.select().from(credits).where(eq(credits.id, id)))[0]

describe('a voucher sold at the till', () => {
  test('is one code however often it is sent, with its cash in the drawer, and no revenue until it is spent', async () => {
    const sold = till.voucher(30_000, 'ABCD2345EFGH')
    const [first] = await till.send(sold, sold)
    expect(first).toMatchObject({ number: sold.number, reviewReasons: [] })
    expect(await till.send(sold)).toEqual([first])
    expect(await onCode(sold.id)).toMatchObject({
      code: 'ABCD2345EFGH',
      kind: 'voucher',
      status: 'active',
      balance: 30_000,
    })
    expect((await readShift(shop.db, till.shiftId))?.figures).toMatchObject({
      sales: 0,
      amount: 0,
      vouchers: 1,
      vouchersAmount: 30_000,
      cashSales: 30_000,
      mobileMoney: 0,
      expected: 30_000,
    })
    expect((await readToday(shop)).today.till).toEqual({ count: 0, amount: 0 })
    expect((await findCredit(shop.db, sold.id))?.moves).toMatchObject([{ saleNumber: sold.number }])
    expect(await checkTotals(shop.db)).toMatchObject({ code: 'totals-agree', sales: 1 })

    const spent = await till.reserve('ABCD2345EFGH', 10_000)
    if (!spent.ok) throw new Error(spent.reason)
    await till.send(till.sale(dress, 1, { credit: spent.credit }))
    expect((await readToday(shop)).today.till).toEqual({ count: 1, amount: 10_000 })
    expect((await readShift(shop.db, till.shiftId))?.figures).toMatchObject({
      sales: 1,
      amount: 10_000,
      credit: 10_000,
      expected: 30_000,
    })
    // Its money lies in the drawer: it is none that its cashier issued by hand.
    const issued = { kind: 'goodwill', amount: 40_000, email: null, reason: 'Late' } as const
    const by = { userId: cashierId, ip: '10.0.0.1' }
    expect(await issueCredit(shop, by, { id: randomUUID(), ...issued })).toMatchObject({
      isAwaiting: false,
    })
  })

  test('for less cash than its amount is blocked until a person has reviewed it', async () => {
    const sold = { ...till.voucher(30_000, 'ABCD2345EFGH'), cashGiven: 3000 }
    expect(await till.send(sold)).toMatchObject([{ reviewReasons: ['sum-differs'] }])
    expect(await onCode(sold.id)).toMatchObject({ status: 'blocked' })
  })

  test('of an unknown shift is blocked, and its money counts in no drawer', async () => {
    const sold = { ...till.voucher(30_000, 'ABCD2345EFGH'), shiftId: randomUUID() }
    expect(await till.send(sold)).toMatchObject([{ reviewReasons: ['shift-unknown'] }])
    expect(await onCode(sold.id)).toMatchObject({ status: 'blocked' })
  })

  test('that is blocked can be allowed only by somebody other than its seller, from the two-person limit on', async () => {
    const sold = { ...till.voucher(60_000, 'ABCD2345EFGH'), cashGiven: 3000 }
    await till.send(sold)
    const allow = (userId: string) =>
      moveCredit(shop, { userId, ip: '10.0.0.1' }, { creditId: sold.id, version: 1, to: 'active' })
    expect(await allow(cashierId)).toEqual({ ok: false, reason: 'credit-second-person' })
    expect(await allow((await anAdmin(shop)).userId)).toMatchObject({ ok: true })
  })

  test('is the only sale whose id exempts a code from the daily limit: a code issued by hand under the id of a product sale counts', async () => {
    const by = { userId: cashierId, ip: '10.0.0.1' }
    const issued = { kind: 'goodwill', amount: 40_000, email: null, reason: 'Late' } as const
    const results = []
    for (const sale of [till.sale(dress, 1), till.sale(dress, 1)]) {
      await till.send(sale)
      results.push(await issueCredit(shop, by, { id: sale.id, ...issued }))
    }
    expect(results).toMatchObject([{ isAwaiting: false }, { isAwaiting: true }])
  })

  test('must be alone in its sale: with products, a discount or a code it is kept as unreadable for a person', async () => {
    const sold = till.voucher(30_000, 'ABCD2345EFGH')
    const credit = { reserveId: randomUUID(), ending: 'EFGH', amount: 1000 }
    for (const change of [
      { lines: till.sale(dress, 1).lines },
      { discount: 1 },
      { credit },
      { voucher: null as never },
      { voucher: { amount: 30_000, code: 'ABCD' } },
    ])
      await till.send({ ...sold, ...change, id: randomUUID() })
    const unread = await shop.db.select().from(unreadableTillEvents)
    expect(unread.map(({ why }) => why)).toHaveLength(5)
    expect(await shop.db.$count(posSales)).toBe(0)
  })
})

describe('a return as store credit', () => {
  test('puts the part that the paying code does not get on the code that the till printed, once', async () => {
    const sale = till.sale(dress, 2, { credit: await reserved(15_000) })
    await till.send(sale)
    await makeAnothers(shop, sale)
    const back = till.back(sale, 2, 15_000, { creditCode: 'ABCD2345EFGH' })
    expect(await till.send(back, back)).toMatchObject([{ reviewReasons: [] }, {}])
    expect(await onCode(back.id)).toMatchObject({
      code: 'ABCD2345EFGH',
      kind: 'return',
      status: 'active',
      amount: 5000,
      balance: 5000,
    })
    const figures = (await readShift(shop.db, till.shiftId))?.figures
    expect(figures).toMatchObject({ refunds: 0, creditRefunds: 20_000, expected: 5000 })
    expect((await findCredit(shop.db, back.id))?.moves).toMatchObject([{ saleNumber: sale.number }])
  })

  test('that is doubtful also blocks the code that had paid, when money was refunded to it', async () => {
    const sale = till.sale(dress, 2, { credit: await reserved(15_000) })
    await till.send(sale)
    await makeAnothers(shop, sale)
    const back = { ...till.back(sale, 1, 15_000), refund: 20_000 }
    expect((await till.send(back))[0]?.reviewReasons).toContain('sum-differs')
    const [paidBy] = await shop.db
      .select({ status: credits.status })
      .from(credits)
      .innerJoin(creditReserves, eq(creditReserves.creditId, credits.id))
      .where(eq(creditReserves.posSaleId, sale.id))
    expect(paidBy).toEqual({ status: 'blocked' })
  })

  test('of more than was paid is blocked until a person has reviewed it', async () => {
    const sale = till.sale(dress, 1)
    await till.send(sale)
    await makeAnothers(shop, sale)
    const first = till.back(sale, 1, 0, { creditCode: 'ABCD2345EFGH' })
    const again = till.back(sale, 1, 0, { creditCode: 'ABCD2345EFGJ' })
    await till.send(first)
    expect((await till.send(again))[0]?.reviewReasons).toContain('returned-twice')
    expect(await onCode(first.id)).toMatchObject({ status: 'active' })
    expect(await onCode(again.id)).toMatchObject({ status: 'blocked' })
  })
})

describe('a sale by mobile money that a code pays in part', () => {
  const ring = async (amount: number) => {
    const cart = randomUUID()
    const credit = await reserved(amount, cart)
    const rung = await ringUpProviderSale(shop, cashierId, {
      lines: [{ ...dress, quantity: 2 }],
      totalAmount: 20_000,
      customerName: null,
      customerPhone: null,
      notes: null,
      idempotencyKey: cart,
      saleId: cart,
      deviceId: till.deviceId,
      cashAmount: 2000,
      credit: { reserveId: credit.id, amount },
    })
    if (!rung.ok) throw new Error(rung.reason)
    return rung
  }

  test('asks for the rest, refunds the code when it is called off, and takes from it again when its money comes late', async () => {
    const { sale, payment } = await ring(15_000)
    expect(payment.amount).toBe(3000)
    expect(await balance()).toBe(0)
    await giveUpSale(shop, sale.id, { userId: cashierId, ip: '10.0.0.1' })
    expect(await balance()).toBe(15_000)
    await buyOnline()
    const left = (await balance()) ?? 0
    await shop.db.transaction(async (db) => {
      const [now] = await db.select().from(posSales).where(eq(posSales.id, sale.id))
      if (now) await receiveSaleMoney(shop, db, now, payment)
    })
    expect(await saleOf(sale.id)).toMatchObject({
      paymentStatus: 'completed',
      creditAmount: left,
      unpaidAmount: 17_000 - left,
    })
    expect((await saleOf(sale.id))?.reviewNotes.map(({ code: note }) => note)).toContain(
      'credit-short',
    )
    expect(await balance()).toBe(0)
  })

  test('is refused when less is left for the provider than its smallest amount', async () => {
    await expect(ring(14_990)).resolves.toMatchObject({ ok: true })
    code = await aCode(18_000)
    await expect(ring(17_980)).rejects.toThrow('pos-too-small')
  })
})

test('twenty sales and orders at once spend a code to its last kwacha and no further', {
  tags: 'slow',
}, async () => {
  const tills = await Promise.all(
    Array.from({ length: 4 }, async () => aTillAtShop(shop, cashierId)),
  )
  const rivals = Array.from({ length: 20 }, (_, n) => {
    const at = tills[n % 4]
    if (n % 2 === 0 || !at) return buyOnline()
    return at.reserve(code.code, 4000).then(async (done) => {
      if (!done.ok) return
      const sale = at.sale(dress, 1, { credit: done.credit })
      // One of them is sent twice at once, one is called off.
      if (n < 15) await Promise.all([at.send(sale), at.send(sale)])
      else
        await endOwnReserve(shop.db, done.credit.id, { userId: cashierId, deviceId: at.deviceId })
    })
  })
  await Promise.all(rivals)
  const [spent] = (
    await shop.db.execute<{ web: number; till: number }>(sql`select
      (select coalesce(sum(credit_amount), 0)::int from orders) as web,
      (select coalesce(sum(credit_amount), 0)::int from pos_sales where review_reasons = '{}') as till`)
  ).rows
  expect((spent?.web ?? 0) + (spent?.till ?? 0) + ((await balance()) ?? 0)).toBe(15_000)
  expect(await balance()).toBeGreaterThanOrEqual(0)
  expect(await statuses()).not.toContain('held')
})

test('the database refuses what the code forgets to check', async () => {
  const { id } = await reserved(10_000)
  const refuses = async (statement: ReturnType<typeof sql>, constraint: string) =>
    expect(shop.db.execute(statement)).rejects.toMatchObject({ cause: { constraint } })
  const move = (kind: string, amount: number) =>
    sql`insert into credit_movements (credit_id, kind, amount, reserve_id) values (${code.id}, ${kind}, ${amount}, ${id})`
  await refuses(move('spent', -1), 'credit_of_reserve')
  await refuses(move('spent', -6000), 'credits_balance')
  await refuses(
    sql`update credit_reserves set status = 'ended' where id = ${id}`,
    'credit_reserve_steps',
  )
  await refuses(sql`update credit_reserves set amount = 1 where id = ${id}`, 'credit_reserve_steps')
  await refuses(
    sql`update credit_reserves set status = 'used' where id = ${id}`,
    'credit_reserves_used',
  )
  await endOwnReserve(shop.db, id, { userId: cashierId, deviceId: till.deviceId })
  await refuses(move('spent', -1), 'credit_of_reserve')
})
