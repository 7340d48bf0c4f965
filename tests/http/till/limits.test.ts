import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLog, posSales, savedSettings } from '../../../app/db/tables.server.ts'
import { findGroup } from '../../../app/modules/settings/list-settings.ts'
import { saveSettings } from '../../../app/modules/settings/save-settings.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let owner: SignedIn
let till: Awaited<ReturnType<typeof aTill>>
let dress: TestProduct

beforeEach(async () => {
  owner = await app.signIn('super_admin')
  dress = await aProduct(app.shop, { price: 100_000, stock: 20 })
  till = await aTill(await app.signIn('cashier'))
  await till.send(till.openShift)
})
// The rows of migrations stay between tests.
afterEach(async () => {
  await app.shop.db.update(savedSettings).set({ values: null, version: 1 })
  await app.shop.settings.refresh()
})

async function setLimits(edit: { cashierDiscountPercent?: number; refundAlone?: number }) {
  const actor = { userId: owner.userId, role: 'super_admin' as const, ip: '10.0.0.1' }
  const seen = await findGroup(app.shop.db, 'limits')
  const values = { ...seen.values, ...edit }
  const saved = await saveSettings(app.shop, actor, 'limits', seen, () => ({ ok: true, values }))
  expect(saved.ok).toBe(true)
}
const aDayPasses = () =>
  app.shop.db
    .update(auditLog)
    .set({ createdAt: sql`created_at - interval '25 hours'` })
    .where(eq(auditLog.entity, 'settings'))
async function sell(percent: number) {
  const sale = till.sale([aSoldLine(dress)], { discount: percent * 1000 })
  const [answer] = (await till.send(sale)).received
  return { sale, reasons: answer?.reviewReasons }
}
type Sold = Awaited<ReturnType<typeof sell>>['sale']
/** Makes the sale somebody else's, because nobody refunds their own sale alone. */
const ofAnother = async (sale: Sold) => {
  await app.shop.db
    .update(posSales)
    .set({ cashierId: owner.userId })
    .where(eq(posSales.id, sale.id))
  return sale
}
const giveBack = async (sale: Sold) =>
  (await till.send(till.back(await ofAnother(sale)))).received[0]?.reviewReasons

test('the set discount limit of cashiers applies, and a till gets it at its next start', async () => {
  expect((await sell(20)).reasons).toEqual(['discount-unapproved'])
  await setLimits({ cashierDiscountPercent: 20 })
  expect((await sell(20)).reasons).toEqual([])
  const start = (await (await till.get('start')).json()) as { settings: unknown }
  expect(start.settings).toMatchObject({ limits: { cashierDiscountPercent: 20 } })
  // Customers would ask for that discount.
  expect((await app.visit().open('/')).html).not.toContain('cashierDiscountPercent')
})

test('a till that was offline is judged for a day by the limit that it knew', async () => {
  await setLimits({ cashierDiscountPercent: 30 })
  await aDayPasses()
  await setLimits({ cashierDiscountPercent: 25 })
  await setLimits({ cashierDiscountPercent: 5 })
  // 30 percent was still allowed within the last day, before it was lowered.
  expect((await sell(30)).reasons).toEqual([])
  expect((await sell(31)).reasons).toEqual(['discount-unapproved'])
  await aDayPasses()
  expect((await sell(6)).reasons).toEqual(['discount-unapproved'])
  expect((await sell(5)).reasons).toEqual([])
})

test('a till’s clock that is set back before its shift does not restore a wider limit', async () => {
  const { sale } = await sell(0)
  await setLimits({ cashierDiscountPercent: 30, refundAlone: 100_000 })
  await setLimits({ cashierDiscountPercent: 5, refundAlone: 10_000 })
  await aDayPasses()
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const off = till.sale([aSoldLine(dress)], { discount: 30_000, at })
  const [sold] = (await till.send(off)).received
  expect(sold?.reviewReasons).toContain('discount-unapproved')
  const [back] = (await till.send(till.back(await ofAnother(sale), { at }))).received
  expect(back?.reviewReasons).toEqual(['refund-unapproved', 'shift-unknown'])
})

test('the set refund limit of cashiers applies', async () => {
  const { sale } = await sell(0)
  await setLimits({ refundAlone: 100_000 })
  await setLimits({ refundAlone: 10_000 })
  expect(await giveBack(sale)).toEqual([])
  await aDayPasses()
  expect(await giveBack((await sell(0)).sale)).toEqual(['refund-unapproved'])
})
