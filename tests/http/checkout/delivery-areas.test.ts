import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { auditLog, orders, products, savedSettings } from '../../../app/db/tables.server.ts'
import { saveAddress } from '../../../app/modules/accounts/addresses.ts'
import { findGroup } from '../../../app/modules/settings/list-settings.ts'
import type { FormGroup } from '../../../app/rules/settings/group-fields.ts'
import { groupTexts } from '../../../app/rules/settings/group-texts.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  ADDRESS,
  aCart,
  aPendingOrder,
  aProduct,
  type TestProduct,
} from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

const app = useApp()
const { shop } = app
const pathOf = (group: FormGroup) => `/admin/settings?section=${group}`
const PATH = pathOf('areas')
const TO_LIKOMA = { ...ADDRESS, city: 'Chipyela', district: 'Likoma' }
let buyer: SignedIn
let owner: SignedIn
let dress: TestProduct

beforeEach(async () => {
  // A Monday morning in Blantyre.
  shop.now = () => new Date('2026-11-23T09:00:00+02:00')
  buyer = await app.signIn()
  owner = await app.signIn('super_admin')
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
})
// The rows of migrations stay between tests.
afterEach(async () => {
  await shop.db.update(savedSettings).set({ values: null, version: 1 })
  await shop.settings.refresh()
})

/** Sends a group's form as loaded, with some fields changed; by default the zones of districts. */
async function save(change: Record<string, string>, group: FormGroup = 'areas') {
  const { id, version, values } = await findGroup(shop.db, group)
  const texts = groupTexts(group, values)
  const about = { intent: 'save', id, version: String(version), loaded: JSON.stringify(texts) }
  return owner.post(pathOf(group), { ...about, ...texts, ...change })
}
/** A shop in Lilongwe that does not deliver to Likoma across the lake, nor to Mzuzu. */
const moveToLilongwe = () =>
  save({ shopDistrict: 'Lilongwe', Lilongwe: 'town', Blantyre: 'centre', Likoma: '', Mzuzu: '' })

const wordsOf = (html: string) =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/\s+/g, ' ')
const readProduct = async (search = '') => {
  const [{ slug } = {}] = await shop.db.select({ slug: products.slug }).from(products)
  return (await app.visit().open(`/product/${slug}${search}`)).html
}

test('an owner sets the zone of each district: pages follow, and the log has the old values', async () => {
  expect(wordsOf(await readProduct())).toContain('To Blantyre from MK 2,000, Tue')
  const saved = await moveToLilongwe()
  expect(saved.headers.get('location')).toBe(PATH)
  const product = await readProduct()
  expect(wordsOf(product)).toContain('To Lilongwe from MK 2,000, Tue')
  expect(product).toContain('<option>Balaka</option>')
  expect(product).not.toContain('<option>Likoma</option>')
  expect(wordsOf(await readProduct('?district=Blantyre'))).toContain('To Blantyre from')
  expect(wordsOf(await readProduct('?district=Likoma'))).toContain('To Lilongwe from')
  const [line] = await shop.db.select().from(auditLog).where(eq(auditLog.label, 'areas'))
  expect(line).toMatchObject({
    before: { shopDistrict: 'Blantyre', Lilongwe: 'centre', Likoma: 'island' },
    after: { shopDistrict: 'Lilongwe', Lilongwe: 'town', Likoma: null },
  })
  const courier = await owner.open('/admin/settings?section=couriers&edit=cts-courier')
  expect(wordsOf(courier.html)).toMatch(/RemoteNo district lies there\./)
})

test('an unknown district, and a shop in a district without delivery, are refused at their fields', async () => {
  const refused = await save({ Blantyre: '', Zomba: 'moon' })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  expect(html).toContain('Please choose a zone from the list.')
  const off = await save({ Blantyre: '' })
  expect(await off.text()).toContain('Please choose a district to which the shop delivers.')
  expect((await findGroup(shop.db, 'areas')).isSaved).toBe(false)
})

test('a district without delivery gets no new order by any way; saved addresses and orders stay', async () => {
  await saveAddress(shop.db, buyer.userId, TO_LIKOMA)
  const { order } = await aPendingOrder(shop, buyer.userId, [{ product: dress }], {
    shippingAddress: TO_LIKOMA,
  })
  await aCart(shop, buyer.userId, [{ product: dress }])
  const seen = await fillCheckout(buyer)
  await moveToLilongwe()

  const sentence = 'We do not deliver to Likoma at the moment.'
  const account = await buyer.open('/account')
  expect(wordsOf(account.html)).toContain(sentence)
  const another = { intent: 'save-address', ...TO_LIKOMA, address: 'Plot 5' }
  const kept = await buyer.post('/account', another)
  expect(kept.status).toBe(400)
  expect(await kept.text()).toContain(sentence)

  const { html } = await buyer.open('/checkout')
  expect(wordsOf(html)).toContain(sentence)
  expect(html).not.toContain('<option>Likoma</option>')
  expect(html).not.toContain('Speed Courier Katoto')
  const paid = await sendCheckout(buyer, { ...TO_LIKOMA, checkout_key: seen['checkout_key'] ?? '' })
  expect(paid.status).toBe(400)
  expect(paid.html).toContain(sentence)
  const payload = {
    cartItems: [{ product_id: dress.productId, quantity: 1, price: dress.price }],
    shippingAddress: TO_LIKOMA,
    totalAmount: 22_000,
    courierService: 'Bike Riders',
  }
  const answer = await buyer.json('/functions/process-payment', { body: payload })
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ error: 'Please choose a district from the list.' })
  expect(await shop.db.$count(orders)).toBe(1)

  const admin = await app.signIn('admin')
  const edit = `/admin/orders/${order.orderNumber}/edit`
  expect((await admin.open(edit)).html).toContain('Likoma (not delivered)')
  const changed = await admin.post(edit, {
    intent: 'save',
    ...TO_LIKOMA,
    delivery: 'bike-riders',
    version: String(order.version),
    product: dress.productId,
    [`n:${dress.variantId}`]: '2',
  })
  expect(await changed.text()).toContain(sentence)
  const [still] = await shop.db.select().from(orders)
  expect(still).toMatchObject({ shippingAddress: TO_LIKOMA, status: 'pending' })
})

