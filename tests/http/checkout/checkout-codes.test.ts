import { beforeEach, describe, expect, test } from 'vitest'
import { discounts, orders } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aDiscount, aProduct, type TestProduct } from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct

beforeEach(async () => {
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
})

const rendered = (page?: string) => fillCheckout(buyer, page)
const send = (change?: Record<string, string>, fields?: Record<string, string>) =>
  sendCheckout(buyer, change, fields)
const allOrders = () => shop.db.select().from(orders)

describe('a discount code', () => {
  beforeEach(async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 2 }])
    await aDiscount(shop, { code: 'WELCOME10' })
    await aDiscount(shop, { code: 'OLD', expiresAt: new Date(0) })
    await aDiscount(shop, { code: 'SHIPFREE', type: 'free_shipping', value: 1 })
    await aDiscount(shop, { code: 'BIG', minimumAmount: 1_000_000 })
  })

  test('is applied without scripts, and the order is charged with it', async () => {
    const applied = await send({ intent: 'apply-code', code: ' welcome10 ' })
    expect(applied.status).toBe(200)
    expect(applied.html).toContain(
      'Discount code &quot;WELCOME10&quot; has been applied successfully.',
    )
    expect((await send({}, await rendered(applied.html))).to).toContain('/sandbox/pay/')
    expect((await allOrders())[0]).toMatchObject({ discountAmount: 4000, totalAmount: 38_000 })
  })

  test('in the address is applied while it is valid, with a message when it is not', async () => {
    const kept = await buyer.open('/checkout?code=welcome10')
    expect(kept.html).toContain('name="applied_code" value="WELCOME10"')
    const old = await buyer.open('/checkout?code=OLD')
    expect(old.html).toContain('Expired Code')
    expect(old.html).not.toContain('name="applied_code"')
  })

  test('that was typed but not applied is applied before anything is charged', async () => {
    const asked = await send({ code: 'SHIPFREE' })
    expect(asked.html).toContain('Code Applied!')
    expect(await allOrders()).toEqual([])
    await send({}, await rendered(asked.html))
    expect((await allOrders())[0]).toMatchObject({ isFreeDelivery: true, totalAmount: 40_000 })
  })

  test.each([
    ['nope', 'Invalid Code'],
    ['  ', 'Please type a code.'],
    ['OLD', 'Expired Code'],
    ['BIG', 'Order must be at least MWK 1,000,000 to use this code.'],
    ['x'.repeat(60), 'Invalid Code'],
    ["' or 1=1 --", 'Invalid Code'],
    ['\u0000', 'Please type a code.'],
  ])('%j is refused, and clears the code that was applied before', async (code, words) => {
    const applied = await send({ intent: 'apply-code', code: 'WELCOME10' })
    const refused = await send({ intent: 'apply-code', code }, await rendered(applied.html))
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(words)
    expect(refused.html).not.toContain('name="applied_code"')
  })

  test('that was used up meanwhile is refused at payment and cleared', async () => {
    const applied = await send({ intent: 'apply-code', code: 'WELCOME10' })
    await shop.db.update(discounts).set({ maximumUses: 1, usedCount: 1 })
    const refused = await send({}, await rendered(applied.html))
    expect(refused.html).toContain('Code Limit Reached')
    expect(refused.html).not.toContain('name="applied_code"')
    expect(await allOrders()).toEqual([])
  })

  test('can be tried only so many times', async () => {
    const { rateLimiter } = shop
    shop.rateLimiter = { ...rateLimiter, take: async () => ({ allowed: false, retryAfter: 90 }) }
    const refused = await send({ intent: 'apply-code', code: 'WELCOME10' })
    shop.rateLimiter = rateLimiter
    expect(refused.html).toContain('Please try again in 2 minutes.')
  })
})
