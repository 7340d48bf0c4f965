import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { FROM_HERE, findWellStocked, signInAs } from '../../support/browse.ts'
import { enterAs, openReady, sendThroughCuts, test } from '../../support/connections/cut.ts'
import {
  type Act,
  anOrder,
  button,
  counts,
  dialog,
  fills,
  holds,
  inDialog,
  inTurn,
  isOn,
  link,
  make,
  mark,
  named,
  numbers,
  placeOrder,
  product,
  search,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'
import { moveOrder, payFor } from '../../support/connections/cut-shop.ts'

// All use one shop's lists, so that they run one after the other.
test.describe.configure({ mode: 'default' })

const press = (page: Page) => page.getByRole('switch').click()
/** An event that nobody could read, in the list of reviews. */
const oddEvent = (page: Page) => page.getByRole('listitem').filter({ hasText: `odd ${mark}` })
async function showAllReviews(page: Page) {
  const others = page.getByText(/^Show the other/)
  if (await others.isVisible()) await others.click()
}

const banner = (title: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/banners', { intent: 'save', title, isActive: 'true' })
const category = (name: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/categories', { intent: 'save', name, isActive: 'true' })
const code = (name: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/discount-codes', {
    intent: 'save',
    code: name,
    type: 'percentage',
    value: '5',
    isActive: 'true',
  })

/** The release codes of parcels. */
const codes: Record<string, string> = {}

/** Signs in as the admin, because the super_admin who reviews a sale must not be the one who sent it. */
const enterAsOther = (request: APIRequestContext) => signInAs({ request }, 'admin@zovala.test')

async function openTill(admin: APIRequestContext, name: string) {
  const deviceId = randomUUID()
  const headers = FROM_HERE
  const data = { name, deviceId }
  const answer = await admin.post('/admin/pos/tills', { headers, data })
  expect(answer.status(), await answer.text()).toBe(200)
  const { till } = (await answer.json()) as { till: { id: string } }
  const start = await admin.get('/admin/pos/start', { headers: { 'X-Till-Device': deviceId } })
  const { person } = (await start.json()) as { person: { id: string } }
  const send = async (event: object) => {
    const made = { id: randomUUID(), cashierId: person.id, at: new Date().toISOString() }
    const events = [{ ...made, ...event }]
    const answer = await admin.post('/admin/pos/upload', {
      headers,
      data: { deviceId, things: events },
    })
    expect(answer.status(), await answer.text()).toBe(200)
    const { received } = (await answer.json()) as { received: { number: string | null }[] }
    return received[0]?.number ?? ''
  }
  return { id: till.id, send }
}
/**
 * Sells one piece for cash, and returns it twice. Both returns need an approval, because the cashier sold it
 * themselves.
 */
async function giveBackTwice(admin: APIRequestContext, tillName: string) {
  const till = await openTill(admin, tillName)
  const { id: productId, variantId, price } = await findWellStocked(admin)
  const shiftId = randomUUID()
  const lineId = randomUUID()
  await till.send({ id: shiftId, kind: 'shift-opened', tillId: till.id, float: 10_000 })
  const saleNumber = await till.send({
    kind: 'sale',
    shiftId,
    tillId: till.id,
    number: null,
    pricesAsOf: new Date().toISOString(),
    lines: [
      {
        id: lineId,
        productId,
        variantId,
        name: 'One piece',
        sku: 'SKU',
        size: null,
        color: null,
        quantity: 1,
        unitPrice: price,
        discount: 0,
      },
    ],
    discount: 0,
    approval: null,
    customerName: null,
    customerPhone: null,
    notes: null,
    subtotal: price,
    totalAmount: price,
    cashGiven: price,
  })
  for (const reason of ['Faulty', 'Wrong item'])
    await till.send({
      kind: 'return',
      shiftId,
      saleNumber,
      lines: [{ lineId, quantity: 1, amount: price, isRestocked: false }],
      refund: price,
      reason,
      approval: null,
      exchangeSaleId: null,
    })
  return saleNumber
}
/** A till sale that waits for its payment by phone. */
async function ringUp(admin: APIRequestContext) {
  const { id, variantId, price } = await findWellStocked(admin)
  const answer = await admin.post('/functions/process-payment', {
    headers: FROM_HERE,
    data: {
      pos: true,
      paymentMethod: 'paychangu',
      cartItems: [{ product_id: id, variant_id: variantId, quantity: 1, price }],
      totalAmount: price,
      customerName: named('Mary'),
      customerPhone: '0991 234 567',
    },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return ((await answer.json()) as { order_number: string }).order_number
}

const newPerson =
  (name: string) => async (admin: APIRequestContext, shopper: APIRequestContext) => {
    const email = `${name}-${mark}@example.com`
    const data = { email, name: named(name), password: `moyo wabwino ${mark}` }
    const made = await shopper.post('/api/auth/sign-up/email', { headers: FROM_HERE, data })
    expect(made.ok(), await made.text()).toBe(true)
    const list = await (await admin.get(search('/admin/customers', email))).text()
    const [, id] = /person=([\w-]{36})/.exec(list) ?? []
    return `/admin/customers?${new URLSearchParams({ search: email, person: id ?? '' })}`
  }

const ACTS: Record<string, Act> = {
  'a new product': {
    act: '/admin/add-product',
    isOften: true,
    path: '/admin/add-product',
    fill: inTurn(
      fills('Name', named('Added')),
      fills('Price (MK)', '20000'),
      fills('Inventory quantity', '3'),
      button('Generate SKU'),
    ),
    send: button('Add Product'),
    kept: holds('Name', named('Added')),
    done: inTurn(shows('Product added successfully!'), counts(`Delete ${named('Added')}`, 1)),
    log: [named('Added'), 1],
  },
  'a product that is edited, and its stock': {
    act: '/admin/edit-product/:id',
    prepare: product(named('Edited'), '5'),
    path: search('/admin/products', named('Edited')),
    fill: inTurn(
      link(`Edit ${named('Edited')}`),
      fills('Brand', 'Kwathu'),
      fills('Inventory quantity', '8'),
      (page) => page.getByLabel('Category', { exact: true }).selectOption({ label: 'Dresses' }),
    ),
    send: button('Save Changes'),
    kept: holds('Brand', 'Kwathu'),
    done: inTurn(shows('Product updated successfully!'), (page) =>
      expect(page.getByRole('listitem').filter({ hasText: named('Edited') })).toContainText(
        /Stock:\s*8/,
      ),
    ),
    log: [named('Edited'), 1],
  },
  'the order of a product’s images': {
    act: '/admin/edit-product/:id',
    prepare: product(named('Sorted')),
    path: search('/admin/products', named('Sorted')),
    fill: inTurn(
      link(`Edit ${named('Sorted')}`),
      async (page) =>
        page
          .locator('input[type=file][multiple]')
          .setInputFiles([await picture('front.jpg', '#a00'), await picture('back.jpg', '#0a0')]),
      (page) =>
        expect(
          page.getByRole('list', { name: 'Images in their order' }).locator('>li'),
        ).toHaveCount(2),
      fills('Description of image 1', 'The front'),
      fills('Description of image 2', 'The back'),
      button('Move image 2 one place earlier'),
      (page) => page.getByLabel('Category', { exact: true }).selectOption({ label: 'Dresses' }),
    ),
    send: button('Save Changes'),
    kept: holds('Description of image 1', 'The back'),
    done: inTurn(
      shows('Product updated successfully!'),
      link(`Edit ${named('Sorted')}`),
      holds('Description of image 1', 'The back'),
      holds('Description of image 2', 'The front'),
    ),
    log: [named('Sorted'), 1],
  },
  'a product’s switch': {
    act: '/admin/products switch',
    prepare: product(named('Switched')),
    path: search('/admin/products', named('Switched')),
    send: press,
    kept: isOn(true),
    done: isOn(false),
    log: [named('Switched'), 1],
  },
  'a product that is deleted': {
    act: '/admin/products delete',
    prepare: product(named('Deleted')),
    path: search('/admin/products', named('Deleted')),
    fill: button(`Delete ${named('Deleted')}`),
    send: inDialog('Delete product'),
    kept: shows(named('Deleted')),
    done: inTurn(shows('Product deleted successfully'), shows('No products found')),
    log: [named('Deleted'), 1],
  },
  'ticked products that are taken down': {
    act: '/admin/products deactivate',
    async prepare(admin) {
      await product(named('Ticked A'))(admin)
      await product(named('Ticked B'))(admin)
    },
    path: search('/admin/products', 'Ticked'),
    fill: inTurn(
      (page) => page.getByLabel(`Choose ${named('Ticked A')}`).check(),
      (page) => page.getByLabel(`Choose ${named('Ticked B')}`).check(),
    ),
    send: button('Deactivate'),
    kept: (page) => expect(page.getByLabel(`Choose ${named('Ticked B')}`)).toBeChecked(),
    done: inTurn(shows('2 products deactivated'), (page) =>
      expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
    ),
    log: ['Ticked', 2],
  },
  'ticked products that are archived': {
    act: '/admin/products archive',
    isOften: true,
    prepare: product(named('Archived')),
    path: search('/admin/products', named('Archived')),
    fill: inTurn(
      (page) => page.getByLabel(`Choose ${named('Archived')}`).check(),
      button('Archive'),
    ),
    send: inDialog('Archive 1 product'),
    kept: (page) => expect(page.getByLabel(`Choose ${named('Archived')}`)).toBeChecked(),
    done: inTurn(shows('1 product archived'), (page) =>
      expect(page.getByRole('button', { name: 'Undo' })).toBeVisible(),
    ),
    log: [named('Archived'), 1],
  },
  'Undo of what was archived': {
    act: '/admin/products undo',
    prepare: product(named('Undone')),
    path: search('/admin/products', named('Undone')),
    fill: inTurn(
      (page) => page.getByLabel(`Choose ${named('Undone')}`).check(),
      button('Archive'),
      inDialog('Archive 1 product'),
      shows('1 product archived'),
    ),
    send: button('Undo'),
    done: inTurn(shows('1 product as before'), counts(`Delete ${named('Undone')}`, 1)),
    log: [named('Undone'), 2],
  },
  'a product out of the archive': {
    act: '/admin/products restore',
    prepare: product(named('Restored')),
    path: search('/admin/products', named('Restored')),
    fill: inTurn(
      (page) => page.getByLabel(`Choose ${named('Restored')}`).check(),
      button('Archive'),
      inDialog('Archive 1 product'),
      shows('1 product archived'),
      (page) => openReady(page, `${search('/admin/products', named('Restored'))}&show=archived`),
    ),
    send: button(`Restore ${named('Restored')}`),
    kept: shows(named('Restored')),
    done: shows(/is back|restored/i),
    log: [named('Restored'), 2],
  },
  'units that came in': {
    act: '/admin/stock receive',
    prepare: product(named('Arrived')),
    path: search('/admin/stock', named('Arrived')),
    fill: inTurn(link(/^Receive/), (page) =>
      dialog(page).getByRole('button', { name: 'One more' }).click(),
    ),
    send: inDialog('Receive'),
    kept: (page) => expect(dialog(page).getByLabel('Units received')).toHaveValue('1'),
    done: inTurn(shows('Stock updated'), shows(`${named('Arrived')}: 1 on hand.`)),
    log: [named('Arrived'), 1],
  },
  'units that are counted': {
    act: '/admin/stock adjust',
    prepare: product(named('Counted'), '5'),
    path: search('/admin/stock', named('Counted')),
    fill: inTurn(
      link(/^Adjust/),
      (page) => dialog(page).getByLabel('Reason').selectOption('counted'),
      (page) => dialog(page).getByLabel('Units counted').fill('3'),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Units counted')).toHaveValue('3'),
    done: inTurn(shows('Stock updated'), shows(`${named('Counted')}: 3 on hand.`)),
    log: [named('Counted'), 1],
  },
  'units that came in, from the product’s own page': {
    act: '/admin/stock/:productId receive',
    prepare: product(named('Delivered')),
    path: search('/admin/stock', named('Delivered')),
    fill: inTurn(link(named('Delivered')), (page) =>
      page.getByLabel(/^Units received of/).fill('4'),
    ),
    send: button('Receive goods'),
    kept: (page) => expect(page.getByLabel(/^Units received of/)).toHaveValue('4'),
    done: inTurn(shows('Stock updated'), shows(`${named('Delivered')}: 4 on hand.`)),
    log: [named('Delivered'), 1],
  },
  'pre-orders that are allowed': {
    act: '/admin/stock/:productId preorders',
    prepare: product(named('Promised')),
    path: search('/admin/stock', named('Promised')),
    fill: inTurn(
      link(named('Promised')),
      (page) => page.getByLabel(/^At most so many pre-orders of/).fill('7'),
      (page) => page.getByLabel(/^Day from which pre-orders of/).fill('2099-12-12'),
    ),
    send: button('Save pre-orders'),
    kept: (page) => expect(page.getByLabel(/^At most so many pre-orders of/)).toHaveValue('7'),
    done: (page) =>
      expect(page.getByLabel(/^Day from which pre-orders of/)).toHaveValue('2099-12-12'),
    log: [named('Promised'), 1],
  },
  'a new category': {
    act: '/admin/categories save',
    path: '/admin/categories?new',
    fill: (page) => dialog(page).getByLabel('Name').fill(named('Hats')),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Name')).toHaveValue(named('Hats')),
    done: inTurn(shows('Category saved'), counts(`Delete ${named('Hats')}`, 1)),
    log: [named('Hats'), 1],
  },
  'a category that is edited': {
    act: '/admin/categories save',
    prepare: category(named('Scarves')),
    path: '/admin/categories',
    fill: inTurn(link(`Edit ${named('Scarves')}`), (page) =>
      dialog(page).getByLabel('Name').fill(named('Shawls')),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Name')).toHaveValue(named('Shawls')),
    done: inTurn(shows('Category saved'), counts(`Delete ${named('Shawls')}`, 1)),
    log: [named('Shawls'), 1],
  },
  'a category that is moved': {
    act: '/admin/categories move',
    async prepare(admin) {
      for (const name of ['Third', 'Second', 'First']) await category(named(name))(admin)
    },
    path: '/admin/categories',
    send: button(`Move ${named('First')} up`),
    kept: shows(named('First')),
    // Moved by one place: before the second, but not before the third.
    done: (page) =>
      expect(
        page.getByRole('heading', { level: 2, name: new RegExp(`(First|Second|Third) ${mark}`) }),
      ).toHaveText([named('Third'), named('First'), named('Second')]),
    log: [named('First'), 1],
  },
  'a category’s switch': {
    act: '/admin/categories switch',
    prepare: category(named('Belts')),
    path: '/admin/categories',
    send: (page) => page.getByRole('switch', { name: named('Belts') }).click(),
    done: (page) => expect(page.getByRole('switch', { name: named('Belts') })).not.toBeChecked(),
    log: [named('Belts'), 1],
  },
  'a category that is deleted': {
    act: '/admin/categories delete',
    prepare: category(named('Gloves')),
    path: '/admin/categories',
    fill: button(`Delete ${named('Gloves')}`),
    send: inDialog('Delete category'),
    kept: shows(named('Gloves')),
    done: inTurn(shows('Category deleted'), counts(`Delete ${named('Gloves')}`, 0)),
    log: [named('Gloves'), 1],
  },
  'a new banner': {
    act: '/admin/banners save',
    path: '/admin/banners?new',
    fill: (page) => dialog(page).getByLabel('Title', { exact: true }).fill(named('Sale')),
    send: inDialog('Save'),
    kept: (page) =>
      expect(dialog(page).getByLabel('Title', { exact: true })).toHaveValue(named('Sale')),
    done: inTurn(shows('Banner created successfully'), counts(`Delete ${named('Sale')}`, 1)),
    log: [named('Sale'), 1],
  },
  'a banner that is edited': {
    act: '/admin/banners save',
    prepare: banner(named('Winter')),
    path: search('/admin/banners', named('Winter')),
    fill: inTurn(link(`Edit ${named('Winter')}`), (page) =>
      dialog(page).getByLabel('Subtitle').fill('Warm'),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Subtitle')).toHaveValue('Warm'),
    done: shows('Banner updated successfully'),
    log: [named('Winter'), 1],
  },
  'a banner that is moved': {
    act: '/admin/banners move',
    async prepare(admin) {
      for (const name of ['Row A', 'Row B', 'Row C']) await banner(named(name))(admin)
    },
    path: search('/admin/banners', mark),
    send: button(`Move ${named('Row C')} up`),
    kept: shows(named('Row C')),
    done: (page) =>
      expect(page.getByRole('heading', { level: 2, name: 'Row' })).toHaveText([
        named('Row A'),
        named('Row C'),
        named('Row B'),
      ]),
    log: [named('Row C'), 1],
  },
  'a banner’s switch': {
    act: '/admin/banners switch',
    prepare: banner(named('Shown')),
    path: search('/admin/banners', named('Shown')),
    send: press,
    kept: isOn(true),
    done: isOn(false),
    log: [named('Shown'), 1],
  },
  'a banner that is deleted': {
    act: '/admin/banners delete',
    prepare: banner(named('Over')),
    path: search('/admin/banners', named('Over')),
    fill: button(`Delete ${named('Over')}`),
    send: inDialog('Delete banner'),
    kept: shows(named('Over')),
    done: counts(`Delete ${named('Over')}`, 0),
    log: [named('Over'), 1],
  },
  'a new code': {
    act: '/admin/discount-codes save',
    path: '/admin/discount-codes?new',
    fill: inTurn(
      (page) => dialog(page).getByLabel('Code', { exact: true }).fill(`NEW${mark}`),
      (page) => dialog(page).getByLabel('Value (%)').fill('5'),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Value (%)')).toHaveValue('5'),
    done: shows('Discount code created successfully'),
    log: [`NEW${mark}`.toUpperCase(), 1],
  },
  'a code that is edited': {
    act: '/admin/discount-codes save',
    prepare: code(`EDIT${mark}`),
    path: search('/admin/discount-codes', `EDIT${mark}`),
    fill: inTurn(link(/^Edit EDIT/), (page) => dialog(page).getByLabel('Value (%)').fill('7')),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Value (%)')).toHaveValue('7'),
    done: shows('Discount code updated successfully'),
    log: [`EDIT${mark}`.toUpperCase(), 1],
  },
  'a code’s switch': {
    act: '/admin/discount-codes switch',
    prepare: code(`SWITCH${mark}`),
    path: search('/admin/discount-codes', `SWITCH${mark}`),
    send: press,
    kept: isOn(true),
    done: isOn(false),
    log: [`SWITCH${mark}`.toUpperCase(), 1],
  },
  'a code that is deleted': {
    act: '/admin/discount-codes delete',
    prepare: code(`GONE${mark}`),
    path: search('/admin/discount-codes', `GONE${mark}`),
    fill: button(/^Delete GONE/),
    send: inDialog('Delete code'),
    kept: shows(`GONE${mark}`.toUpperCase()),
    done: shows('Discount code deleted successfully'),
    log: [`GONE${mark}`.toUpperCase(), 1],
  },
  'an order that is shipped': {
    act: '/admin/orders move',
    prepare: anOrder('Shipped'),
    fill: button('Shipped'),
    send: inDialog('Set to Shipped'),
    kept: shows(named('Shipped')),
    done: shows(/is shipped now\./i),
    log: ['Shipped', 1],
  },
  'an order that is cancelled': {
    act: '/admin/orders move',
    prepare: anOrder('Cancelled', false),
    fill: (page) => page.getByText('Cancel order…').click(),
    send: button(/^Yes, cancel/),
    kept: (page) => expect(page.getByRole('button', { name: /^Yes, cancel/ })).toBeVisible(),
    done: shows('Back from cancelled, its goods are taken again'),
    log: ['Cancelled', 1],
  },
  'a parcel that is released': {
    act: '/admin/orders release',
    async prepare(admin, shopper) {
      const path = await anOrder('Released')(admin, shopper)
      const html = await (await shopper.get(`/orders/${numbers['Released']}`)).text()
      codes['Released'] = /Release code<\/dt><dd[^>]*>(\d{4})</.exec(html)?.[1] ?? ''
      return path
    },
    fill: inTurn(
      (page) => page.getByRole('heading', { name: 'Hand over the parcel' }).click(),
      (page) => fills('Code of the customer', codes['Released'] ?? '')(page),
    ),
    send: button('Hand over the parcel'),
    done: shows(/is Delivered/),
    log: ['Released', 1],
  },
  'a parcel that is released without its code': {
    act: '/admin/orders release-without-code',
    prepare: anOrder('Reason'),
    fill: inTurn(
      (page) => page.getByRole('heading', { name: 'Hand over the parcel' }).click(),
      (page) => page.getByText('Without the code…').click(),
      fills('Why, and how you know who it is', 'Has shown her ID'),
    ),
    send: button('Hand over without the code'),
    kept: holds('Why, and how you know who it is', 'Has shown her ID'),
    done: shows(/is Delivered/),
    log: ['Reason', 1],
  },
  'ticked orders': {
    act: '/admin/orders move-many',
    isOften: true,
    async prepare(_admin, shopper) {
      const one = await placeOrder(shopper, named('Bulk'))
      await payFor(shopper, one.pay)
      numbers['Bulk'] = one.number
      return search('/admin/orders', named('Bulk'))
    },
    fill: inTurn(
      (page) => page.getByRole('checkbox', { name: numbers['Bulk'] ?? '' }).check(),
      (page) => page.getByLabel('New status').selectOption('delivered'),
      button('Set status'),
    ),
    send: inDialog('Set to Delivered'),
    kept: (page) => expect(page.getByLabel('New status')).toHaveValue('delivered'),
    done: shows('1 order is Delivered now.'),
    log: ['Bulk', 1],
  },
  'a question to the provider': {
    act: '/admin/orders ask',
    prepare: anOrder('Asked', false, 'history'),
    send: button('Ask the provider'),
    kept: shows(named('Asked')),
    done: shows(/not paid yet/),
    log: ['Asked', 1],
  },
  'an order that was seen to': {
    act: '/admin/orders handled',
    async prepare(admin, shopper) {
      const path = await anOrder('Handled')(admin, shopper)
      await moveOrder(admin, numbers['Handled'] ?? '', 'cancelled')
      return path
    },
    fill: (page) => page.getByText(`Mark as handled… ${numbers['Handled']}`).last().click(),
    send: button('Yes, it is handled'),
    done: shows('Order marked as handled'),
    log: ['Handled', 1],
  },
  'a question to the provider about a sale at the till': {
    act: '/admin/pos-sales ask',
    async prepare(admin) {
      const number = await ringUp(admin)
      numbers['Asked at the till'] = number
      return `/admin/pos-sales?sale=${number}`
    },
    send: button('Ask the provider'),
    kept: shows(named('Mary')),
    done: shows(/not paid yet/),
    log: ['Asked at the till', 1],
  },
  'a return under review': {
    act: '/admin/pos-sales handled',
    async prepare(_admin, other) {
      await enterAsOther(other)
      numbers['Returned'] = await giveBackTwice(other, named('Returns till'))
    },
    path: '/admin/pos-sales',
    fill: inTurn(
      showAllReviews,
      (page) => page.getByText(`Done… with the return ${numbers['Returned']}`).last().click(),
      (page) =>
        page.getByLabel('What you found and did').filter({ visible: true }).fill('Asked them'),
    ),
    send: button('Done'),
    kept: (page) =>
      expect(page.getByLabel('What you found and did').filter({ visible: true })).toHaveValue(
        'Asked them',
      ),
    // The other one of the two.
    done: (page) =>
      expect(page.getByText(`Done… with the return ${numbers['Returned']}`)).toHaveCount(1),
    log: ['Returned', 1],
  },
  'what a till sent and nobody understood': {
    act: '/admin/pos-sales handled',
    async prepare(_admin, other) {
      await enterAsOther(other)
      const till = await openTill(other, named('Odd till'))
      await till.send({ id: `odd ${mark}`, kind: 'nonsense' })
    },
    path: '/admin/pos-sales',
    fill: inTurn(
      showAllReviews,
      (page) => oddEvent(page).getByText('Done… with what could not be read').click(),
      (page) => page.getByLabel('What you found and did').filter({ visible: true }).fill('Rung up'),
    ),
    send: button('Done'),
    kept: (page) =>
      expect(page.getByLabel('What you found and did').filter({ visible: true })).toHaveValue(
        'Rung up',
      ),
    done: (page) => expect(oddEvent(page)).toHaveCount(0),
    log: ['unreadable-till-event', 1],
  },
  'a role': {
    act: '/admin/customers give-role',
    isOften: true,
    async prepare(admin, shopper) {
      return `${await newPerson('Cashier')(admin, shopper)}&give=cashier`
    },
    send: inDialog('Make cashier'),
    kept: (page) => expect(dialog(page)).toBeVisible(),
    done: shows(/is cashier now/),
    log: [`cashier-${mark}@`, 1],
  },
  'a person who is signed out everywhere': {
    act: '/admin/customers sign-out-everywhere',
    prepare: newPerson('Left'),
    fill: button('Sign out everywhere…'),
    send: inDialog('Sign out everywhere'),
    kept: shows(named('Left')),
    done: shows(/is signed out on every device\./),
    // Nobody was signed in, so that the log has no entry.
    log: [`left-${mark}@`, 0],
  },
  'an abandoned shift': {
    act: '/admin/shifts close',
    async prepare(admin) {
      const till = await openTill(admin, named('Left till'))
      const shift = randomUUID()
      await till.send({ id: shift, kind: 'shift-opened', tillId: till.id, float: 10_000 })
      return `/admin/shifts?shift=${shift}`
    },
    fill: button('Close shift'),
    send: inDialog('Close without a count'),
    kept: shows(named('Left till')),
    done: inTurn(shows(/shift (is )?closed/i), counts('Close shift', 0)),
    log: [named('Left till'), 1],
  },
  'a till that is retired': {
    act: '/admin/shifts retire',
    async prepare(admin) {
      await openTill(admin, named('Old till'))
    },
    path: '/admin/shifts',
    fill: button(`Retire ${named('Old till')}`),
    send: inDialog('Retire till'),
    kept: shows(named('Old till')),
    done: counts(`Retire ${named('Old till')}`, 0),
    log: [named('Old till'), 1],
  },
  'a till that is brought back': {
    act: '/admin/shifts restore',
    async prepare(admin) {
      const { id } = await openTill(admin, named('Good till'))
      await make(admin, '/admin/shifts', { intent: 'retire', id })
    },
    path: '/admin/shifts',
    fill: (page) => page.getByText(/^Retired tills/).click(),
    send: button(`Bring back ${named('Good till')}`),
    kept: shows(named('Good till')),
    done: counts(`Retire ${named('Good till')}`, 1),
    log: [named('Good till'), 1],
  },
}

async function picture(name: string, background: string) {
  const create = { width: 400, height: 500, channels: 3 as const, background }
  return { name, mimeType: 'image/jpeg', buffer: await sharp({ create }).jpeg().toBuffer() }
}

tryActs(ACTS)

for (const [where, path] of [
  ['a product', '/admin/add-product'],
  ['a banner', '/admin/banners?new'],
  ['a category', '/admin/categories?new'],
] as const)
  test(`a picture of ${where} stays listed without a connection; sent again, it is uploaded once`, {
    tag: '@desk',
  }, async ({ page, connection, request }) => {
    await enterAs('super@zovala.test', page, request)
    await openReady(page, path)
    const uploads = page.getByRole('list', { name: 'Uploads' })
    const lost = uploads.getByText('No connection')
    const again = uploads.getByRole('button', { name: /^Try again/ })
    connection.state = 'down'
    const name = 'the-front-of-the-dress.jpg'
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await picture(name, '#a00'))
    await expect(lost).toBeVisible()
    // On a phone as well, a long name fits.
    await page.setViewportSize({ width: 360, height: 740 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    connection.state = 'cut-after-post'
    await again.click()
    await expect.poll(() => connection.state).toBe('down')
    await expect(lost).toBeVisible()
    connection.state = 'up'
    await again.click()
    await expect(uploads.getByRole('listitem')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Remove (image|picture)/ })).toHaveCount(1)
  })

test('signing out of the back office fails without a connection; sent again, it succeeds', {
  tag: '@desk',
}, async ({ page, connection, request }) => {
  await enterAs('admin@zovala.test', page, request)
  await openReady(page, '/admin/products')
  await sendThroughCuts(page, connection, {
    send: button('Sign Out'),
    kept: (where) => expect(where.getByRole('heading', { name: 'All Products' })).toBeVisible(),
  })
  await shows("You've been successfully signed out.")(page)
})