test('a repeated checkout finds its order although delivery to its district was switched off since', async () => {
  await aCart(shop, buyer.userId, [{ product: dress }])
  const fields = await fillCheckout(buyer)
  const request = {
    headers: { 'Idempotency-Key': 'again' },
    body: {
      cartItems: [{ product_id: dress.productId, quantity: 1, price: dress.price }],
      shippingAddress: TO_LIKOMA,
      totalAmount: 22_000,
      courierService: 'bike-riders',
    },
  }
  const send = async () => [
    (await sendCheckout(buyer, TO_LIKOMA, fields)).to,
    (await buyer.json('/functions/process-payment', request)).body,
  ]
  const first = await send()
  expect(first[0]).toMatch(/\/sandbox\/pay\//)
  expect(first[1]).toMatchObject({ order_number: expect.any(String) })
  await moveToLilongwe()
  expect(await send()).toEqual(first)
  expect(await shop.db.$count(orders)).toBe(2)
})

test('an order to a depot stays when its district loses delivery, and new orders there are refused', async () => {
  await aCart(shop, buyer.userId, [{ product: dress }])
  const katoto = 'Speed Courier Katoto'
  const nowhere = { address: '', city: '', district: '' }
  const place = `${katoto}, M1 Road, Mzuzu`
  const chosen = { ...nowhere, courier: 'speed-courier', 'depot.speed-courier': place }
  const depot: Record<string, string> = { ...(await fillCheckout(buyer)), ...chosen }
  const total = Number(depot['seen_total.speed-courier'])
  const ask = (key: string) =>
    buyer.json('/functions/process-payment', {
      headers: { 'Idempotency-Key': key },
      body: {
        cartItems: [{ product_id: dress.productId, quantity: 1, price: dress.price }],
        shippingAddress: { firstName: 'Chisomo', lastName: 'Banda', phone: '0991234567' },
        totalAmount: total,
        courierService: 'speed-courier',
        depot: katoto,
      },
    })
  const send = async () => [(await sendCheckout(buyer, {}, depot)).to, (await ask('again')).body]
  const first = await send()
  expect(first[0]).toMatch(/\/sandbox\/pay\//)
  expect(first[1]).toMatchObject({ order_number: expect.any(String) })
  await moveToLilongwe()
  expect(await send()).toEqual(first)
  const anew = await sendCheckout(buyer, { ...chosen })
  expect(wordsOf(anew.html)).toContain('does not keep parcels there any more')
  expect(await ask('anew')).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('does not keep parcels there any more') },
  })
  expect(await shop.db.$count(orders)).toBe(2)
})

test('an order for collection is ready within its days, in whichever zone the shop is', async () => {
  await moveToLilongwe()
  await aCart(shop, buyer.userId, [{ product: dress }])
  const paid = await sendCheckout(buyer, {
    courier: 'pickup',
    'seen_total.pickup': '20000',
    address: '',
    city: '',
    district: '',
  })
  expect(paid.status).toBe(302)
  const [order] = await shop.db.select().from(orders)
  expect(order).toMatchObject({ courierId: 'pickup', dueFrom: '2026-11-23' })
})

test('a day that an owner closes moves the promised delivery on the product page, in the cart and in the order', async () => {
  await aCart(shop, buyer.userId, [{ product: dress }])
  const readDays = async () =>
    [await readProduct(), (await buyer.open('/cart')).html].map(
      (html) => /To Blantyre from MK 2,000, ([A-Z][a-z]{2})/.exec(wordsOf(html))?.[1],
    )
  expect(await readDays()).toEqual(['Tue', 'Tue'])
  const saved = await save({ closedDays: '2027-03-10\n2026-11-24' }, 'calendar')
  expect(saved.headers.get('location')).toBe(pathOf('calendar'))
  expect(await readDays()).toEqual(['Wed', 'Wed'])
  await save({ closedWeekdays: 'Wednesday, Sunday' }, 'calendar')
  expect(await readDays()).toEqual(['Thu', 'Thu'])
  await sendCheckout(buyer, { courier: 'bike-riders' })
  const [order] = await shop.db.select().from(orders)
  expect(order).toMatchObject({ dueFrom: '2026-11-26', dueTo: '2026-11-26' })
})
