import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { anAdmin, aUser, payAtProvider } from '../../../../tests/support/factories.ts'
import { useShop } from '../../../../tests/support/shop.ts'
import { creditMovements, credits, payments, voucherPurchases } from '../../../db/tables.server.ts'
import { formatCreditCode } from '../../../rules/credit/credit.ts'
import type { PurchaseRequest } from '../../../rules/credit/purchase.ts'
import { eraseAgain, listErasures } from '../../privacy/erase-again.ts'
import { eraseContact } from '../../privacy/erase-contact.ts'
import { exportContact } from '../../privacy/export-contact.ts'
import { findContact } from '../../privacy/find-contact.ts'
import { countWork } from '../../reports/count-work.ts'
import { pollPayment } from '../poll-payment.ts'
import { settlePayment } from '../settle-payment.ts'
import { payVoucher } from '../start-payment.ts'
import { buyVoucher } from './buy-voucher.ts'
import { expireForgottenPurchases, expirePurchase } from './expire-purchase.ts'
import { listPurchasesToSee } from './list-purchases.ts'
import { findPurchase, handlePurchase } from './purchases.ts'

const shop = useShop()
const GIFT: PurchaseRequest = {
  amount: 25_000,
  buyerName: 'Mary Phiri',
  buyerEmail: 'mary@example.com',
  buyerPhone: '+265991234567',
  recipientName: 'Grace',
  recipientEmail: 'grace@example.com',
  message: 'Happy birthday!',
}
const UNDERPAID = {
  code: 'underpaid',
  paidAmount: 24_999,
  paidCurrency: 'MWK',
  amount: 25_000,
  currency: 'MWK',
} as const
const by = { userId: null, ip: '10.0.0.1' }
const later = () => ({
  ...shop,
  now: () => new Date(Date.now() + (shop.config.paymentWindowMinutes + 1) * 60_000),
})

async function aPurchase(change: Partial<PurchaseRequest> = {}, id = randomUUID()) {
  const bought = await buyVoucher(shop, by, id, { ...GIFT, ...change })
  if (!bought.ok) throw new Error(bought.reason)
  const started = await payVoucher(shop, bought.purchase, bought.payment)
  if (!started.ok) throw new Error(started.reason)
  return { id, reference: bought.payment.reference, url: started.checkoutUrl }
}
const codes = () => shop.db.select().from(credits)
const purchaseOf = (id: string) => findPurchase(shop.db, id)
const emails = async () => {
  const { rows } = await shop.db.execute<{ data: { to: string; paragraphs: string[] } }>(
    sql`select data from pgboss.job where name = 'send-email' order by created_on`,
  )
  return rows.map(({ data }) => ({ to: data.to, text: data.paragraphs.join(' ') }))
}
const pay = async (reference: string) => {
  await payAtProvider(shop, reference)
  return settlePayment(shop, reference)
}
/** The provider says that so much came, in this mode. */
const answering = (change: object) => ({
  ...shop,
  payments: {
    ...shop.payments,
    verify: async (reference: string) => {
      const verified = await shop.payments.verify(reference)
      return verified.state === 'paid' ? { ...verified, ...change } : verified
    },
  },
})

