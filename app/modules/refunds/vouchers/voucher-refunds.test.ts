import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  anAdmin,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
} from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { aSale, aShift, aTill } from '../../../../tests/support/till/counter.ts'
import {
  auditLog,
  creditMovements,
  credits,
  shiftCash,
  voucherRefunds,
} from '../../../db/tables.server.ts'
import { newCreditCode } from '../../../rules/credit/credit.ts'
import { settlePayment } from '../../checkout/settle-payment.ts'
import { payVoucher } from '../../checkout/start-payment.ts'
import { buyVoucher } from '../../checkout/vouchers/buy-voucher.ts'
import { exportPurchases } from '../../checkout/vouchers/forget-purchases.ts'
import { issueAtTill } from '../../credit/issue-at-till.ts'
import { issueCredit } from '../../credit/issue-credit.ts'
import { listCredits } from '../../credit/list-credits.ts'
import { findSpendable } from '../../credit/spend-credit.ts'
import { countWork } from '../../reports/count-work.ts'
import {
  cancelVoucherRefund,
  giveVoucherRefund,
  refundVoucher,
  type VoucherRefundRequest,
} from './refund-voucher.ts'

const shop = useShop()
let admin: Awaited<ReturnType<typeof anAdmin>>
let second: typeof admin
beforeEach(async () => {
  admin = await anAdmin(shop)
  second = await anAdmin(shop)
})

const read = async (id: string) => {
  const [credit] = await shop.db.select().from(credits).where(eq(credits.id, id))
  if (!credit) throw new Error('no code')
  return credit
}
async function bought(amount = 25_000, buyer: { userId?: string; email?: string } = {}) {
  const asked = {
    amount,
    buyerName: 'Mary Phiri',
    buyerEmail: buyer.email ?? 'mary@example.com',
    buyerPhone: '+265991234567',
    recipientName: 'Grace',
    recipientEmail: 'grace@example.com',
    message: null,
  }
  const by = { userId: buyer.userId ?? null, ip: '10.0.0.1' }
  const made = await buyVoucher(shop, by, randomUUID(), asked)
  if (!made.ok) throw new Error(made.reason)
  await payVoucher(shop, made.purchase, made.payment)
  await payAtProvider(shop, made.payment.reference)
  await settlePayment(shop, made.payment.reference)
  const [credit] = await shop.db
    .select()
    .from(credits)
    .where(eq(credits.purchaseId, made.purchase.id))
  if (!credit) throw new Error('no code')
  return credit
}
const refund = async (
  { id: creditId, version }: { id: string; version: number },
  overrides: Partial<VoucherRefundRequest> = {},
  by = admin,
) =>
  refundVoucher(shop, by, {
    id: randomUUID(),
    creditId,
    version,
    way: 'dashboard',
    reason: 'not-wanted',
    given: { reference: 'PC 1' },
    ...overrides,
  })
const listed = async (status: 'awaiting' | 'paid-back' | 'used-up' | 'active') => {
  const rest = { search: '', kind: null, after: null, limit: 9 } as const
  const page = await listCredits(shop.db, { ...rest, status, sort: 'created', direction: 'desc' })
  return page.rows.map(({ id }) => id)
}

