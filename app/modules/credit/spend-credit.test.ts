import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  aCheckoutRequest,
  anAdmin,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  readOrderEvents,
  type TestProduct,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { creditMovements, credits, orders, payments, refunds } from '../../db/tables.server.ts'
import { decideSandboxPayment } from '../../platform/payments/sandbox-payments.server.ts'
import { type CreditState, creditStateOf } from '../../rules/credit/credit.ts'
import { cancelOwnOrder } from '../checkout/cancel-own-order.ts'
import { expireOrder } from '../checkout/expire-order.ts'
import { placeOrder } from '../checkout/place-order.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { moveOrder } from '../orders/move-order.ts'
import { readMoney } from '../refunds/read-money.ts'
import { type RefundRequest, requestRefund } from '../refunds/request-refund.ts'
import { issueCredit } from './issue-credit.ts'
import { listCredits } from './list-credits.ts'
import { moveCredit } from './move-credit.ts'

const shop = useShop()
/** With its delivery, 22,000. */
let dress: TestProduct
let admin: Awaited<ReturnType<typeof anAdmin>>

beforeEach(async () => {
  dress = await aProduct(shop, { stock: 60, price: 20_000 })
  admin = await anAdmin(shop)
})

async function aCode(amount: number) {
  const id = randomUUID()
  const by = await anAdmin(shop)
  const done = await issueCredit(shop, by, {
    id,
    kind: 'goodwill',
    amount,
    email: null,
    reason: 'Late parcel',
  })
  if (!done.ok) throw new Error(done.reason)
  return read(id)
}
async function read(id: string) {
  const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
  if (!credit) throw new Error('no credit')
  return credit
}
const balance = async ({ id }: { id: string }) => (await read(id)).balance
const buyer = async () => (await aUser(shop)).userId
let calls = 0
/** Of many at once each has its own phone and home: what unpaid orders hold is limited by those. */
const somebody = () => {
  calls += 1
  const phone = `+26599${1_000_000 + calls}`
  const { shippingAddress } = aCheckoutRequest([])
  return { phone, shippingAddress: { ...shippingAddress, phone, address: `Plot ${calls}` } }
}
const request = (code: string, seen?: number) =>
  aCheckoutRequest([{ product: dress }], {
    ...somebody(),
    credit: { code, ...(seen === undefined ? {} : { balance: seen }) },
  })
const pending = async (code: string, userId?: string) =>
  aPendingOrder(shop, userId ?? (await buyer()), [{ product: dress }], {
    ...somebody(),
    credit: { code },
  })
const pay = async (reference: string) => {
  await payAtProvider(shop, reference)
  return settlePayment(shop, reference)
}
const move = async (orderId: string, to: Parameters<typeof moveOrder>[2]['to']) =>
  moveOrder(shop, admin, { orderId, to, version: (await readOrder(shop, orderId)).version })
const refund = async (orderId: string, way: RefundRequest['way'], amount: number) =>
  requestRefund(shop, admin, {
    id: randomUUID(),
    orderId,
    version: (await readOrder(shop, orderId)).version,
    what: { kind: 'amount', amount },
    way,
    reason: 'goodwill',
    note: null,
    given: way === 'bank' ? { reference: 'NB 1' } : null,
  })