describe('a voucher that is bought online', () => {
  test('gets one code, sent once, whichever process learns of its payment and however often', async () => {
    const { id, reference } = await aPurchase()
    expect(await codes()).toEqual([])
    await payAtProvider(shop, reference)
    await Promise.all([
      settlePayment(shop, reference),
      pollPayment(shop, reference),
      expirePurchase(later(), id),
      settlePayment(shop, reference),
      expirePurchase(shop, id),
    ])
    await settlePayment(shop, reference)
    const [code] = await codes()
    expect(await codes()).toMatchObject([
      { purchaseId: id, kind: 'voucher', status: 'active', amount: 25_000, balance: 25_000 },
    ])
    expect(code).toMatchObject({ email: 'grace@example.com', requestedBy: null })
    expect(await shop.db.$count(creditMovements)).toBe(1)
    expect(await purchaseOf(id)).toMatchObject({ status: 'paid', reviewReason: null })
    const sent = await emails()
    expect(sent.map(({ to }) => to).toSorted()).toEqual(['grace@example.com', 'mary@example.com'])
    const whole = formatCreditCode(code?.code ?? '')
    const toGrace = sent.find(({ to }) => to === 'grace@example.com')?.text
    expect(toGrace).toContain(whole)
    expect(toGrace).toContain('Happy birthday!')
    expect(sent.find(({ to }) => to === 'mary@example.com')?.text).not.toContain(whole)
  })

  test('for oneself is sent to its buyer, with a receipt', async () => {
    const forMe = { recipientName: null, recipientEmail: null, message: null }
    const { reference } = await aPurchase(forMe)
    await pay(reference)
    expect((await emails()).map(({ to }) => to)).toEqual(['mary@example.com', 'mary@example.com'])
  })

  test('is bought once however often its form is sent; with another amount it is refused', async () => {
    const id = randomUUID()
    const all = await Promise.all([1, 2, 3].map(() => buyVoucher(shop, by, id, GIFT)))
    expect(new Set(all.map((one) => one.ok && one.payment.reference)).size).toBe(1)
    expect(await buyVoucher(shop, by, id, { ...GIFT, amount: 30_000 })).toMatchObject({
      reason: 'edited-meanwhile',
    })
    expect(await shop.db.$count(voucherPurchases)).toBe(1)
  })

  test('that nobody pays ends; a late payment makes its code, and puts it under review', async () => {
    const { id, reference } = await aPurchase()
    expect(await expirePurchase(shop, id)).toBe(false)
    await expireForgottenPurchases({
      ...shop,
      now: () => new Date(Date.now() + 3 * 3_600_000),
    })
    expect(await expirePurchase(later(), id)).toBe(true)
    expect(await expirePurchase(later(), id)).toBe(false)
    expect(await purchaseOf(id)).toMatchObject({ status: 'ended' })
    expect(await codes()).toEqual([])
    await pay(reference)
    expect(await purchaseOf(id)).toMatchObject({ status: 'paid', reviewReason: 'paid-late' })
    expect(await codes()).toMatchObject([{ balance: 25_000 }])
  })

  test('paid with another amount, or in test money, gets no code and goes under review, to be handled once', async () => {
    const less = await aPurchase()
    await payAtProvider(shop, less.reference)
    expect(await settlePayment(answering({ amount: 24_999 }), less.reference)).toMatchObject({
      state: 'mismatch',
    })
    expect(await codes()).toEqual([])
    expect(await purchaseOf(less.id)).toMatchObject({ reviewReason: 'underpaid' })
    const work = await countWork(shop)
    expect(work.find(({ kind }) => kind === 'credit')).toMatchObject({ count: 1 })
    expect(await listPurchasesToSee(shop.db)).toMatchObject([
      { id: less.id, attempts: [{ status: 'mismatch' }] },
    ])
    // However many are bought since.
    const newer = await aPurchase()
    expect((await listPurchasesToSee(shop.db)).map(({ id }) => id)).toEqual([less.id, newer.id])
    await expirePurchase(later(), newer.id)
    const admin = await anAdmin(shop)
    for (let n = 0; n < 2; n += 1)
      expect(await handlePurchase(shop, admin, less.id)).toEqual({ ok: true })
    expect(await handlePurchase(shop, admin, randomUUID())).toMatchObject({ reason: 'not-found' })
    await expirePurchase(later(), less.id)
    expect(await listPurchasesToSee(shop.db)).toEqual([])
  })

  test('whose payment an older release settled without making its code gets the code when its window ends', async () => {
    const { id, reference } = await aPurchase()
    await payAtProvider(shop, reference)
    await shop.db.execute(
      sql`update payments set status = 'paid', paid_amount = amount, settled_at = now() where reference = ${reference}`,
    )
    await expirePurchase(later(), id)
    expect(await codes()).toMatchObject([{ purchaseId: id }])
  })

  test('whose payment an older release settled after its end is completed or put under review the next night', async () => {
    const [paid, less] = [await aPurchase(), await aPurchase()]
    for (const { id } of [paid, less]) expect(await expirePurchase(later(), id)).toBe(true)
    const settle = (reference: string, came: object) =>
      shop.db
        .update(payments)
        .set({ settledAt: new Date(), ...came })
        .where(eq(payments.reference, reference))
    await settle(paid.reference, { status: 'paid', paidAmount: 25_000 })
    await settle(less.reference, { status: 'mismatch', lastAnswer: UNDERPAID })
    const night = async () => {
      const picked: string[] = []
      const enqueueAll = async (
        _db: unknown,
        _name: string,
        jobs: readonly { data: unknown }[],
      ) => {
        for (const { data } of jobs)
          picked.push((data as { voucherPurchaseId: string }).voucherPurchaseId)
      }
      await expireForgottenPurchases({ ...shop, jobs: { ...shop.jobs, enqueueAll } as never })
      for (const id of picked) await expirePurchase(shop, id)
      return picked.toSorted()
    }
    expect(await night()).toEqual([paid.id, less.id].toSorted())
    expect(await purchaseOf(paid.id)).toMatchObject({ status: 'paid', reviewReason: 'paid-late' })
    expect(await codes()).toMatchObject([{ purchaseId: paid.id }])
    expect(await purchaseOf(less.id)).toMatchObject({ status: 'ended', reviewReason: 'underpaid' })
    expect(await night()).toEqual([])
  })

  test('can have only one code, of its own amount and only when paid: the database refuses any other', async () => {
    const { id, reference } = await aPurchase()
    const code = (amount: number) => ({
      id: randomUUID(),
      code: 'ABCD2345EFGH',
      kind: 'voucher' as const,
      status: 'active' as const,
      amount,
      purchaseId: id,
    })
    const refused = (constraint: string) => ({ cause: { constraint } })
    const set = (change: object) =>
      shop.db.update(voucherPurchases).set(change).where(eq(voucherPurchases.id, id))
    await expect(shop.db.insert(credits).values(code(25_000))).rejects.toMatchObject(
      refused('credits_voucher_paid'),
    )
    await expect(set({ status: 'paid', paidAt: new Date() })).rejects.toMatchObject(
      refused('voucher_purchase_steps'),
    )
    await pay(reference)
    await expect(set({ status: 'ended', paidAt: null })).rejects.toMatchObject(
      refused('voucher_purchase_steps'),
    )
    await expect(shop.db.insert(credits).values(code(25_000))).rejects.toMatchObject(
      refused('credits_of_purchase'),
    )
    const { userId } = await aUser(shop, 'admin')
    await expect(
      shop.db.insert(credits).values({ ...code(25_000), requestedBy: userId }),
    ).rejects.toMatchObject(refused('credits_made_by'))
  })

  test('is exported for and erased with its buyer and its recipient', async () => {
    const { id, reference } = await aPurchase()
    await pay(reference)
    const asked = (value: string) => exportContact(shop.db, { kind: 'email', value }, new Date())
    expect((await asked('mary@example.com'))?.vouchers_bought).toMatchObject([
      { name: 'Mary Phiri', for_email: 'grace@example.com', amount: 25_000 },
    ])
    const forGrace = (await asked('grace@example.com'))?.vouchers_bought
    expect(forGrace).toMatchObject([{ message: 'Happy birthday!' }])
    expect(JSON.stringify(forGrace)).not.toContain('Mary')
    const boss = await aUser(shop, 'super_admin')
    const actor = { userId: boss.userId, ip: '10.0.0.1', role: 'super_admin' as const }
    const erase = (value: string) => eraseContact(shop, actor, { kind: 'email', value })
    expect(await erase('grace@example.com')).toEqual({ ok: true })
    expect(await purchaseOf(id)).toMatchObject({ recipientEmail: null, buyerName: 'Mary Phiri' })
    expect(await erase('mary@example.com')).toEqual({ ok: true })
    expect(await purchaseOf(id)).toMatchObject({
      buyerName: null,
      buyerEmail: null,
      amount: 25_000,
    })
    expect(await codes()).toMatchObject([{ email: null, balance: 25_000 }])
  })

  test('keeps its buyer when its recipient is erased again after a restore, and loses both when its buyer is', async () => {
    const { id } = await aPurchase()
    const { id: other } = await aPurchase()
    const { buyerName, buyerEmail, buyerPhone, recipientName, recipientEmail, message } = GIFT
    const forGrace = { recipientName, recipientEmail, message }
    const boss = await aUser(shop, 'super_admin')
    const actor = { userId: boss.userId, ip: '10.0.0.1', role: 'super_admin' as const }
    /** Erases by this address, restores the backup of before, and erases again what the list names. */
    const eraseTwice = async (value: string) => {
      expect(await eraseContact(shop, actor, { kind: 'email', value })).toEqual({ ok: true })
      const ids = (await listErasures(shop.db)).map((row) => row.id)
      const backup = { ...forGrace, buyerName, buyerEmail, buyerPhone }
      await shop.db.update(voucherPurchases).set(backup)
      return eraseAgain(shop, ids)
    }
    await shop.db
      .update(voucherPurchases)
      .set({ recipientEmail: 'x@example.com' })
      .where(eq(voucherPurchases.id, other))
    expect(await eraseTwice('grace@example.com')).toEqual({ count: 1, failed: [] })
    expect(await purchaseOf(id)).toMatchObject({
      buyerName,
      buyerEmail,
      buyerPhone,
      recipientName: null,
      recipientEmail: null,
      message: null,
    })
    expect(await purchaseOf(other)).toMatchObject({ buyerName, ...forGrace })
    await eraseTwice('mary@example.com')
    for (const one of [id, other])
      expect(await purchaseOf(one)).toMatchObject({ buyerEmail: null, recipientEmail: null })
  })

  test('is found, exported and erased by its buyer’s phone number, in any format', async () => {
    const { id } = await aPurchase()
    const { userId } = await aUser(shop)
    const ofAccount = await buyVoucher(shop, { ...by, userId }, randomUUID(), GIFT)
    expect(ofAccount.ok).toBe(true)
    const boss = await aUser(shop, 'super_admin')
    const actor = { userId: boss.userId, ip: '10.0.0.1', role: 'super_admin' as const }
    for (const value of ['0991234567', '00265991234567']) {
      const asked = { kind: 'phone', value } as const
      expect(await findContact(shop.db, asked)).toMatchObject({ vouchers: 1, canErase: true })
      const file = await exportContact(shop.db, asked, new Date())
      expect(file?.vouchers_bought).toMatchObject([
        { name: 'Mary Phiri', started_at: expect.any(Date) },
      ])
    }
    const asked = { kind: 'phone', value: '+265 991 234 567' } as const
    expect(await eraseContact(shop, actor, asked)).toEqual({ ok: true })
    expect(await purchaseOf(id)).toMatchObject({ buyerName: null, buyerPhone: null })
    expect(await shop.db.$count(voucherPurchases, eq(voucherPurchases.userId, userId))).toBe(1)
    expect(await findContact(shop.db, asked)).toMatchObject({ vouchers: 0 })
  })

  test('of a buyer who was erased while it waited goes under review when it is paid', async () => {
    const { id, reference } = await aPurchase()
    await shop.db.update(voucherPurchases).set({ buyerEmail: null, recipientEmail: null })
    await pay(reference)
    expect(await purchaseOf(id)).toMatchObject({ status: 'paid', reviewReason: 'nobody-told' })
    expect(await emails()).toEqual([])
  })
})
