import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { payments, posSales } from '../../../app/db/tables.server.ts'
import { liveProof } from '../../../app/modules/till/devices/approval-keys.ts'
import { lockSale, receiveSaleMoney } from '../../../app/modules/till/sales/settle-sale.ts'
import type { CashSale } from '../../../app/rules/till/till-events.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, aUser, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let cashier: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>
/** A sale with half off, approved by an admin at the server. */
let sale: CashSale

beforeEach(async () => {
  cashier = await app.signIn('cashier')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 40_000, stock: 5 })
  till = await aTill(cashier)
  await till.send(till.openShift)
  const boss = await aUser(app.shop, 'admin')
  const made = till.sale([aSoldLine(dress)], { discount: 20_000 })
  const asked = { saleId: made.id, off: 20_000, subtotal: 40_000 }
  const proof = liveProof(app.shop.config.sessionSecret, boss.userId, till.deviceId, asked)
  sale = { ...made, approval: { by: boss.userId, byName: 'The boss', proof } }
})

/** Requests payment by phone for the same basket. */
const byPhone = async () => {
  const { productId: product_id, variantId: variant_id, price } = dress
  const answer = await cashier.json('/functions/process-payment', {
    body: {
      pos: true,
      paymentMethod: 'paychangu',
      cartItems: [{ product_id, variant_id, quantity: 1, price }],
      totalAmount: 20_000,
      discount: 20_000,
      till_id: till.till.id,
      shift_id: till.shiftId,
      sale_id: sale.id,
      approval: sale.approval,
    },
    headers: { 'X-Till-Device': till.deviceId },
  })
  expect(answer.status).toBe(200)
}
const pay = () =>
  app.shop.db.transaction(async (db) => {
    const row = await lockSale(db, sale.id)
    const [payment] = await db.select().from(payments).where(eq(payments.posSaleId, sale.id))
    if (!row || !payment) throw new Error('no sale by phone')
    await receiveSaleMoney(app.shop, db, row, payment)
  })
const sendCash = async () => (await till.send(sale)).received[0]?.reviewReasons
const rowOf = async (key: string) =>
  (await app.shop.db.select().from(posSales).where(eq(posSales.idempotencyKey, key)))[0]

test('a basket paid by phone whose cash sale arrives as well goes under review, and its approval is used up', async () => {
  await byPhone()
  await pay()
  expect(await sendCash()).toEqual(['sum-differs', 'discount-unapproved'])
  expect(await rowOf(`${sale.id}:cash`)).toMatchObject({ approvedBy: null })
  expect(await sendCash()).toEqual(['sum-differs', 'discount-unapproved'])
})

test('a sale by phone that is paid in cash instead is in order until its phone payment comes after all', async () => {
  await byPhone()
  expect(await sendCash()).toEqual([])
  expect(await rowOf(sale.id)).toMatchObject({ reviewReasons: [] })
  await pay()
  expect(await rowOf(sale.id)).toMatchObject({
    paymentStatus: 'completed',
    reviewReasons: ['sum-differs'],
  })
})
