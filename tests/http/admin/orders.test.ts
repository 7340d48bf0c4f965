import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import {
  auditLog,
  orderMessages,
  posSales,
  sandboxPayments,
} from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { adjustStock } from '../../../app/modules/stock/move-stock.ts'
import { ringUpProviderSale } from '../../../app/modules/till/sales/ring-up-sale.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  ADDRESS,
  aPaidOrder,
  aPendingOrder,
  aProduct,
  aUser,
  payAtProvider,
  readOrder,
  type TestProduct,
} from '../../support/factories.ts'

const app = useApp()
let admin: SignedIn
let skirt: TestProduct
let buyer: { userId: string; email: string }

beforeEach(async () => {
  admin = await app.signIn('admin')
  skirt = await aProduct(app.shop, { name: 'Chitenje Skirt', size: 'XL', stock: 50, price: 20_000 })
  buyer = await aUser(app.shop)
})

const paid = async (quantity = 1, change = {}) =>
  (await aPaidOrder(app.shop, buyer.userId, [{ product: skirt, quantity }], change)).order
const read = (id: string) => readOrder(app.shop, id)
const move = async (id: string, to: string, version?: number, path = '/admin/orders') =>
  admin.post(path, {
    intent: 'move',
    order: id,
    to,
    version: String(version ?? (await read(id)).version),
  })
