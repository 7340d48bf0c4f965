import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPaidOrder,
  aProduct,
  aUser,
  readOrder,
} from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { auditLog, creditMovements, credits } from '../../db/tables.server.ts'
import { formatCreditCode } from '../../rules/credit/credit.ts'
import { approveRefund, giveRefund } from '../refunds/move-refund.ts'
import { type RefundRequest, requestRefund } from '../refunds/request-refund.ts'
import { countWork } from '../reports/count-work.ts'
import { findCredit } from './find-credit.ts'
import { issueCredit } from './issue-credit.ts'
import { listCredits, sumCredits } from './list-credits.ts'
import { moveCredit } from './move-credit.ts'

const shop = useShop()
let admin: Awaited<ReturnType<typeof anAdmin>>
let second: typeof admin

beforeEach(async () => {
  admin = await anAdmin(shop)
  second = await anAdmin(shop)
})

type Issue = Parameters<typeof issueCredit>[2]
const issue = (overrides: Partial<Issue> = {}, by = admin) =>
  issueCredit(shop, by, {
    id: randomUUID(),
    kind: 'voucher',
    amount: 10_000,
    email: null,
    reason: 'Paid in cash by Mary',
    ...overrides,
  })
const issued = async (overrides: Partial<Issue> = {}) => {
  const done = await issue(overrides)
  if (!done.ok) throw new Error(done.reason)
  const credit = await findCredit(shop.db, done.id, { userId: admin.userId, now: shop.now() })
  if (!credit?.code) throw new Error('no credit')
  return { ...credit, code: credit.code }
}
const move = async (id: string, to: Parameters<typeof moveCredit>[2]['to'], by = admin) =>
  moveCredit(shop, by, {
    creditId: id,
    version: (await findCredit(shop.db, id))?.version ?? 0,
    to,
  })
const emails = async () => {
  const { rows } = await shop.db.execute<{
    data: { to: string; subject: string; paragraphs: string[] }
  }>(sql`select data from pgboss.job where name = 'send-email' order by created_on`)
  return rows.map(({ data }) => data)
}

describe('a store credit code that staff issue', () => {
  test('has its amount, is sent by email, and is logged with its last four characters', async () => {
    const credit = await issued({ email: ' Mary@Example.com ' })
    expect(credit).toMatchObject({ status: 'active', balance: 10_000, email: 'mary@example.com' })
    expect(credit.moves).toMatchObject([{ kind: 'issued', amount: 10_000 }])
    const [email] = (await emails()).slice(-1)
    expect(email?.to).toBe('mary@example.com')
    expect(email?.paragraphs.join(' ')).toContain(formatCreditCode(credit.code))
    const [line] = await shop.db.select().from(auditLog).where(eq(auditLog.entityId, credit.id))
    expect(line?.label).toBe(`…${credit.code.slice(-4)}`)
    expect(JSON.stringify(line)).not.toContain(credit.code)
  })

  test('is issued once however often its form is sent, and is refused without a reason', async () => {
    const id = randomUUID()
    const all = await Promise.all(Array.from({ length: 5 }, () => issue({ id })))
    expect(all.every(({ ok }) => ok)).toBe(true)
    expect(await findCredit(shop.db, id)).toMatchObject({ balance: 10_000 })
    for (const other of [
      { amount: 9 },
      { email: 'john@example.com' },
      { kind: 'goodwill' as const },
      { reason: 'Another reason' },
    ])
      expect(await issue({ id, ...other })).toMatchObject({ reason: 'edited-meanwhile' })
    for (const [overrides, reason] of [
      [{ amount: 0 }, 'credit-amount-bad'],
      [{ amount: 10.5 }, 'credit-amount-bad'],
      [{ amount: 2_000_000_000 }, 'credit-amount-bad'],
      [{ email: 'mary' }, 'credit-email-bad'],
      [{ reason: '' }, 'credit-reason-missing'],
    ] as const)
      expect(await issue(overrides)).toMatchObject({ ok: false, reason })
  })

  test('above a daily amount waits for a second person, in however many parts and tabs it is issued', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => issue()))
    const waiting = all.filter((one) => one.ok && one.isAwaiting)
    expect(waiting).toHaveLength(2)
    const work = await countWork(shop)
    expect(work.find(({ kind }) => kind === 'credit')).toMatchObject({ count: 2 })
    const [one, two] = waiting.flatMap((done) => (done.ok ? [done.id] : []))
    expect(await findCredit(shop.db, one ?? '')).toMatchObject({ status: 'awaiting', balance: 0 })
    expect(await move(one ?? '', 'active')).toMatchObject({ reason: 'credit-second-person' })
    expect(await move(one ?? '', 'active', second)).toMatchObject({ ok: true })
    expect(await move(one ?? '', 'active', second)).toMatchObject({ ok: true })
    expect(await findCredit(shop.db, one ?? '')).toMatchObject({
      status: 'active',
      balance: 10_000,
    })
    expect(await move(two ?? '', 'cancelled')).toMatchObject({ ok: true })
    expect(await move(two ?? '', 'active', second)).toMatchObject({ reason: 'edited-meanwhile' })
    expect(await sumCredits(shop.db)).toEqual({ count: 5, amount: 50_000 })
  })

  test('to one’s own address always needs a second person', async () => {
    const { userId, email } = await aUser(shop, 'admin')
    const own = { userId, ip: '10.0.0.1', role: 'admin' as const }
    const done = await issue({ email, amount: 5 }, own)
    expect(done).toMatchObject({ isAwaiting: true })
    const other = await issue({ email, amount: 60_000 })
    expect(other.ok && (await move(other.id, 'active', own))).toMatchObject({
      reason: 'credit-second-person',
    })
  })

  test('is blocked and allowed again, only by somebody who saw its current state', async () => {
    const { id, version } = await issued()
    expect(await move(id, 'blocked')).toMatchObject({ ok: true })
    expect(await moveCredit(shop, admin, { creditId: id, version, to: 'active' })).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await move(id, 'active')).toMatchObject({ ok: true })
    expect(await findCredit(shop.db, id)).toMatchObject({ status: 'active', balance: 10_000 })
  })

  test('is found by its code, its last four characters and its email address', async () => {
    const { id, code, ending } = await issued({ email: 'grace.phiri@example.com' })
    const found = async (search: string) =>
      (
        await listCredits(shop.db, {
          search,
          status: null,
          kind: null,
          sort: 'balance',
          direction: 'desc',
          after: null,
          limit: 5,
        })
      ).rows.map((row) => row.id)
    for (const search of [code, formatCreditCode(code).toLowerCase(), ending, 'grace.phiri'])
      expect(await found(search)).toEqual([id])
    expect(await found('nobody-at-all')).toEqual([])
  })
})

