import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { cartItems, orders, products, profiles, variants } from '../../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aCart, aProduct, type TestProduct } from '../../support/factories.ts'
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
const stock = async () =>
  (await shop.db.select().from(variants).where(eq(variants.id, dress.variantId)))[0]?.inventory

describe('the way into the checkout', () => {
  test('leads a visitor to the sign-in first, and an empty cart back to the cart', async () => {
    const stranger = await app.visit().fetch('/checkout')
    expect(stranger.headers.get('location')).toBe('/auth?then=%2Fcheckout')
    const sent = await app.visit().post('/checkout', { intent: 'pay' })
    expect(sent.headers.get('location')).toBe('/auth?then=%2Fcheckout')
    const fromOrders = { intent: 'cancel-order:FSC-2026-000001', then: '/orders' }
    const cancelled = await app.visit().post('/checkout', fromOrders)
    expect(cancelled.headers.get('location')).toBe('/auth?then=%2Forders')
    expect((await buyer.fetch('/checkout')).headers.get('location')).toBe('/cart')
  })
})

describe('paying with scripts switched off', () => {
  test('the order is what the customer saw, and the browser goes to the payment page', async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 2 }])
    const { status, to, cookies } = await send({ email: 'somebody@else.example' })
    expect(status).toBe(302)
    expect(to).toMatch(/\/sandbox\/pay\/zv-/)
    expect(cookies).toMatch(/zovala\.placed=.*HttpOnly/)
    const [order, ...more] = await allOrders()
    expect(more).toEqual([])
    expect(order).toMatchObject({
      email: buyer.email,
      phone: '+265991234567',
      totalAmount: 42_000,
      courierId: 'bike-riders',
      notes: 'Ring twice',
      shippingAddress: { city: 'Blantyre', district: 'Blantyre' },
    })
    expect(await stock()).toBe(3)
    // Staff find the customer by this number.
    const [profile] = await shop.db
      .select({ phone: profiles.phone })
      .from(profiles)
      .where(eq(profiles.userId, buyer.userId))
    expect(profile?.phone).toBe('+265991234567')
  })

  test('a double tap makes one order', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const fields = await rendered()
    const answers = await Promise.all([1, 2, 3].map(() => send({}, fields)))
    expect(answers.some(({ to }) => to?.includes('/sandbox/pay/'))).toBe(true)
    expect(await allOrders()).toHaveLength(1)
  })

  test.each([
    ['a blank name', { firstName: '  ' }, 'Please enter your first name.'],
    ['a phone number that is none', { phone: 'call me' }, 'phone number that the courier can call'],
    ['a district of nowhere', { district: 'Atlantis' }, 'Please choose a district'],
    ['no courier', { courier: '' }, 'Please choose a courier service.'],
    ['an unknown courier', { courier: 'drone' }, 'Please choose a courier service.'],
    ['a total that is too small', { 'seen_total.bike-riders': '1' }, 'The total is MK\u00a022,000'],
    [
      'a total that is no number',
      { 'seen_total.bike-riders': 'free' },
      'The total is MK\u00a022,000',
    ],
    ['lines that are not JSON', { lines: '[{' }, 'Your cart has changed'],
    ['no lines', { lines: '[]' }, 'Your cart has changed'],
    ['a code of nobody', { code: 'WISH' }, 'Invalid Code'],
    ['a code that was not applied here', { applied_code: 'WISH' }, 'Invalid Code'],
  ])('%s is refused with a message, and the typed text stays', async (_what, change, words) => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const { status, html } = await send(change)
    // A change since the page was rendered is refused with the payment function's status.
    expect(status).toBe(/^(The total|Your cart)/.test(words) ? 409 : 400)
    expect(html).toContain(words)
    expect(html).toContain('value="Plot 4, Sunnyside"')
    expect(html).toContain('Ring twice')
    expect(await allOrders()).toEqual([])
    expect(await stock()).toBe(5)
  })

  test.each([-1, 0, 1.5, 1e9])('a quantity of %s is refused', async (quantity) => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const [line] = JSON.parse((await rendered()).lines ?? '') as object[]
    const { status } = await send({ lines: JSON.stringify([{ ...line, quantity }]) })
    expect(status).toBe(409)
    expect(await allOrders()).toEqual([])
  })

  test('a price that changed meanwhile is shown with the old one, and the order needs a second press', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const before = await rendered()
    await shop.db.update(products).set({ price: 25_000 }).where(eq(products.id, dress.productId))
    const refused = await send({}, before)
    expect(refused.html).toContain(
      'The price of Chitenje Dress has changed from MK\u00a020,000 to MK\u00a025,000.',
    )
    expect(refused.html.replaceAll('<!-- -->', '')).toContain(
      'The price has changed from MK\u00a020,000 to MK\u00a025,000',
    )
    const paid = await send({}, await rendered(refused.html))
    expect(paid.to).toContain('/sandbox/pay/')
    expect((await allOrders())[0]?.totalAmount).toBe(27_000)
  })

  test('a cart that changed in another window is shown again first', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const before = await rendered()
    await shop.db.update(cartItems).set({ quantity: 3 })
    const { html } = await send({}, before)
    expect(html).toContain('Your cart has changed since you opened the checkout.')
    expect((await send({}, await rendered(html))).to).toContain('/sandbox/pay/')
  })

  test('an unreachable provider charges nothing, and the same key continues with the same order', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const { payments: provider } = shop
    shop.payments = {
      ...provider,
      open: async () => ({
        ok: false,
        reason: 'provider-unreachable',
        report: { code: 'no-answer', seconds: 8 },
      }),
    }
    const refused = await send()
    expect(refused.html).toContain('Nothing was charged.')
    expect(refused.html.replaceAll('<!-- -->', '')).toMatch(
      /Order FSC-\d{4}-\d{6} is waiting for payment/,
    )
    shop.payments = provider
    const again = await send({}, await rendered(refused.html))
    expect(again.to).toContain('/sandbox/pay/')
    expect(await allOrders()).toHaveLength(1)
  })

  test('a checkout that changed after its order was made gets a new key', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const fields = await rendered()
    await send({}, fields)
    const changed = await send({ courier: 'cts-courier' }, fields)
    expect(changed.html).toContain('it is still waiting for payment')
    const again = await rendered(changed.html)
    expect(again).not.toMatchObject({
      checkout_key: (fields as Record<string, string>)['checkout_key'],
    })
    expect((await send({ courier: 'cts-courier' }, again)).to).toContain('/sandbox/pay/')
  })

  test('the address is saved on request', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    await send({ save_address: 'on' })
    const { html } = await buyer.open('/checkout')
    expect(html).toContain('Default')
    expect(html.replaceAll('<!-- -->', '')).toContain('Plot 4, Sunnyside, Blantyre<br')
  })
})

describe('saved addresses', () => {
  test('are saved, filled in, made the default and removed by buttons of the form', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const saved = await send({ intent: 'save-address', courier: '' })
    expect(saved.html).toContain('Your address has been saved successfully.')
    await send({ intent: 'save-address', address: 'Plot 9' })
    const { html } = await buyer.open('/checkout')
    const ids = [...html.matchAll(/value="remove-address:([^"]+)"/g)].map(([, id]) => id)
    expect(ids).toHaveLength(2)
    const used = await send({ intent: `use-address:${ids[1]}`, address: 'somewhere' })
    expect(used.html).toContain('value="Plot 9"')
    expect((await send({ intent: `default-address:${ids[1]}` })).html).toContain(
      'Default address changed',
    )
    // Repeated, it answers the same: removed.
    for (const remove of [`remove-address:${ids[0]}`, `remove-address:${ids[0]}`])
      expect((await send({ intent: remove })).html).toContain('Address removed')
    expect((await send({ intent: 'remove-address:../x' })).html).toContain('no longer saved')
  })

  test('a fault is shown beside its field', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const { status, html } = await send({ intent: 'save-address', phone: '12', city: '' })
    expect(status).toBe(400)
    expect(html).toContain('Please enter your city or town.')
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
  })
})