/** The text of a page without tags and script data. */
const textOf = (html: string) =>
  html
    .replace(/<script.*?<\/script>/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replace(/[^\S\u00a0]+/g, ' ')
const see = async (path: string) => textOf((await admin.open(path)).html)

describe('Orders Management', () => {
  test('has two tabs, and says so when there is nothing', async () => {
    const online = await see('/admin/orders')
    for (const words of ['Orders Management', 'Online Orders', 'POS Sales', 'No orders found'])
      expect(online).toContain(words)
    expect(online).toContain('What customers order appears here at once.')
    expect(await see('/admin/orders?status=shipped')).toContain('Try another search')
    expect(await see('/admin/orders?messages=waiting')).toContain('Nothing to answer')
    expect(await see('/admin/orders?messages=waiting&search=x')).toContain('Try another search')
    expect(await see('/admin/returns')).toContain('Which order comes back?')
    expect(await see('/admin/pos-sales')).toContain('No sales found')
  })

  test('without scripts an order that is not packed is asked about by the page before it is set to shipped', async () => {
    const order = await paid()
    expect((await admin.open(`/admin/orders?order=${order.orderNumber}`)).html).toContain(
      'name="ask"',
    )
    const fields = {
      intent: 'move',
      order: order.id,
      version: String((await read(order.id)).version),
    }
    const typed = { ...fields, to: 'shipped', waybill: 'WB 7' }
    const question = await (await admin.post('/admin/orders', { ...typed, ask: 'on' })).text()
    expect(textOf(question)).toContain(`Set ${order.orderNumber} to Shipped?`)
    expect(textOf(question)).toContain('It is not packed yet.')
    expect(question).toContain('name="waybill" value="WB 7"')
    expect((await read(order.id)).status).toBe('processing')
    await admin.post('/admin/orders', typed)
    expect(await read(order.id)).toMatchObject({ status: 'shipped', waybill: 'WB 7' })
    // Delivering a shipped order is the usual step, and needs no question.
    await admin.post('/admin/orders', {
      ...fields,
      version: String((await read(order.id)).version),
      to: 'delivered',
      ask: 'on',
    })
    expect((await read(order.id)).status).toBe('delivered')
  })

  test('without scripts ticked orders are asked about by the page before they are set to one status', async () => {
    const [one, two] = [await read((await paid()).id), await read((await paid()).id)]
    const fields = new URLSearchParams([
      ['intent', 'move-many'],
      ['to', 'cancelled'],
      ...[one, two].flatMap(({ id, version }) => [
        ['order', id],
        [`version:${id}`, String(version)],
      ]),
    ])
    const send = (body: URLSearchParams) => admin.fetch('/admin/orders', { method: 'POST', body })
    const question = await (await send(new URLSearchParams([...fields, ['ask', 'on']]))).text()
    expect(textOf(question)).toContain('Cancel these orders?')
    for (const { id, orderNumber } of [one, two]) {
      expect(textOf(question)).toContain(orderNumber)
      expect((await read(id)).status).toBe('processing')
    }
    await send(fields)
    for (const { id } of [one, two]) expect((await read(id)).status).toBe('cancelled')
  })

  test('ticked orders can be moved also without a script that counts the ticks', async () => {
    await paid()
    expect(await see('/admin/orders')).toContain('Set status')
  })

  test('a search and a status in the address are answered, and nothing else is shown', async () => {
    const one = await paid(1, { email: 'mphatso@example.com' })
    const two = await paid()
    await admin.open(await move(two.id, 'shipped'))
    const found = await see('/admin/orders?search=MPHATSO')
    expect(found).toContain(one.orderNumber)
    expect(found).not.toContain(two.orderNumber)
    const shipped = await see('/admin/orders?status=shipped&sort=total')
    expect(shipped).toContain(two.orderNumber)
    expect(shipped).not.toContain(one.orderNumber)
    expect(await see('/admin/orders?status=nonsense&sort=x&after=y')).toContain(one.orderNumber)
  })

  test('an address opens the details: lines, address, courier, attempts, dates and history', async () => {
    const order = await paid(2)
    const page = await see(`/admin/orders?order=${order.orderNumber}`)
    for (const words of [
      'Chitenje Skirt',
      'Size XL',
      '2 × MK\u00a020,000',
      'Plot 4, Sunnyside',
      'Delivery by Bike Riders',
      'Included (MK\u00a02,000)',
      'MK\u00a042,000',
      'Packing slip',
    ])
      expect(page).toContain(words)
    const history = await see(`/admin/orders?order=${order.orderNumber}&part=history`)
    for (const words of ['Payment attempts', 'Dates', 'Pending to Processing : Paid'])
      expect(history).toContain(words)
    expect(await see('/admin/orders?order=FSC-2026-999999')).toContain(
      'Nothing is called FSC-2026-999999',
    )
  })

  test('an order opens at the part that the list’s filter is about, and its parts show what waits', async () => {
    const order = await paid()
    await app.shop.db.insert(orderMessages).values({
      orderId: order.id,
      kind: 'other',
      text: 'Is it blue?',
      isWaiting: true,
      byUser: buyer.userId,
    })
    const open = `order=${order.orderNumber}`
    expect(await see(`/admin/orders?${open}`)).toMatch(/Messages\s+1\s+to see to/)
    expect(await see(`/admin/orders?${open}`)).not.toContain('Your answer')
    expect(await see(`/admin/orders?messages=waiting&${open}`)).toContain('Your answer')
    expect(await see(`/admin/orders?messages=waiting&${open}&part=order`)).toContain('Packing')
    expect(await see(`/admin/orders?waiting=refunds&${open}`)).toContain('Give money back…')
    expect(await see(`/admin/orders?waiting=returns&${open}`)).toContain('Nothing comes back of it')
    expect(await see(`/admin/orders?${open}&part=nonsense`)).toContain('Packing')
  })

  test('the screen stays usable when the orders cannot be read', async () => {
    const { db } = app.shop
    app.shop.db = Object.assign(Object.create(db), {
      select: (columns: Record<string, unknown>) => {
        if (columns && 'itemCount' in columns) throw new Error('no connection')
        return db.select(columns as never)
      },
    })
    try {
      const page = await see('/admin/orders')
      expect(page).toContain('Error loading orders.')
      expect(page).toContain('POS Sales')
    } finally {
      app.shop.db = db
    }
  })
})

describe('setting a status', () => {
  test('returns to the unchanged list with a message, and emails the customer', async () => {
    const order = await paid()
    const path = `/admin/orders?status=processing&order=${order.orderNumber}`
    const answer = await move(order.id, 'shipped', undefined, path)
    expect(answer.headers.get('location')).toBe(path)
    const page = await admin.open(answer)
    expect(textOf(page.html)).toContain(`${order.orderNumber} is Shipped now.`)
    expect((await app.emails(order.email)).map(({ subject }) => subject)).toContain(
      `Your order ${order.orderNumber} is on the way`,
    )
  })

  test('shows the later person both statuses, who may overwrite', async () => {
    const order = await paid()
    const { version } = await read(order.id)
    const path = `/admin/orders?order=${order.orderNumber}`
    await move(order.id, 'delivered', version)
    const answer = await move(order.id, 'shipped', version, path)
    expect(answer.status).toBe(409)
    const html = await answer.text()
    expect(textOf(html)).toContain('Nothing of yours is saved yet.')
    expect(textOf(html)).toMatch(/Status\s+Delivered\s+Shipped/)
    const standing = Number(/value="(\d+)"[^>]*>Save mine/.exec(html)?.[1])
    await move(order.id, 'shipped', standing, path)
    expect((await read(order.id)).status).toBe('shipped')
  })

  test('leaves a cancelled order unchanged when its items are sold out, with the reason', async () => {
    const order = await paid(5)
    await move(order.id, 'cancelled')
    await app.shop.db.transaction((db) =>
      adjustStock(db, skirt.variantId, -48, 'adjustment', { reason: 'Moths' }),
    )
    const page = await admin.open(await move(order.id, 'processing'))
    expect(textOf(page.html)).toContain(
      'Failed to update order status: only 2 of Chitenje Skirt are left.',
    )
    expect((await read(order.id)).status).toBe('cancelled')
  })

  test('reports a failure in the shop’s words, and saves nothing', async () => {
    const order = await paid()
    const { jobs } = app.shop
    app.shop.jobs = { ...jobs, enqueue: () => Promise.reject(new Error('relation "x" is gone')) }
    try {
      const page = await admin.open(await move(order.id, 'shipped'))
      expect(textOf(page.html)).toContain('Failed to update order status')
      expect(page.html).not.toContain('relation')
    } finally {
      app.shop.jobs = jobs
    }
    expect(await read(order.id)).toMatchObject({ status: 'processing', shippedAt: null })
  })

  test.each([
    { to: 'lost' },
    { order: 'x' },
    { order: "' or 1=1" },
    { version: '-1' },
    { version: '1e99' },
    { intent: 'explode' },
  ])('refuses %j as a malformed form', async (wrong) => {
    const order = await paid()
    const fields = { intent: 'move', order: order.id, to: 'shipped', version: '2', ...wrong }
    const page = await admin.open(await admin.post('/admin/orders', fields))
    expect(textOf(page.html)).toContain('Please check the form and try again.')
    expect((await read(order.id)).status).toBe('processing')
  })

  test('is for admins alone', async () => {
    const order = await paid()
    for (const role of ['customer', 'cashier'] as const) {
      const other = await app.signIn(role)
      const fields = { intent: 'move', order: order.id, to: 'shipped', version: '2' }
      expect((await other.post('/admin/orders', fields)).status).toBe(403)
      expect((await other.fetch(`/admin/orders/${order.orderNumber}/invoice`)).status).toBe(403)
      expect((await other.fetch('/admin/orders.csv')).status).toBe(403)
    }
    expect((await read(order.id)).status).toBe('processing')
  })
})

/** The moves that the page's Undo forms post; that of the toast comes first. */
const movesIn = (html: string) =>
  [...html.matchAll(/name="move" value="(\d+)"/g)].map(([, move]) => move ?? '')

describe('many at once', () => {
  const moveMany = async (
    ticked: { id: string; version: number }[],
    to: string,
    intent = 'move-many',
  ) => {
    const body = new URLSearchParams({ intent, to })
    for (const { id, version } of ticked) {
      body.append('order', id)
      body.append(`version:${id}`, String(version))
    }
    return admin.fetch('/admin/orders', { method: 'POST', body })
  }

  test('sets all of them, each with one email', async () => {
    const ticked = await Promise.all(
      [paid(), paid(), paid()].map(async (order) => read((await order).id)),
    )
    const [first] = ticked
    const page = await admin.open(await moveMany(first ? [...ticked, first] : [], 'shipped'))
    expect(textOf(page.html)).toContain('3 orders are Shipped now. 1 stood there already.')
    const shipped = (await app.emails()).filter(({ subject }) => subject.endsWith('on the way'))
    expect(shipped).toHaveLength(3)
  })

  test('counts the unpaid ones among those that were set', async () => {
    const { order } = await aPendingOrder(app.shop, buyer.userId, [{ product: skirt }])
    const ticked = await Promise.all([(await paid()).id, order.id].map(read))
    const page = await admin.open(await moveMany(ticked, 'shipped'))
    expect(textOf(page.html)).toContain('2 orders are Shipped now. 1 is not paid.')
    const again = await Promise.all(ticked.map(({ id }) => read(id)))
    const back = await admin.open(await moveMany(again, 'pending'))
    expect(textOf(back.html)).toContain('2 orders are Pending now.')
    expect(textOf(back.html)).not.toContain('is not paid')
  })

  test('refuses a move without a status', async () => {
    const order = await paid()
    const html = (await admin.open(await moveMany([await read(order.id)], ''))).html
    expect(textOf(html)).toContain('Choose a status and 1 to 25 orders.')
    expect((await read(order.id)).status).toBe('processing')
  })

  test('names an order that cannot be set with its reason, and sets the others', async () => {
    const [good, stale] = await Promise.all([paid(), paid()])
    const gone = await paid(40)
    await move(gone.id, 'cancelled')
    await app.shop.db.transaction((db) =>
      adjustStock(db, skirt.variantId, -40, 'adjustment', { reason: 'Moths' }),
    )
    const answer = await moveMany(
      [await read(good.id), { id: stale.id, version: 1 }, await read(gone.id)],
      'delivered',
    )
    const text = textOf(await answer.text())
    expect(text).toContain('1 set to Delivered , 2 could not be:')
    expect(text).toContain(`${stale.orderNumber} was changed by somebody else since you looked.`)
    expect(text).toContain(`${gone.orderNumber} Failed to update order status: only 8`)
    expect((await read(good.id)).status).toBe('delivered')
  })

  test('packs orders in one act, logs each, undoes them together, and names those that cannot be packed', async () => {
    const [one, two, sent] = await Promise.all([paid(), paid(2), paid()])
    await move(sent.id, 'shipped')
    const seen = () => Promise.all([one, two].map(({ id }) => read(id)))
    const page = await admin.open(await moveMany(await seen(), '', 'pack-many'))
    expect(textOf(page.html)).toContain('2 orders are Packed now.')
    expect(await seen()).toMatchObject([
      { packedAt: expect.any(Date) },
      { packedAt: expect.any(Date) },
    ])
    const logged = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'edited'))
    expect(logged.map(({ label }) => label).sort()).toEqual(
      [one.orderNumber, two.orderNumber].sort(),
    )
    const body = new URLSearchParams([
      ['intent', 'undo'],
      ...movesIn(page.html).map((move) => ['move', move]),
    ])
    const undone = await admin.open(await admin.fetch('/admin/orders', { method: 'POST', body }))
    expect(textOf(undone.html)).toContain('2 orders are as they were.')
    expect(await seen()).toMatchObject([{ packedAt: null }, { packedAt: null }])
    const rest = [...(await seen()), await read(sent.id)]
    const text = textOf(await (await moveMany(rest, '', 'pack-many')).text())
    expect(text).toContain('2 set to Packed , 1 could not be:')
    expect(text).toContain(`${sent.orderNumber} Only an order in Processing is packed.`)
    const again = await (await moveMany([await read(sent.id)], '', 'pack-many')).text()
    expect(again).toMatch(
      new RegExp(`href="[^"]*order=${sent.orderNumber}"[^>]*>${sent.orderNumber}`),
    )
  })

  test('refuses no orders, or more than a page', async () => {
    const many = Array.from({ length: 26 }, () => ({ id: randomUUID(), version: 1 }))
    for (const ticked of [[], many]) {
      const page = await admin.open(await moveMany(ticked, 'shipped'))
      expect(textOf(page.html)).toContain('Choose a status and 1 to 25 orders.')
    }
  })
})

