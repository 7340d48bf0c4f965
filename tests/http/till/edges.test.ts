import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { posSales } from '../../../app/db/tables.server.ts'
import { findAdminSale } from '../../../app/modules/till/sales/find-admin-sale.ts'
import type { ShopEvents } from '../../../app/platform/events.server.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { aProduct, type TestProduct } from '../../support/factories.ts'
import { aSale } from '../../support/till/counter.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

const app = useApp()
let cashier: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  cashier = await app.signIn('cashier')
  dress = await aProduct(app.shop, { name: 'Linen Dress', price: 20_000, stock: 50 })
  till = await aTill(cashier)
  await till.send(till.openShift)
})

const cashMoved = () => ({
  ...till.made(),
  kind: 'cash-moved',
  shiftId: till.shiftId,
  amount: -1000,
  reason: 'Tea',
})
const returned = (sale: { number: string | null; lines: { id: string }[] }, change = {}) => ({
  ...till.made(),
  kind: 'return',
  shiftId: till.shiftId,
  saleNumber: sale.number,
  lines: [{ lineId: sale.lines[0]?.id, quantity: 1, amount: 20_000, isRestocked: true }],
  refund: 20_000,
  reason: 'Exchange',
  exchangeSaleId: null,
  ...change,
})

test('an admin renames a till; a cashier cannot, and an empty or too long name is refused', async () => {
  const admin = await app.signIn('admin')
  const rename = async (who: SignedIn, name: unknown, id: string = till.till.id) => {
    const { status, body } = await who.json(`/admin/pos/tills/${id}`, { body: { name } })
    return { status, body }
  }
  const name = `Door ${randomUUID().slice(0, 8)}`
  expect(await rename(cashier, name)).toMatchObject({
    status: 400,
    body: { error: 'Only an admin gives a till another name.' },
  })
  expect(await rename(admin, ` ${name} `)).toMatchObject({ status: 200, body: { till: { name } } })
  expect(await (await till.get('start')).json()).toMatchObject({ till: { name } })
  for (const bad of ['', '   ', 'x'.repeat(41), null])
    expect((await rename(admin, bad)).status).toBe(400)
  expect((await rename(admin, 'Nowhere', randomUUID())).status).toBe(404)
  expect((await rename(admin, 'Nowhere', 'x')).status).toBe(404)
  expect((await rename(await app.signIn('customer'), name)).status).toBe(403)
})

test('the back office gets events of cash movements and returns, as of sales', async () => {
  const received: ShopEvents['sales'][] = []
  const stop = app.shop.events.on('sales', (event) => void received.push(event))
  const sale = till.sale([aSoldLine(dress)])
  await till.send(sale, cashMoved(), returned(sale))
  await expect
    .poll(() => received.map(({ status }) => status).filter((one) => one !== 'shift-opened'))
    .toEqual(['completed', 'cash-moved', 'taken-back'])
  stop()
})

test('an exchange links to the sale made for it, and to no earlier one', async () => {
  const [first, earlier] = [till.sale([aSoldLine(dress)]), till.sale([aSoldLine(dress)])]
  first.at = earlier.at = new Date(Date.now() - 3_600_000).toISOString()
  await till.send(first, earlier)
  const taken = till.sale([aSoldLine(dress)])
  const exchangesOf = async (sale: typeof first) =>
    (await findAdminSale(app.shop.db, sale.number ?? '', randomUUID()))?.returns.map(
      ({ exchange }) => exchange,
    )
  await till.send(returned(first, { exchangeSaleId: taken.id }))
  expect(await exchangesOf(first)).toEqual([null])
  await till.send(taken)
  expect(await exchangesOf(first)).toEqual([taken.number])
  await till.send(returned(taken, { exchangeSaleId: earlier.id }))
  expect(await exchangesOf(taken)).toEqual([null])
})

test('a reprinted Z report is unchanged, with later payments listed below', async () => {
  const waiting = await aSale(app.shop, {
    cashierId: cashier.userId,
    product: dress,
    shiftId: till.shiftId,
    paymentMethod: 'paychangu',
    paymentStatus: 'pending',
  })
  await till.send({
    ...till.made(),
    kind: 'shift-closed',
    shiftId: till.shiftId,
    counted: { '5000': 1 },
    note: null,
  })
  const admin = await app.signIn('admin')
  const print = async () => {
    const { html } = await admin.open(`/admin/shifts/${till.shiftId}/z-report`)
    const text = html.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, ' ')
    return text.replaceAll(/\s+/g, ' ').split('Since it was closed')
  }
  const [first, ...none] = await print()
  expect(none).toEqual([])
  await app.shop.db
    .update(posSales)
    .set({ paymentStatus: 'completed' })
    .where(eq(posSales.id, waiting.id))
  const [again, later] = await print()
  const figuresOf = (text = '') => text.slice(text.indexOf('Sales ('), text.indexOf('Variance'))
  expect(figuresOf(again)).toContain('Sales (0)')
  expect(figuresOf(again)).toBe(figuresOf(first))
  expect(later).toContain('Paid by mobile money (1) MK 20,000')
  const { body } = await cashier.json(`/admin/pos/shifts/${till.shiftId}`)
  expect(body).toMatchObject({ atClose: { sales: 0, waiting: 1 }, figures: { sales: 1 } })
})
