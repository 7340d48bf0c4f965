import { beforeEach, describe, expect, test } from 'vitest'
import { products } from '../../../app/db/tables.server.ts'
import { saveAddress } from '../../../app/modules/accounts/addresses.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { ADDRESS, aCart, aProduct, type TestProduct } from '../../support/ladder.ts'

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct
let path: string

/** The words of a page, without its code. */
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
  test('a product says what the cheapest way costs and when it arrives, to the district of the shop', async () => {
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

  test('an account reads of the district of its address, until its device remembers another', async () => {
    await saveAddress(shop.db, buyer.userId, { ...ADDRESS, district: 'Zomba' })
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Zomba from')
    buyer.cookies.set('district', 'Mzuzu')
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Mzuzu from')
    buyer.cookies.set('district', '%E0%A4%A')
    expect(wordsOf((await buyer.open(path)).html)).toContain('To Zomba from')
  })

  test('the cart says the same, remembers what was asked without scripts, and says where it is free', async () => {
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