describe('undoing a status', () => {
  const undo = async (moves: readonly string[], by = admin) => {
    const body = new URLSearchParams([['intent', 'undo'], ...moves.map((move) => ['move', move])])
    return by.fetch('/admin/orders', { method: 'POST', body })
  }

  test('is offered in the toast and the panel, restores the status, and sends no email', async () => {
    const order = await paid()
    const path = `/admin/orders?order=${order.orderNumber}`
    const { html } = await admin.open(await move(order.id, 'shipped', undefined, path))
    const [toast, panel, ...others] = movesIn(html)
    expect(toast).toBe(panel)
    expect(others).toEqual([])
    const page = await admin.open(await undo([toast ?? '']))
    expect(textOf(page.html)).toContain(`${order.orderNumber} is Processing again.`)
    expect(await read(order.id)).toMatchObject({ status: 'processing', shippedAt: null })
    expect((await app.emails()).filter(({ subject }) => subject.endsWith('on the way'))).toEqual([])
    const after = (await admin.open(path)).html
    expect(movesIn(after)).toEqual([])
    expect(await see(`${path}&part=history`)).toContain('Shipped to Processing : Undone')
  })

  test('of many at once undoes what is still possible, and counts the rest', async () => {
    const [one, other] = await Promise.all([paid(), paid()])
    const body = new URLSearchParams({ intent: 'move-many', to: 'delivered' })
    for (const { id } of [one, other]) {
      body.append('order', id)
      body.append(`version:${id}`, String((await read(id)).version))
    }
    const page = await admin.open(await admin.fetch('/admin/orders', { method: 'POST', body }))
    const moves = movesIn(page.html)
    expect(moves).toHaveLength(2)
    await move(other.id, 'cancelled')
    const back = textOf((await admin.open(await undo(moves))).html)
    expect(back).toContain(`${one.orderNumber} is Processing again. 1 stays as it is`)
    expect(textOf((await admin.open(await undo(moves.slice(1)))).html)).toContain(
      `${other.orderNumber} stays as it is`,
    )
    expect((await read(other.id)).status).toBe('cancelled')
  })

  test('is for admins only, and accepts only numbers', async () => {
    const order = await paid()
    const [event = ''] = movesIn((await admin.open(await move(order.id, 'shipped'))).html)
    const cashier = await app.signIn('cashier')
    expect((await undo([event], cashier)).status).toBe(403)
    for (const wrong of [[], ['x'], ['-1'], ['1e99'], Array(26).fill('1')])
      expect(textOf((await admin.open(await undo(wrong))).html)).toContain('Please check the form')
    expect((await read(order.id)).status).toBe('shipped')
  })
})