describe('a refund as store credit', () => {
  const paid = async (quantity = 1) => {
    const product = await aProduct(shop, { stock: 50, price: 20_000 })
    const { userId } = await aUser(shop)
    return (await aPaidOrder(shop, userId, [{ product, quantity }])).order
  }
  const ask = async (orderId: string, overrides: Partial<RefundRequest> = {}) =>
    requestRefund(shop, admin, {
      id: randomUUID(),
      orderId,
      version: (await readOrder(shop, orderId)).version,
      what: { kind: 'amount', amount: 5000 },
      way: 'credit',
      reason: 'faulty',
      note: null,
      given: null,
      ...overrides,
    })
  const all = () => shop.db.select().from(credits)

  test('makes one code for an order, tops it up, and is sent with its balance', async () => {
    const order = await paid()
    expect(await ask(order.id)).toMatchObject({ ok: true, status: 'done' })
    expect(await ask(order.id)).toMatchObject({ ok: true, status: 'done' })
    expect(await all()).toMatchObject([{ kind: 'return', amount: 10_000, balance: 10_000 }])
    expect(await readOrder(shop, order.id)).toMatchObject({ refundedAmount: 10_000 })
    const email = (await emails()).at(-1)
    const [credit] = await all()
    expect(email?.paragraphs.join(' ')).toContain(formatCreditCode(credit?.code ?? ''))
    expect(email?.paragraphs.join(' ')).toContain('MK\u00a010,000')
  })

  test('goes to a new code when the first is blocked', async () => {
    const order = await paid()
    await ask(order.id)
    const [credit] = await all()
    await move(credit?.id ?? '', 'blocked')
    await ask(order.id)
    expect((await all()).map(({ balance }) => balance)).toEqual([5000, 5000])
  })

  test('goes to one code where an earlier one is allowed again, whose amount stays', async () => {
    const order = await paid()
    await ask(order.id)
    const [first] = await all()
    await move(first?.id ?? '', 'blocked')
    await ask(order.id)
    await move(first?.id ?? '', 'active')
    await ask(order.id, { what: { kind: 'amount', amount: 3000 } })
    const sums = (await all()).map(({ amount, balance }) => [amount, balance])
    expect(sums).toHaveLength(2)
    expect(sums).toEqual(
      expect.arrayContaining([
        [5000, 5000],
        [8000, 8000],
      ]),
    )
  })

  test('above a limit is put on a code after a second person has agreed, once', async () => {
    const order = await paid(9)
    const id = randomUUID()
    const what = { kind: 'all', withDelivery: true } as const
    expect(await ask(order.id, { id, what })).toMatchObject({ status: 'awaiting' })
    expect(await all()).toEqual([])
    expect(await approveRefund(shop, second, { refundId: id, version: 1 })).toMatchObject({
      ok: true,
    })
    const give = (given: RefundRequest['given']) =>
      giveRefund(shop, admin, { refundId: id, version: 2, given: given ?? { reference: 'NB 1' } })
    expect(await give(null)).toMatchObject({ reason: 'refund-way-other' })
    const rivals = await Promise.all(Array.from({ length: 5 }, () => give({ asCredit: true })))
    expect(rivals.every(({ ok }) => ok)).toBe(true)
    expect(await shop.db.select().from(creditMovements)).toHaveLength(1)
    expect(await all()).toMatchObject([{ balance: order.totalAmount }])
  })
})

describe('the database', () => {
  const refused = (constraint: string) =>
    expect.objectContaining({ cause: expect.objectContaining({ constraint }) })

  test('keeps balance and history correct even if the code forgets a rule', async () => {
    const { id } = await issued()
    const spend = (amount: number) =>
      shop.db.insert(creditMovements).values({ creditId: id, kind: 'spent', amount })
    await expect(spend(-10_001)).rejects.toEqual(refused('credits_balance'))
    await expect(spend(-1)).rejects.toEqual(refused('credit_movements_for'))
    await expect(shop.db.update(credits).set({ balance: 5 })).rejects.toEqual(
      refused('credit_one_door'),
    )
    await expect(shop.db.update(creditMovements).set({ amount: 5 })).rejects.toEqual(
      refused('append_only'),
    )
    await expect(shop.db.delete(creditMovements)).rejects.toEqual(refused('append_only'))
    await expect(
      shop.db.insert(creditMovements).values({ creditId: id, kind: 'issued', amount: 1 }),
    ).rejects.toEqual(refused('credit_movements_by_hand'))
    expect(await findCredit(shop.db, id)).toMatchObject({ balance: 10_000 })
  })
})
