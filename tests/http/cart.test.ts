import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cartItems, products } from '../../app/db/tables.server.ts'
import { type SignedIn, useApp } from '../support/app.ts'
import { aCart, aProduct, aUser, type TestProduct } from '../support/factories.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct

beforeEach(async () => {
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
})

const lineOf = async () => (await shop.db.select().from(cartItems))[0]

describe('the cart', () => {
  test('is empty for a visitor, with a link to sign in', async () => {
    const { html } = await app.visit().open('/cart')
    for (const words of [
      'Your cart is empty',
      'Continue Shopping',
      'Sign In to Checkout',
      'Create an account to get started',
    ])
      expect(html).toContain(words)
    expect((await app.visit().post('/cart', { intent: 'clear' })).headers.get('location')).toBe(
      '/auth?then=%2Fcart',
    )
  })

  test('refuses more units than are left, and names those left and those in the cart', async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 4 }])
    const body = { product_id: dress.productId, quantity: 2 }
    const answer = await buyer.json('/api/cart', { body })
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({
      error: 'Only 5 left of Chitenje Dress, and your cart has 4 already.',
    })
    const other = await app.signIn()
    expect(await other.json('/api/cart', { body: { ...body, quantity: 27 } })).toMatchObject({
      status: 409,
      body: { error: 'Only 5 left of Chitenje Dress.' },
    })
  })

  test('limits the quantity beside Add to Cart to the stock', async () => {
    const [{ slug } = {}] = await shop.db.select({ slug: products.slug }).from(products)
    const { html } = await app.visit().open(`/product/${slug}`)
    expect(html).toMatch(/<input(?=[^>]*name="quantity")(?=[^>]*max="5")/)
  })

  test('says so at a line that holds the whole stock', async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 4 }])
    expect((await buyer.open('/cart')).html).not.toContain('That is all we have')
    const line = (await lineOf())?.id ?? ''
    await buyer.post('/cart', { intent: 'set-quantity', line, quantity: '5' })
    expect((await buyer.open('/cart')).html).toContain('That is all we have')
  })

  test('has lines that forms change, remove, restore and clear', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const line = (await lineOf())?.id ?? ''
    const item = `${dress.variantId}.3`
    await buyer.post('/cart', { intent: 'set-quantity', line, quantity: '1', to: '3' })
    expect((await lineOf())?.quantity).toBe(3)
    const { html } = await buyer.open('/cart')
    for (const words of [
      '3 items',
      'MK\u00a060,000',
      'MK\u00a020,000 each',
      'Order Summary',
      'Free for orders above MK\u00a0300,000',
      'Proceed to Checkout',
    ])
      expect(html).toContain(words)
    const removed = await buyer.open(await buyer.post('/cart', { intent: 'remove', line, item }))
    expect(removed.html).toContain('Item has been removed from your cart')
    expect(removed.html).toContain(`/cart?put-back=${item}`)
    expect(removed.html).toContain('Your cart is empty')
    // Repeated, because the answer was lost.
    const again = await buyer.open(await buyer.post('/cart', { intent: 'remove', line, item }))
    expect(again.html).toContain('Item has been removed from your cart')
    expect((await buyer.open(`/cart?put-back=${item}`)).html).toContain('Put it back')
    expect(await lineOf()).toBeUndefined()
    await buyer.post('/cart', { intent: 'add', item })
    expect((await lineOf())?.quantity).toBe(3)
    await buyer.post('/cart', { intent: 'clear' })
    expect(await lineOf()).toBeUndefined()
  })

  test('is cleared of the lines on its page, not of those added since', async () => {
    await aCart(shop, buyer.userId, [{ product: dress, quantity: 2 }])
    const { html } = await buyer.open('/cart')
    const [, seen = ''] = /name="seen" value="([^"]+)"/.exec(html) ?? []
    await buyer.post('/cart', { intent: 'clear', seen: 'no line' })
    await buyer.post('/cart', { intent: 'add', item: `${dress.variantId}.1` })
    const left = 'What was added or changed since then is still here.'
    const kept = await buyer.open(await buyer.post('/cart', { intent: 'clear', seen }))
    expect(kept.html).toContain(left)
    expect((await lineOf())?.quantity).toBe(3)
    const line = (await lineOf())?.id ?? ''
    const all = await buyer.open(await buyer.post('/cart', { intent: 'clear', seen: `${line}.3` }))
    expect(all.html).not.toContain(left)
    expect(await lineOf()).toBeUndefined()
  })

  test.each(['', 'two', '1.5', '-1e3', '1000', '9'.repeat(30)])(
    'refuses a quantity of %j with a message',
    async (quantity) => {
      await aCart(shop, buyer.userId, [{ product: dress }])
      const line = (await lineOf())?.id ?? ''
      const { html } = await buyer.open(
        await buyer.post('/cart', { intent: 'set-quantity', line, quantity }),
      )
      expect(html).toContain('Error updating quantity')
      expect((await lineOf())?.quantity).toBe(1)
    },
  )

  test('refuses a quantity above the stock with the units left', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const line = (await lineOf())?.id ?? ''
    const { html } = await buyer.open(
      await buyer.post('/cart', { intent: 'set-quantity', line, quantity: '6' }),
    )
    expect(html).toContain('Only 5 left of Chitenje Dress.')
  })

  test('has lines that nobody else can change, and answers malformed requests', async () => {
    const { userId } = await aUser(shop)
    await aCart(shop, userId, [{ product: dress }])
    const line = (await lineOf())?.id ?? ''
    for (const fields of [
      { intent: 'remove', line },
      { intent: 'set-quantity', line, quantity: '0' },
      { intent: 'remove', line: 'x' },
      { intent: 'add', item: `${randomUUID()}.1` },
      { intent: 'constructor' },
    ] as Record<string, string>[])
      expect((await buyer.post('/cart', fields)).status).toBe(302)
    expect((await lineOf())?.quantity).toBe(1)
  })

  test('is changed by no act that waited for somebody who is signed in no more: a 401 keeps it waiting', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    const [{ slug } = {}] = await shop.db.select({ slug: products.slug }).from(products)
    const id = (await lineOf())?.id ?? ''
    const owner = { for: buyer.userId }
    for (const who of [app.visit(), await app.signIn()]) {
      for (const [path, fields] of [
        [`/product/${slug}`, { quantity: '1' }],
        ['/cart', { intent: 'remove', line: id }],
        ['/wishlist', { add: dress.productId }],
      ] as const)
        expect((await who.post(path, { ...fields, ...owner })).status).toBe(401)
      // It would add the item once more, at the sign-in.
      expect([...who.cookies.keys()]).not.toContain('zovala.wanted')
    }
    expect(await lineOf()).toMatchObject({ id, quantity: 1 })
    await buyer.post(`/product/${slug}`, { quantity: '1', ...owner })
    expect(await lineOf()).toMatchObject({ id, quantity: 2 })
  })

  test('that cannot be read says so', async () => {
    await aCart(shop, buyer.userId, [{ product: dress }])
    // oxlint-disable-next-line typescript/unbound-method -- called below with the client that was asked.
    const real = Client.prototype.query
    const away = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
      this: Client,
      ...given: unknown[]
    ) {
      const { text } = given[0] as { text?: string }
      if (text && /from "cart_items" inner join/.test(text)) throw new Error('gone')
      return Reflect.apply(real, this, given)
    })
    const { html } = await buyer.open('/cart')
    away.mockRestore()
    expect(html).toContain('Error loading cart')
    expect(html).toContain('Please try refreshing the page')
  })
})
