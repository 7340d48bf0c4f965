import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { aPaidOrder, aProduct, aUser } from '../../../tests/support/factories.ts'
import { useShop } from '../../../tests/support/shop.ts'
import { aSale } from '../../../tests/support/till/counter.ts'
import {
  auditLog,
  erasures,
  orders,
  payments,
  posSales,
  voucherPurchases,
} from '../../db/tables.server.ts'
import { askProvider } from '../checkout/ask-provider.ts'
import { anonymizeOrders } from '../orders/anonymize-orders.ts'
import { forgetLatePayers } from './forget-late-payers.ts'
import { keepRetention } from './keep-retention.ts'

const shop = useShop()
const WORDS = { code: 'provider-message', http: 400, words: 'Mphatso has no money' } as const
const PAYER = {
  lastAnswer: WORDS,
  payerPhone: '+265991555777',
  checkoutUrl: 'https://pay.example/m',
}
const NOBODY = { lastAnswer: null, payerPhone: null, checkoutUrl: null }

/** What is kept of who paid, by what was paid. */
async function kept() {
  const rows = await shop.db.select().from(payments)
  return new Map(
    rows.map(({ orderId, posSaleId, voucherPurchaseId, lastAnswer, payerPhone, checkoutUrl }) => [
      orderId ?? posSaleId ?? voucherPurchaseId,
      { lastAnswer, payerPhone, checkoutUrl },
    ]),
  )
}

async function anOrder() {
  const { userId } = await aUser(shop)
  const { order } = await aPaidOrder(shop, userId, [{ product: await aProduct(shop) }])
  await shop.db.update(payments).set(PAYER).where(eq(payments.orderId, order.id))
  return order.id
}

test('the provider’s words about an anonymized order are deleted at night, those about other orders stay', async () => {
  const [erased, reviewed, other] = [await anOrder(), await anOrder(), await anOrder()]
  await shop.db.transaction((db) => anonymizeOrders(db, [erased, reviewed]))
  // As another release, or an answer that came after the erasure, leaves it.
  await shop.db.update(payments).set(PAYER)
  await shop.db.update(orders).set({ reviewReason: 'paid-late' }).where(eq(orders.id, reviewed))
  await keepRetention(shop)
  const left = await kept()
  expect([left.get(erased), left.get(reviewed), left.get(other)]).toEqual([NOBODY, PAYER, PAYER])
  expect(await forgetLatePayers(shop.db, 10)).toBe(0)
  await shop.db.update(orders).set({ reviewReason: null })
  expect(await forgetLatePayers(shop.db, 10)).toBe(1)
  expect((await kept()).get(reviewed)).toEqual(NOBODY)
})

test('the provider’s words about an anonymized sale and voucher are deleted at night, those about others stay', async () => {
  const { userId: cashierId } = await aUser(shop, 'cashier')
  const product = await aProduct(shop)
  const sale = () => aSale(shop, { cashierId, product, paymentMethod: 'paychangu' })
  const sales = [await sale(), await sale(), await sale(), await sale()].map(({ id }) => id)
  const [erased = '', never = '', reviewed = '', named = ''] = sales
  await shop.db.insert(erasures).values([erased, reviewed, named].map((id) => ({ id })))
  const set = (id: string, change: Partial<typeof posSales.$inferInsert>) =>
    shop.db.update(posSales).set(change).where(eq(posSales.id, id))
  for (const id of sales) await set(id, { customerName: null, customerPhone: null })
  await set(reviewed, { reviewReasons: ['paid-late'] })
  await set(named, { customerPhone: '0991555777' })
  const voucher = { status: 'ended', amount: 500, expiresAt: shop.now() } as const
  const [gone, bought, given] = [randomUUID(), randomUUID(), randomUUID()]
  await shop.db.insert(voucherPurchases).values([
    { id: gone, ...voucher },
    { id: bought, ...voucher, buyerEmail: 'mphatso@example.com' },
    { id: given, ...voucher, reviewReason: 'paid-late' },
  ])
  const about = [
    ...sales.map((posSaleId) => ({ posSaleId })),
    ...[gone, bought, given].map((voucherPurchaseId) => ({ voucherPurchaseId })),
  ]
  await shop.db.insert(payments).values(
    about.map((of, at) => ({
      ...of,
      ...PAYER,
      reference: `late-payer-${at}`.padEnd(20, 'x'),
      provider: 'paychangu' as const,
      status: 'failed' as const,
      amount: 500,
    })),
  )
  expect(await forgetLatePayers(shop.db, 1)).toBe(1)
  expect(await forgetLatePayers(shop.db, 10)).toBe(1)
  const left = await kept()
  for (const id of [erased, gone]) expect(left.get(id)).toEqual(NOBODY)
  for (const id of [never, reviewed, named, bought, given]) expect(left.get(id)).toEqual(PAYER)
})

test('the provider’s words that staff ask for after an erasure are deleted from the log at night, unless the order is under review', async () => {
  const { userId } = await aUser(shop, 'admin')
  const [erased, reviewed, other] = [await anOrder(), await anOrder(), await anOrder()]
  await shop.db.transaction((db) => anonymizeOrders(db, [erased, reviewed]))
  await shop.db.update(orders).set({ reviewReason: 'paid-late' }).where(eq(orders.id, reviewed))
  const verify = async () => ({ state: 'failed', report: WORDS }) as const
  const asking = { ...shop, payments: { ...shop.payments, verify } }
  for (const orderId of [erased, reviewed, other])
    await askProvider(asking, { userId, ip: '10.0.0.1' }, { orderId })
  const quoting = async () => {
    const rows = await shop.db.select().from(auditLog).orderBy(auditLog.id)
    return rows.flatMap(({ entityId, after }) =>
      JSON.stringify(after).includes(WORDS.words) ? [entityId] : [],
    )
  }
  expect(await quoting()).toEqual([erased, reviewed, other])
  expect(await forgetLatePayers(shop.db, 10)).toBe(1)
  expect(await quoting()).toEqual([reviewed, other])
  expect(await forgetLatePayers(shop.db, 10)).toBe(0)
})
