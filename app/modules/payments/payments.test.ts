import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { aPendingOrder, aProduct, aUser, payAtProvider } from '../../../tests/support/factories.ts'
import { recordQueries } from '../../../tests/support/queries.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aSale } from '../../../tests/support/till/counter.ts'
import { auditLog, payments } from '../../db/tables.server.ts'
import { COMMAND, recordAudit } from '../audit/record-audit.ts'
import { settlePayment } from '../checkout/settle-payment.ts'
import { forgetPayer } from './forget-payer.ts'
import {
  endOpening,
  findLatestPayment,
  findPayment,
  listAttempts,
  listOpenPayments,
  newReference,
  type Payment,
  recordPayment,
  takeOpeningTurn,
} from './payments.ts'

const shop = useShop()
let orderId: string
let first: Payment

beforeEach(async () => {
  const { userId } = await aUser(shop)
  const pending = await aPendingOrder(shop, userId, [{ product: await aProduct(shop) }])
  orderId = pending.order.id
  first = (await findPayment(shop.db, pending.payment.reference)) as Payment
})

/** A further try to pay the same order, so many seconds after the first one. */
async function aTry(secondsLater = 1) {
  const { id } = await shop.db.transaction((db) =>
    recordPayment(db, { orderId }, first.amount, 'sandbox'),
  )
  const createdAt = sql`${first.createdAt.toISOString()}::timestamptz + make_interval(secs => ${secondsLater})`
  const [payment] = await shop.db
    .update(payments)
    .set({ createdAt })
    .where(eq(payments.id, id))
    .returning()
  if (!payment) throw new Error('no payment')
  return payment
}
const read = async (id: string) =>
  (await shop.db.select().from(payments).where(eq(payments.id, id)))[0]

test('a reference is one of 2^128, in characters that every provider accepts', () => {
  const references = Array.from({ length: 50 }, newReference)
  expect(new Set(references).size).toBe(50)
  for (const reference of references) expect(reference).toMatch(/^zv-[0-9a-f]{32}$/)
})

test('a payment attempt is stored as open before its page is opened', async () => {
  const payment = await aTry()
  expect(payment).toMatchObject({
    orderId,
    posSaleId: null,
    amount: first.amount,
    currency: 'MWK',
    provider: 'sandbox',
    status: 'open',
    checkoutUrl: null,
    openingAt: null,
  })
  expect(await findPayment(shop.db, payment.reference)).toEqual(payment)
  expect(await findPayment(shop.db, `${payment.reference}0`)).toBeUndefined()
})

test('a reference that is longer than the shop’s own is never sent to the provider', async () => {
  const asked = async (length: number) =>
    (await recordQueries(() => findPayment(shop.db, 'x'.repeat(length)))).sent.length
  expect([await asked(60), await asked(61)]).toEqual([1, 0])
})

test('a payment attempt made after the clock was set back is the newest, and may open its page', async () => {
  const day = 86_400
  const early = await aTry(day)
  const late = await aTry(2 * day)
  const { id } = await aTry(0)
  await shop.db
    .update(payments)
    .set({ createdAt: sql`clock_timestamp()` })
    .where(eq(payments.id, id))
  expect((await findLatestPayment(shop.db, { orderId }))?.id).toBe(id)
  const open = await listOpenPayments(shop.db, { orderId })
  expect(open.map((one) => one.id)).toEqual([id, first.id, late.id, early.id])
  expect(await takeOpeningTurn(shop.db, late.id)).toBeNull()
  expect(await takeOpeningTurn(shop.db, id)).toBe('first')
})

test('open payments that may still be paid are listed newest first, until one is paid', async () => {
  const second = await aTry(1)
  const third = await aTry(2)
  const open = async () => (await listOpenPayments(shop.db, { orderId })).map(({ id }) => id)
  expect(await open()).toEqual([third.id, second.id, first.id])
  expect((await findLatestPayment(shop.db, { orderId }))?.id).toBe(third.id)
  await payAtProvider(shop, first.reference)
  await settlePayment(shop, first.reference)
  expect(await open()).toEqual([third.id, second.id])
  expect(await listOpenPayments(shop.db, { posSaleId: orderId })).toEqual([])
})

test('staff see all payment attempts, oldest first, with each one’s amount and the provider’s answer', async () => {
  const second = await aTry()
  await payAtProvider(shop, first.reference)
  const now = new Date('2026-11-20T09:00:00Z')
  await settlePayment({ ...shop, now: () => now }, first.reference)
  expect(await listAttempts(shop.db, { orderId })).toEqual([
    {
      id: first.id,
      reference: first.reference,
      status: 'paid',
      amount: first.amount,
      paidAmount: first.amount,
      paidCurrency: 'MWK',
      channel: expect.any(String),
      providerReference: expect.any(String),
      lastAnswer: { code: 'paid' },
      lastAskedAt: now,
      settledAt: now,
      createdAt: first.createdAt,
    },
    {
      id: second.id,
      reference: second.reference,
      status: 'open',
      amount: second.amount,
      paidAmount: null,
      paidCurrency: null,
      channel: null,
      providerReference: null,
      lastAnswer: null,
      lastAskedAt: null,
      settledAt: null,
      createdAt: second.createdAt,
    },
  ])
})