describe('orders that need a person', () => {
  test('stand at the top with what to do, until they are marked as handled', async () => {
    const { order, payment } = await aPendingOrder(app.shop, buyer.userId, [{ product: skirt }])
    await app.shop.db.update(sandboxPayments).set({ amount: 1000 })
    await payAtProvider(app.shop, payment.reference)
    await settlePayment(app.shop, payment.reference)
    const page = await see('/admin/orders')
    expect(page).toContain('1 order needs a person')
    expect(page).toContain('Paid too little')
    expect(page).toContain('MK\u00a01,000 came in of MK\u00a022,000.')
    const { version } = await read(order.id)
    const fields = { intent: 'handled', order: order.id, version: String(version) }
    const after = await admin.open(await admin.post('/admin/orders', fields))
    expect(textOf(after.html)).toContain('Order marked as handled')
    expect(textOf(after.html)).not.toContain('needs a person')
  })

  test('can be checked with the provider by a button, which shows the answer', async () => {
    const { order, payment } = await aPendingOrder(app.shop, buyer.userId, [{ product: skirt }])
    const ask = async () =>
      textOf(
        (await admin.open(await admin.post('/admin/orders', { intent: 'ask', order: order.id })))
          .html,
      )
    expect(await ask()).toContain('not paid yet')
    await payAtProvider(app.shop, payment.reference)
    expect(await ask()).toContain('over MK\u00a022,000: Paid.')
    expect((await read(order.id)).status).toBe('processing')
  })

  test('show a message when the provider cannot be asked', async () => {
    const { order } = await aPendingOrder(app.shop, buyer.userId, [{ product: skirt }])
    vi.spyOn(app.shop.payments, 'verify').mockRejectedValueOnce(new Error('cut off'))
    const answer = await admin.post('/admin/orders', { intent: 'ask', order: order.id })
    expect(textOf((await admin.open(answer)).html)).toContain('The provider could not be asked.')
    expect((await read(order.id)).status).toBe('pending')
  })
})

