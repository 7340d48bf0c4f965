import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { addresses, cartItems, orders, products, variants } from '../../../app/db/tables.server.ts'
import { saveAddress } from '../../../app/modules/accounts/addresses.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { ADDRESS, aCart, aProduct, type TestProduct } from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct
let path: string

/** The text of a page, without its code. */
const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')

beforeEach(async () => {
  // A Monday morning in Blantyre.
  shop.now = () => new Date('2026-11-23T09:00:00+02:00')
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  const [{ slug } = {}] = await shop.db.select({ slug: products.slug }).from(products)
  path = `/product/${slug}`
})

describe('delivery before the checkout', () => {
  test('a product shows the price and days of the cheapest delivery to the shop’s district', async () => {
    const response = await app.visit().fetch(path)
    const html = await response.text()
    expect(wordsOf(html)).toContain('To Blantyre from MK 2,000, Tue')
    expect(response.headers.get('Cache-Control')).toContain('public')
  })

  test('without scripts another district is asked for by the address, and the page stays one for everybody', async () => {
    const response = await app.visit().fetch(`${path}?district=Nkhata+Bay`)
    const html = await response.text()
    expect(wordsOf(html)).toContain('To Nkhata Bay from MK 2,000, Fri 27 to Mon 30 Nov')
    expect(response.headers.get('Cache-Control')).toContain('public')
    expect(response.headers.getSetCookie()).toEqual([])
    const nowhere = await app.visit().open(`${path}?district=Atlantis`)
    expect(wordsOf(nowhere.html)).toContain('To Blantyre from')
  })

  test('an account sees delivery to the district of its address, until its device stores another one', async () => {
    await saveAddress(shop.db, buyer.userId, { ...ADDRESS, district: 'Zomba' })
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Zomba from')
    buyer.cookies.set('district', 'Mzuzu')
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Mzuzu from')
    buyer.cookies.set('district', '%E0%A4%A')
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Zomba from')
  })

  test('the cart shows the same, stores a chosen district without scripts, and says where delivery is free', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const response = await buyer.fetch('/cart?district=Karonga')
    const html = await response.text()
    expect(wordsOf(html)).toContain('To Karonga from MK 2,000')
    expect(response.headers.getSetCookie().join()).toContain('district=Karonga; Path=/')
    expect(wordsOf((await buyer.open('/cart')).html)).toContain('To Karonga from MK 2,000')
    const suit = await aProduct(shop, { name: 'Suit', price: 300_000, stock: 5 })
    await aCart(shop, buyer.userId, [{ product: suit }])
    expect(wordsOf((await buyer.open('/cart')).html)).toContain('To Karonga free')
  })
})

const onlyOrder = async () => {
  const [order, ...more] = await shop.db.select().from(orders)
  expect(more).toEqual([])
  return order
}
const NOWHERE = { address: '', city: '', district: '' }

/** City and district as a page of the checkout has them. */
const townOf = (html: string) => ({
  city: /name="city"[^>]*value="([^"]*)"/.exec(html)?.[1] ?? '',
  district: /<option[^>]*selected[^>]*>([^<]*)/.exec(html)?.[1] ?? '',
})