describe('the payment page is opened', () => {
  const openedAgo = (seconds: number, { id }: Payment) =>
    shop.db
      .update(payments)
      .set({ openingAt: sql`now() - make_interval(secs => ${seconds})` })
      .where(eq(payments.id, id))

  test('by one request; the next gets its turn when that has ended without a page', async () => {
    const payment = await aTry()
    expect(await takeOpeningTurn(shop.db, payment.id)).toBe('first')
    expect(await takeOpeningTurn(shop.db, payment.id)).toBeNull()
    await endOpening(shop.db, payment.id, null)
    expect(await takeOpeningTurn(shop.db, payment.id)).toBe('first')
  })

  test('only once: when the page is known nobody opens another', async () => {
    const payment = await aTry()
    await takeOpeningTurn(shop.db, payment.id)
    await endOpening(shop.db, payment.id, 'https://pay.example/1')
    expect(await read(payment.id)).toMatchObject({
      checkoutUrl: 'https://pay.example/1',
      openingAt: null,
    })
    expect(await takeOpeningTurn(shop.db, payment.id)).toBeNull()
    expect(await read(first.id)).toMatchObject({ checkoutUrl: first.checkoutUrl })
  })

  test('in place of a request that died ten seconds ago, and not before', async () => {
    const payment = await aTry()
    await openedAgo(9, payment)
    expect(await takeOpeningTurn(shop.db, payment.id)).toBeNull()
    await openedAgo(11, payment)
    expect(await takeOpeningTurn(shop.db, payment.id)).toBe('late')
    expect(await takeOpeningTurn(shop.db, payment.id)).toBeNull()
  })

  test('for the newest attempt only: an older one gets no page beside it', async () => {
    const older = await aTry(1)
    await aTry(2)
    expect(await takeOpeningTurn(shop.db, older.id)).toBeNull()
  })
})

test('anonymizing a till sale also erases the payer from its payments', async () => {
  const { userId } = await aUser(shop, 'cashier')
  const product = await aProduct(shop)
  const sale = await aSale(shop, { cashierId: userId, product, paymentMethod: 'paychangu' })
  const { id } = await shop.db.transaction((db) =>
    recordPayment(db, { posSaleId: sale.id }, 20_000, 'sandbox'),
  )
  await endOpening(shop.db, id, 'https://pay.example/1')
  await shop.db.transaction((db) => forgetPayer(db, [sale.id]))
  expect(await read(id)).toMatchObject({ checkoutUrl: null, posSaleId: sale.id, amount: 20_000 })
  expect(await read(first.id)).toMatchObject({ checkoutUrl: first.checkoutUrl })
})

test('an anonymized voucher or till sale leaves none of the provider’s own words in the log, and others keep theirs', async () => {
  const attempt = { code: 'answered', reference: 'zv-1', amount: 5 }
  const paid = { ...attempt, code: 'paid', paidAmount: 5, paidCurrency: 'MWK', channel: null }
  const quoted = { code: 'failed', status: 'declined', http: 200, words: 'Chisomo has no money' }
  const old = { code: 'said', text: 'Chisomo has no money' }
  const ownCode = { code: 'no-answer', seconds: 8 }
  const answers = [
    ...[quoted, ownCode, old, null].map((answer) => ({ ...attempt, answer })),
    paid,
    { code: 'written', text: 'Chisomo has no money' },
  ]
  const gone = [
    ...[null, ownCode, null, null].map((answer) => ({ ...attempt, answer })),
    paid,
    { code: 'written', text: '…' },
  ]
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  await shop.db.transaction(async (db) => {
    for (const [at, entity] of (['pos_sale', 'credit', 'credit'] as const).entries()) {
      const asked = { entity, entityId: ids[at] ?? '', label: 'x' }
      await recordAudit(db, COMMAND, { action: 'provider asked', ...asked, after: { answers } })
    }
    await forgetPayer(db, ids.slice(0, 2))
  })
  const rows = await shop.db.select().from(auditLog).orderBy(auditLog.id)
  expect(rows.map(({ after }) => after)).toEqual([
    { answers: gone },
    { answers: gone },
    { answers },
  ])
})

test('an anonymized payment keeps amounts and references, but neither the page nor the provider’s own words', async () => {
  const made = await aTry(1)
  const quoted = { code: 'failed', status: 'declined', http: 200, words: 'Chisomo has no money' }
  // As the release before kept such words.
  const before = { code: 'said', text: 'Chisomo has no money' }
  const ownCode = { code: 'no-answer', seconds: 8 } as const
  const silent = await aTry(2)
  const old = await aTry(3)
  for (const [id, answer] of [
    [made.id, quoted],
    [silent.id, ownCode],
    [old.id, before],
  ] as const)
    await shop.db.execute(
      sql`update ${payments} set last_answer = ${JSON.stringify(answer)} where id = ${id}`,
    )
  await payAtProvider(shop, first.reference)
  await settlePayment(shop, first.reference)
  const { userId } = await aUser(shop)
  const other = await aPendingOrder(shop, userId, [{ product: await aProduct(shop) }])
  const others = await findPayment(shop.db, other.payment.reference)
  const paid = await read(first.id)
  await shop.db.transaction(async (db) => {
    await forgetPayer(db, [])
    await forgetPayer(db, [orderId])
  })
  expect(await read(first.id)).toEqual({ ...paid, checkoutUrl: null })
  expect(await read(made.id)).toEqual({ ...made, lastAnswer: null })
  expect(await read(old.id)).toEqual({ ...old, lastAnswer: null })
  expect(await read(silent.id)).toEqual({ ...silent, lastAnswer: ownCode })
  expect(await findPayment(shop.db, other.payment.reference)).toEqual(others)
})