describe('a refund of a voucher', () => {
  test('gives the whole amount back and ends its code, once for a repeated request, and emails the buyer and the recipient', async () => {
    const code = await bought()
    const id = randomUUID()
    const done = await Promise.all([1, 2, 3].map(() => refund(code, { id })))
    for (const one of done) expect(one).toEqual({ ok: true, amount: 25_000, isAwaiting: false })
    expect((await read(code.id)).balance).toBe(0)
    expect(await findSpendable(shop.db, code.code)).toMatchObject({ ok: false })
    expect(await refund(await read(code.id))).toMatchObject({ reason: 'voucher-not-whole' })
    expect([await listed('paid-back'), await listed('used-up')]).toEqual([[code.id], []])
    const { rows } = await shop.db.execute<{ to: string }>(
      sql`select data ->> 'to' as to from pgboss.job where name = 'send-email' and data ->> 'subject' like '%has ended'`,
    )
    expect(rows.map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'mary@example.com'])
    expect(await exportPurchases(shop.db, { email: 'mary@example.com' })).toMatchObject([
      { status: 'paid', given_back: { status: 'done', amount: 25_000, reference: 'PC 1' } },
    ])
    const log = await shop.db.select().from(auditLog).where(eq(auditLog.entityId, code.id))
    expect(log.filter(({ action }) => action === 'refunded')).toMatchObject([
      { byUser: admin.userId, after: { amount: 25_000, way: 'dashboard', reference: 'PC 1' } },
    ])
  })

  test('is refused for a spent, blocked, unpaid or changed voucher, and without saying how the money left', async () => {
    const spent = await bought(5000)
    const dress = await aProduct(shop, { stock: 9, price: 20_000 })
    const credit = { code: spent.code }
    await aPendingOrder(shop, (await aUser(shop)).userId, [{ product: dress }], { credit })
    expect(await refund(spent)).toMatchObject({ reason: 'voucher-not-whole' })
    const given = randomUUID()
    const asked = { id: given, kind: 'voucher', amount: 9000, email: null, reason: 'Cash' } as const
    await issueCredit(shop, admin, asked)
    expect(await refund(await read(given))).toMatchObject({ reason: 'voucher-not-paid' })
    const code = await bought()
    expect(await refund({ ...code, version: 9 })).toMatchObject({ reason: 'edited-meanwhile' })
    for (const wrong of [null, { asCredit: true as const }])
      expect(await refund(code, { given: wrong })).toMatchObject({
        reason: 'refund-reference-missing',
      })
    expect(await refund(code, { way: 'cash' })).toMatchObject({ reason: 'refund-way-other' })
    expect(await listed('active')).toContain(code.id)
    expect(await shop.db.$count(voucherRefunds)).toBe(0)
  })

  test('that a till sold is paid out of an open drawer, and not by its seller', async () => {
    const { id: tillId } = await aTill(shop)
    const { id: shiftId } = await aShift(shop, { tillId, openedBy: second.userId })
    const product = { ...(await aProduct(shop)), price: 10_000 }
    const sold = { cashierId: second.userId, product, shiftId, tillId }
    const sale = await aSale(shop, { ...sold, voucherAmount: 10_000 })
    const issued = { id: sale.id, code: newCreditCode(), kind: 'voucher', amount: 10_000 } as const
    await shop.db.transaction((db) =>
      issueAtTill(db, second, { ...issued, byUser: second.userId, isDoubtful: false }),
    )
    const code = await read(sale.id)
    const cash = { way: 'cash', given: { shiftId } } as const
    expect(await refund(code, cash, second)).toMatchObject({ reason: 'refund-second-first' })
    expect(await refund(code, { ...cash, given: { shiftId: randomUUID() } })).toMatchObject({
      reason: 'drawer-not-open',
    })
    expect(await refund(code, cash)).toMatchObject({ ok: true })
    expect(await shop.db.select().from(shiftCash)).toMatchObject([{ shiftId, amount: -10_000 }])
  })

  test('above the limit, or of one’s own voucher, waits for somebody else, and nobody can spend it meanwhile', async () => {
    const code = await bought(160_000)
    const own = await bought(155_000, {
      userId: admin.userId,
      email: 'own@example.com',
    })
    const id = randomUUID()
    for (const one of [code, own])
      expect(await refund(one)).toMatchObject({ reason: 'refund-second-first' })
    expect(await refund(code, { id, given: null })).toMatchObject({ isAwaiting: true })
    expect(await findSpendable(shop.db, code.code)).toMatchObject({ reason: 'credit-empty' })
    expect(await listed('awaiting')).toEqual([code.id])
    expect(await countWork(shop)).toMatchObject([{ kind: 'credit', count: 1 }])
    const seen = { refundId: id, version: 1 }
    const given = { reference: 'NB 2' }
    const give = (by: typeof admin) => giveVoucherRefund(shop, by, { ...seen, given })
    expect(await give(admin)).toMatchObject({ reason: 'voucher-second-person' })
    expect(await give(second)).toMatchObject({ ok: true })
    expect(await give(second)).toMatchObject({ ok: true })
    // Somebody who has sent the money as well has to know that it was sent already.
    const again = { ...seen, given: { reference: 'NB 3' } }
    expect(await giveVoucherRefund(shop, await anAdmin(shop), again)).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await cancelVoucherRefund(shop, admin, seen)).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await listed('paid-back')).toEqual([code.id])

    const mine = randomUUID()
    await refund(own, { id: mine, given: null }, second)
    const ofOwn = { refundId: mine, version: 1 }
    expect(await giveVoucherRefund(shop, admin, { ...ofOwn, given })).toMatchObject({
      reason: 'voucher-second-person',
    })
    for (const _ of [1, 2])
      expect(await cancelVoucherRefund(shop, admin, ofOwn)).toMatchObject({ ok: true })
    expect(await refund(own, { id: mine, given: null }, second)).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect((await read(own.id)).balance).toBe(155_000)
    expect(await findSpendable(shop.db, own.code)).toMatchObject({ ok: true })
  })

  test('is guarded by the database even if the code forgets the rule', async () => {
    const code = await bought()
    const own = await bought(5000, { userId: admin.userId })
    const row = {
      id: randomUUID(),
      creditId: code.id,
      status: 'awaiting',
      way: 'bank',
      amount: 25_000,
      reason: 'goodwill',
      needsSecond: false,
      requestedBy: admin.userId,
    } as const
    const refused = async (work: PromiseLike<unknown>, constraint: string) =>
      expect(work).rejects.toMatchObject({ cause: { constraint } })
    const insert = (change: object) => shop.db.insert(voucherRefunds).values({ ...row, ...change })
    await refused(insert({ amount: 25_001 }), 'voucher_refunds_within_paid')
    await refused(insert({ creditId: own.id, amount: 5000 }), 'voucher_refunds_own')
    await insert({})
    await refused(insert({ id: randomUUID() }), 'voucher_refunds_once')
    const taken = { creditId: code.id, kind: 'spent', voucherRefundId: row.id } as const
    const take = (change: object) =>
      shop.db.insert(creditMovements).values({ ...taken, amount: -25_000, ...change })
    await refused(take({ creditId: own.id, amount: -5000 }), 'credit_of_voucher_refund')
    const done = { status: 'done', endedAt: new Date(), reference: 'NB 1' } as const
    await refused(shop.db.update(voucherRefunds).set(done), 'voucher_refunds_taken')
    await take({})
    await shop.db.update(voucherRefunds).set(done)
    await refused(take({ kind: 'given-back', amount: 25_000 }), 'credit_of_voucher_refund')
    const back = { status: 'cancelled', reference: null } as const
    await refused(shop.db.update(voucherRefunds).set(back), 'voucher_refunds_ended_for_good')
  })
})