describe('delivery at the checkout', () => {
  beforeEach(async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
  })

  test('begins with no district where nobody chose one, and shows the days to the shop’s own', async () => {
    const { html } = await buyer.open('/checkout')
    expect(townOf(html)).toEqual({ city: '', district: 'Choose a district' })
    expect(wordsOf(html)).toContain('Days to Blantyre until you choose yours.')
    expect(wordsOf(html)).toContain('Bike RidersMK 2,000Tue 24 Nov Total')
    expect(wordsOf(html)).toContain('Doorbell ServicesMK 2,000Tue 24 to Wed 25 Nov Total')
  })

  test('begins with the district that the device stores, and its city, but never over a saved address', async () => {
    buyer.cookies.set('district', 'Zomba')
    const { html } = await buyer.open('/checkout')
    expect(townOf(html)).toEqual({ city: 'Zomba', district: 'Zomba' })
    expect(wordsOf(html)).toContain('Days to Zomba.')
    buyer.cookies.set('district', 'Nkhata Bay')
    const bay = townOf((await buyer.open('/checkout')).html)
    expect(bay).toEqual({ city: '', district: 'Nkhata Bay' })
    await saveAddress(shop.db, buyer.userId, { ...ADDRESS, city: 'Limbe', district: 'Blantyre' })
    const saved = townOf((await buyer.open('/checkout')).html)
    expect(saved).toEqual({ city: 'Limbe', district: 'Blantyre' })
  })

  test('begins with the district that a product’s page asked for without scripts, once it is in the cart', async () => {
    const { html } = await buyer.open(`${path}?district=Mzuzu`)
    expect(html).toContain('<input type="hidden" name="district" value="Mzuzu"/>')
    await buyer.post(path, { quantity: '1', district: 'Mzuzu' })
    expect(townOf((await buyer.open('/checkout')).html)).toEqual({
      city: 'Mzuzu',
      district: 'Mzuzu',
    })
    const odd = await buyer.post(path, { quantity: '1', district: 'Atlantis; Path=/admin' })
    expect(odd.headers.getSetCookie().join()).not.toContain('Atlantis')
  })

  test('shows each courier’s days to the district, and the order keeps them', async () => {
    await saveAddress(shop.db, buyer.userId, { ...ADDRESS, district: 'Zomba' })
    const words = wordsOf((await buyer.open('/checkout')).html)
    expect(words).toContain('Days to Zomba.')
    expect(words).toContain('Malawi Posts Corporation')
    expect(words).toContain('Wed 25 to Fri 27 Nov')
    await sendCheckout(buyer, { district: 'Zomba', courier: 'malawi-posts' })
    expect(await onlyOrder()).toMatchObject({ dueFrom: '2026-11-25', dueTo: '2026-11-27' })
  })

  test('a buyer who collects at the shop pays no delivery fee and needs no address', async () => {
    const { to } = await sendCheckout(buyer, { courier: 'pickup', ...NOWHERE, save_address: 'on' })
    expect(to).toMatch(/\/sandbox\/pay\//)
    expect(await onlyOrder()).toMatchObject({
      courierId: 'pickup',
      deliveryAmount: 0,
      totalAmount: 20_000,
      isFreeDelivery: false,
      collectAt: expect.stringMatching(/^Zovala, Shop 14.*, Blantyre$/),
      // Customers who collect at the same shop are no household.
      addressKey: null,
      dueFrom: '2026-11-23',
      shippingAddress: { city: 'Blantyre', phone: '+265991234567' },
    })
    expect(await shop.db.select().from(addresses)).toEqual([])
    const mine = wordsOf((await buyer.open('/orders')).html)
    expect(mine).toContain('Pickup at the shopFree')
    expect(mine).toContain('Open Mon-Sat 9AM-8PM')
    // After a failed payment the checkout keeps its choices, but does not take the shop for a home address.
    const { html } = await buyer.open('/checkout')
    expect(html).toMatch(/value="pickup"[^>]*checked|checked[^>]*value="pickup"/)
    expect(html).not.toMatch(/name="address"[^>]*value="[^"]/)
  })

  test('a parcel goes to a depot in place of the door; a depot of another courier is refused', async () => {
    const place = 'Limbe Post Office, Churchill Road, Limbe'
    const limbe = { courier: 'malawi-posts', 'depot.malawi-posts': place, ...NOWHERE }
    const wrong = await sendCheckout(buyer, { ...limbe, 'depot.malawi-posts': 'CTS Zomba' })
    expect(wrong.status).toBe(400)
    expect(wordsOf(wrong.html)).toContain('Please check your details')
    const gone = await sendCheckout(buyer, {
      courier: 'malawi-posts',
      'depot.malawi-posts': 'CTS Zomba',
    })
    expect(wordsOf(gone.html)).toContain('does not keep parcels there any more')
    await sendCheckout(buyer, limbe)
    expect(await onlyOrder()).toMatchObject({
      collectAt: place,
      deliveryAmount: 3000,
      totalAmount: 23_000,
      shippingAddress: {
        firstName: 'Chisomo',
        address: 'Limbe Post Office, Churchill Road',
        city: 'Limbe',
        district: 'Blantyre',
      },
    })
  })

  test('the payment function takes a depot and a pickup, too', async () => {
    const body = {
      cartItems: [{ product_id: dress.productId, quantity: 1, price: 20_000 }],
      shippingAddress: { firstName: 'Chisomo', lastName: 'Banda', phone: '0991234567' },
      courierService: 'pickup',
      totalAmount: 20_000,
    }
    const path = '/functions/process-payment'
    expect(await buyer.json(path, { body })).toMatchObject({ status: 200 })
    const depot = { courierService: 'cts-courier', totalAmount: 24_500 }
    expect(
      await buyer.json(path, { body: { ...body, ...depot, depot: 'CTS Zomba' } }),
    ).toMatchObject({ status: 200 })
    for (const change of [{ depot: 'Atlantis' }, {}])
      expect(await buyer.json(path, { body: { ...body, ...depot, ...change } })).toMatchObject({
        status: 400,
      })
    const made = await shop.db.select().from(orders)
    expect(made.map(({ collectAt }) => collectAt?.split(',')[0])).toEqual(
      expect.arrayContaining(['CTS Zomba', 'Zovala']),
    )
  })

  test('a customer without saved addresses sees no heading for them, and the code field is folded until it is needed', async () => {
    const { html } = await buyer.open('/checkout')
    expect(html).not.toContain('Saved addresses')
    expect(html).toMatch(/<section id="code"[^>]*><details (?![^>]*open)/)
    const refused = await sendCheckout(buyer, { intent: 'apply-code', code: 'NOPE' })
    expect(refused.html).toMatch(/<section id="code"[^>]*><details[^>]*open/)
  })
})