describe('papers to print', () => {
  test('the packing slip tells no price, the invoice does', async () => {
    const order = await paid(2, { notes: 'Ring twice' })
    const slip = await see(`/admin/orders/${order.orderNumber}/slip`)
    for (const words of [
      'Packing slip',
      order.orderNumber,
      'Plot 4, Sunnyside',
      'Chitenje Skirt',
      'Ring twice',
      'Masauko Chipembere Highway',
    ])
      expect(slip).toContain(words)
    expect(slip).not.toContain('MK\u00a0')
    const invoice = await see(`/admin/orders/${order.orderNumber}/invoice`)
    for (const words of [
      'Invoice',
      'MK\u00a020,000',
      'MK\u00a042,000',
      'Included',
      'Paid',
      'Print',
    ])
      expect(invoice).toContain(words)
  })
  test('ticked orders have one document of slips, and a list of what is picked, by shelf', async () => {
    const shoe = await aProduct(app.shop, { name: 'Red Shoe', stock: 9, location: 'B2' })
    const items = [{ product: skirt, quantity: 2 }, { product: shoe }]
    const { order: both } = await aPaidOrder(app.shop, buyer.userId, items)
    const [one, sent] = await Promise.all([paid(), paid()])
    await move(sent.id, 'shipped')
    const asked = `order=${both.orderNumber}&order=${one.id}&order=${sent.id}&order=nonsense`
    const slips = await see(`/admin/orders/print?paper=slips&${asked}`)
    for (const { orderNumber } of [both, one, sent])
      expect(slips.split(orderNumber).length).toBeGreaterThan(1)
    expect(slips.split('Packing slip ')).toHaveLength(4)
    expect(slips).toContain('Shelf B2')
    expect(slips).not.toContain('MK\u00a0')
    const picks = await see(`/admin/orders/print?paper=picks&${asked}`)
    expect(picks).toContain('4 pieces for 2 orders')
    const { html } = await admin.open(`/admin/orders/print?paper=picks&${asked}`)
    expect(slips).toContain(ADDRESS.address)
    for (const text of [ADDRESS.lastName, ADDRESS.phone, ADDRESS.address, 'riderLink', 'waybill'])
      expect(html).not.toContain(text)
    expect(picks).toMatch(/Shelf B2 +1 +× +Red Shoe.*No shelf noted +3 +× +Chitenje Skirt/)
    expect(picks).toContain(`${both.orderNumber} (2)`)
    expect(picks).toContain(`Nothing to pick: ${sent.orderNumber} (Shipped)`)
    expect(await see('/admin/orders/print')).toContain('No order was ticked')
    const logged = await app.shop.db.select().from(auditLog).where(eq(auditLog.action, 'exported'))
    expect(logged).toMatchObject([{ label: 'packing-slips' }])
  })
  test.each(['FSC-2026-999999/slip', 'x/invoice', 'FSC-2026-000001/contract'])(
    'answer 404 for %s',
    async (path) => {
      const answer = await admin.fetch(`/admin/orders/${path}`)
      expect(answer.status).toBe(404)
      const html = await answer.text()
      expect(html).toContain('Page not found')
      expect(html).toContain('<title>Page not found | ')
    },
  )
})