describe('a code at the checkout', () => {
  test('pays up to its balance, and the provider is asked for the rest', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    expect(order).toMatchObject({ totalAmount: 22_000, creditAmount: 5000, status: 'pending' })
    expect(payment.amount).toBe(17_000)
    expect(await balance(code)).toBe(0)
    await payAtProvider(shop, payment.reference)
    await settlePayment(shop, payment.reference)
    expect(await readOrder(shop, order.id)).toMatchObject({ status: 'processing' })
    expect(await readMoney(shop.db, order.id)).toMatchObject({ paid: 22_000, credit: 5000 })
  })

  test('that covers the order pays it at once, and keeps what is left; a repeated request is the same order', async () => {
    const code = await aCode(30_000)
    const userId = await buyer()
    const asked = request(code.code)
    const placed = await placeOrder(shop, userId, asked)
    expect(placed).toMatchObject({ ok: true, payment: null, order: { status: 'processing' } })
    expect(await placeOrder(shop, userId, asked)).toMatchObject({ ok: true, isNew: false })
    expect(await balance(code)).toBe(8000)
    expect(await shop.db.select().from(payments)).toEqual([])
  })

  test('leaves the provider nothing or at least its smallest amount', async () => {
    const code = await aCode(21_990)
    const placed = await placeOrder(shop, await buyer(), request(code.code))
    expect(placed).toMatchObject({ ok: true, payment: { amount: 50 } })
    expect(await balance(code)).toBe(40)
  })

  test('is refused when it is unknown, blocked, empty, or has less than was shown', async () => {
    const code = await aCode(30_000)
    const userId = await buyer()
    const place = (text: string, seen?: number) => placeOrder(shop, userId, request(text, seen))
    expect(await place('AAAA-AAAA-AAAA')).toMatchObject({ reason: 'credit-invalid' })
    expect(await place(code.code, 30_001)).toEqual({
      ok: false,
      reason: 'credit-changed',
      amount: 30_000,
    })
    const seen = { creditId: code.id, version: code.version }
    await moveCredit(shop, admin, { ...seen, to: 'blocked' })
    expect(await place(code.code)).toMatchObject({ reason: 'credit-blocked' })
    await moveCredit(shop, admin, { ...seen, version: 2, to: 'active' })
    expect(await place(code.code)).toMatchObject({ ok: true, payment: null })
    expect(await place(code.code)).toMatchObject({ ok: true, payment: { amount: 14_000 } })
    expect(await place(code.code)).toMatchObject({ reason: 'credit-empty' })
    // Staff read that it is used up, and no longer find it among those that can be spent.
    const rest = { search: '', kind: null, after: null, limit: 5 } as const
    const among = async (status: CreditState) =>
      (
        await listCredits(shop.db, { ...rest, status, sort: 'created', direction: 'desc' })
      ).rows.map(creditStateOf)
    expect([await among('active'), await among('used-up')]).toEqual([[], ['used-up']])
  })

  test('is spent to its last kwacha and no further by twenty orders at once', {
    tags: 'slow',
  }, async () => {
    const code = await aCode(22_000)
    const buyers = await Promise.all(Array.from({ length: 20 }, buyer))
    const all = await Promise.all(
      buyers.map((userId) => placeOrder(shop, userId, request(code.code, 22_000))),
    )
    expect(all.filter(({ ok }) => ok)).toHaveLength(1)
    for (const one of all)
      if (!one.ok) expect(['credit-changed', 'credit-empty']).toContain(one.reason)
    expect(await balance(code)).toBe(0)
    expect(await shop.db.select().from(creditMovements)).toHaveLength(2)
  })
})

describe('an order that ends', () => {
  test('refunds its store credit once, however many end it at the same time', async () => {
    const code = await aCode(5000)
    const userId = await buyer()
    const { order } = await pending(code.code, userId)
    const { version } = await readOrder(shop, order.id)
    const seen = { orderId: order.id, version }
    await Promise.all([
      ...Array.from({ length: 4 }, () => cancelOwnOrder(shop, userId, order.orderNumber)),
      ...Array.from({ length: 4 }, () => moveOrder(shop, admin, { ...seen, to: 'cancelled' })),
    ])
    expect(await readOrder(shop, order.id)).toMatchObject({ status: 'cancelled' })
    expect(await balance(code)).toBe(5000)
    const kinds = (await shop.db.select().from(creditMovements)).map(({ kind }) => kind)
    expect(kinds.toSorted()).toEqual(['given-back', 'issued', 'spent'])
  })

  test('not paid in time refunds its store credit, and takes it again when its money comes late', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    await shop.db
      .update(orders)
      .set({ expiresAt: new Date(0) })
      .where(eq(orders.id, order.id))
    expect(await expireOrder(shop, order.id)).toBe(true)
    expect(await balance(code)).toBe(5000)
    await pay(payment.reference)
    expect(await readOrder(shop, order.id)).toMatchObject({ status: 'processing' })
    expect(await balance(code)).toBe(0)
  })

  test('whose money comes after its credit was spent elsewhere goes under review, and its money is refunded', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    await shop.db
      .update(orders)
      .set({ expiresAt: new Date(0) })
      .where(eq(orders.id, order.id))
    await expireOrder(shop, order.id)
    await pending(code.code)
    await pay(payment.reference)
    expect(await readOrder(shop, order.id)).toMatchObject({
      status: 'cancelled',
      reviewReason: 'underpaid',
    })
    expect((await readOrderEvents(shop, order.id)).at(-1)?.note).toEqual({
      code: 'paid-without-credit',
    })
    expect(await move(order.id, 'processing')).toMatchObject({
      reason: 'order-credit-gone',
      amount: 5000,
      left: 0,
    })
    expect(await refund(order.id, 'bank', 17_000)).toMatchObject({ ok: true })
    expect(await readOrder(shop, order.id)).toMatchObject({ reviewReason: null })
  })

  test('after it was paid refunds to the code what earlier refunds have not', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    await pay(payment.reference)
    expect(await refund(order.id, 'credit', 20_000)).toMatchObject({ ok: true })
    expect(await move(order.id, 'cancelled')).toMatchObject({ ok: true })
    expect(await balance(code)).toBe(2000)
    expect(await refund(order.id, 'bank', 1)).toMatchObject({ reason: 'refund-nothing' })
    expect(await readOrder(shop, order.id)).toMatchObject({ reviewReason: null })
  })
})