describe('a product that is sold out', () => {
  let hat: TestProduct
  beforeEach(async () => {
    hat = await aProduct(shop, { name: 'Sun Hat', price: 7000, stock: 1 })
    await aCart(shop, buyer.userId, [{ product: dress }, { product: hat }])
  })
  const buyLast = async () => {
    const other = await app.signIn()
    await aCart(shop, other.userId, [{ product: hat }])
    const { to } = await sendCheckout(other, { phone: '0888 111 222', address: 'Elsewhere 1' })
    expect(to).toMatch(/\/sandbox\/pay\//)
  }

  test('is left out of sums and orders, stays in the cart, and can be saved for later', async () => {
    await buyLast()
    const cart = wordsOf((await buyer.open('/cart')).html)
    expect(cart).toContain('This is sold out at the moment.')
    expect(cart).toContain('Not in your total')
    expect(cart).toContain('SubtotalMK 20,000')
    const checkout = wordsOf((await buyer.open('/checkout')).html)
    expect(checkout).toContain('Not in this order:Sun Hat: sold out')
    const { to } = await sendCheckout(buyer)
    expect(to).toMatch(/\/sandbox\/pay\//)
    const mine = (await shop.db.select().from(orders)).find(({ userId }) => userId === buyer.userId)
    expect(mine).toMatchObject({ subtotal: 20_000, totalAmount: 22_000 })
    const [line] = await shop.db
      .select()
      .from(cartItems)
      .where(eq(cartItems.variantId, hat.variantId))
    const later = { intent: 'save-for-later', line: line?.id ?? '' }
    expect((await buyer.post('/cart', later)).headers.get('location')).toBe('/cart')
    // The same request again.
    await buyer.post('/cart', later)
    expect(wordsOf((await buyer.open('/cart')).html)).not.toContain('Sun Hat')
    expect(wordsOf((await buyer.open('/wishlist')).html)).toContain('Sun Hat')
  })

  test('after the page was opened is named in the refusal, and left out of the next page', async () => {
    const fields = await fillCheckout(buyer)
    await buyLast()
    const refused = await sendCheckout(buyer, {}, fields)
    expect(refused.status).toBe(409)
    expect(wordsOf(refused.html)).toContain('Sun Hat')
    expect(wordsOf(refused.html)).toContain('Not in this order:')
    const again = await sendCheckout(buyer, {}, await fillCheckout(buyer, refused.html))
    expect(again.to).toMatch(/\/sandbox\/pay\//)
  })

  test('by its own order is no obstacle: the repeated checkout finds that order', async () => {
    const fields = await fillCheckout(buyer)
    await sendCheckout(buyer, {}, fields)
    const [{ inventory } = {}] = await shop.db
      .select({ inventory: variants.inventory })
      .from(variants)
      .where(eq(variants.id, hat.variantId))
    expect(inventory).toBe(0)
    expect((await sendCheckout(buyer, {}, fields)).to).toMatch(/\/sandbox\/pay\//)
    expect(wordsOf((await buyer.open('/checkout')).html)).not.toContain('Not in this order:')
    expect((await onlyOrder())?.subtotal).toBe(27_000)
  })

  test('alone, cannot be paid', async () => {
    await buyLast()
    await shop.db.delete(cartItems).where(eq(cartItems.variantId, dress.variantId))
    expect(wordsOf((await buyer.open('/cart')).html)).toContain(
      'Nothing in your cart can be bought at the moment.',
    )
    const refused = await sendCheckout(buyer)
    expect(refused.status).toBe(400)
    expect(await shop.db.$count(orders)).toBe(1)
  })
})