describe('as a file', () => {
  test('exports orders as searched and filtered, and the log says who took them', async () => {
    const one = await paid(1, { firstName: '=cmd()', email: 'mphatso@example.com' })
    await paid()
    const answer = await admin.fetch('/admin/orders.csv?search=mphatso&status=processing')
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const lines = (await answer.text()).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain(one.orderNumber)
    expect(lines[1]).toContain("'=cmd() Banda")
    const cells = lines[1]?.split(',') ?? []
    expect(cells[1]).toMatch(/^20\d\d-\d\d-\d\d \d\d:\d\d$/)
    expect(cells[6]).toMatch(/^265( \d{3}){3}$/)
    expect(await app.shop.db.select().from(auditLog)).toMatchObject([
      { action: 'exported', entity: 'order', after: { search: 'mphatso', status: 'processing' } },
    ])
  })

  test('exports till sales, each of which opens by its address', async () => {
    const cashier = await aUser(app.shop, 'cashier')
    const rung = await ringUpProviderSale(app.shop, cashier.userId, {
      lines: [{ ...skirt, quantity: 2 }],
      totalAmount: 40_000,
      customerName: 'Thokozani Gondwe',
      customerPhone: null,
      notes: 'Gift wrapped',
      idempotencyKey: randomUUID(),
    })
    if (!rung.ok) throw new Error(rung.reason)
    const { id, saleNumber } = rung.sale
    expect(await see('/admin/pos-sales?search=thokozani')).toContain(saleNumber)
    const open = await see(`/admin/pos-sales?sale=${saleNumber}`)
    for (const words of ['Gift wrapped', 'Chitenje Skirt', 'Waiting', '2 × MK\u00a020,000'])
      expect(open).toContain(words)
    const asked = await admin.post('/admin/pos-sales', { intent: 'ask', sale: id })
    expect(textOf((await admin.open(asked)).html)).toContain('The provider was asked')
    await app.shop.db.update(posSales).set({ unpaidAmount: 7000 }).where(eq(posSales.id, id))
    const file = await (await admin.fetch('/admin/pos-sales.csv')).text()
    expect(file).toContain(`${saleNumber},`)
    expect(file).toMatch(/,Voucher sold,Not paid,[^]*,0,7000,/)
    expect(file).toContain('Thokozani Gondwe')
  })
})