describe('a payment by store credit', () => {
  test('is refunded as store credit: never more goes back in money than came in money', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    await pay(payment.reference)
    expect(await refund(order.id, 'bank', 17_001)).toEqual({
      ok: false,
      reason: 'refund-above-money',
      amount: 17_001,
      left: 17_000,
    })
    expect(await refund(order.id, 'bank', 17_000)).toMatchObject({ ok: true })
    expect(await refund(order.id, 'bank', 1)).toMatchObject({ reason: 'refund-above-money' })
    expect(await refund(order.id, 'credit', 5001)).toMatchObject({ reason: 'refund-above-paid' })
    expect(await refund(order.id, 'credit', 5000)).toMatchObject({ ok: true })
    expect(await refund(order.id, 'credit', 1)).toMatchObject({ reason: 'refund-nothing' })
  })

  test('is guarded by the database even if the code forgets the rule', async () => {
    const code = await aCode(5000)
    const { order, payment } = await pending(code.code)
    await pay(payment.reference)
    const row = (way: 'bank' | 'credit', amount: number) =>
      shop.db.insert(refunds).values({
        id: randomUUID(),
        orderId: order.id,
        status: 'requested',
        way,
        amount,
        reason: 'goodwill',
        needsSecond: false,
        requestedBy: admin.userId,
      })
    const refused = (constraint: string) =>
      expect.objectContaining({ cause: expect.objectContaining({ constraint }) })
    await expect(row('bank', 17_001)).rejects.toEqual(refused('refunds_within_money'))
    await expect(row('credit', 22_001)).rejects.toEqual(refused('refunds_within_paid'))
    const again = { creditId: code.id, orderId: order.id }
    await expect(
      shop.db.insert(creditMovements).values({ ...again, kind: 'given-back', amount: 5001 }),
    ).rejects.toMatchObject({ cause: { code: '23514' } })
  })

  test('adds up after any sequence of orders, payments, refunds and ends', {
    tags: 'slow',
  }, async () => {
    const codes = await Promise.all([aCode(30_000), aCode(4000)])
    const made: { id: string; reference: string | null }[] = []
    const one = <T>(list: readonly T[], n: number) => list[n % Math.max(1, list.length)]
    const acts: Record<string, (n: number) => Promise<unknown>> = {
      place: async (n) => {
        const placed = await placeOrder(shop, await buyer(), request(one(codes, n)?.code ?? ''))
        if (placed.ok)
          made.push({ id: placed.order.id, reference: placed.payment?.reference ?? null })
      },
      pay: async (n) => {
        const reference = one(made, n)?.reference
        const step = reference ? await decideSandboxPayment(shop.db, reference, 'pay') : null
        return step && reference && settlePayment(shop, reference)
      },
      cancel: async (n) => made[0] && move(one(made, n)?.id ?? '', 'cancelled'),
      revive: async (n) => made[0] && move(one(made, n)?.id ?? '', 'processing'),
      credit: async (n) => made[0] && refund(one(made, n)?.id ?? '', 'credit', 1000 + n),
      bank: async (n) => made[0] && refund(one(made, n)?.id ?? '', 'bank', 3000 + n),
    }
    const names = Object.keys(acts)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...names), fc.nat(5000)), {
          minLength: 8,
          maxLength: 14,
        }),
        async (sequence) => {
          for (const [name, n] of sequence) await acts[name]?.(n)
          const { rows } = await shop.db.execute<{ wrong: string }>(sql`
            select 'balance' as wrong from credits c where balance <> (select coalesce(sum(amount), 0) from credit_movements m where m.credit_id = c.id)
            union all select 'held' from orders o, lateral (select coalesce(-sum(amount), 0) as held from credit_movements m where m.order_id = o.id) h,
              lateral (select coalesce(sum(paid_amount), 0) as money from payments p where p.order_id = o.id) p,
              lateral (select coalesce(sum(amount), 0) as back, coalesce(sum(amount) filter (where way <> 'credit'), 0) as bank from refunds r where r.order_id = o.id and status = 'done') r
              where back > money + held or bank > money
                or (status = 'cancelled' and held > 0 and back < money + held)
                or (status <> 'cancelled' and held <> credit_amount)`)
          expect(rows).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
    const [sum] = (
      await shop.db.execute<{ issued: number; left: number }>(sql`
        select sum(amount) filter (where kind = 'issued')::int as issued,
          (select sum(balance) from credits)::int - sum(amount) filter (where order_id is not null)::int as left from credit_movements`)
    ).rows
    expect(sum?.left).toBe(sum?.issued)
  })
})
