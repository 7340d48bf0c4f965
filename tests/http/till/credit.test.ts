import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { credits, sessions } from '../../../app/db/tables.server.ts'
import { settlePayment } from '../../../app/modules/checkout/settle-payment.ts'
import { issueCredit } from '../../../app/modules/credit/issue-credit.ts'
import { formatCreditCode } from '../../../app/rules/credit/credit.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import { anAdmin, aProduct, payAtProvider, type TestProduct } from '../../support/factories.ts'
import { aSoldLine, aTill } from '../../support/till/till.ts'

// docs/product.md, Store credit

const app = useApp()
const { shop } = app
let bob: SignedIn
let dress: TestProduct
let till: Awaited<ReturnType<typeof aTill>>

beforeEach(async () => {
  bob = await app.signIn('cashier')
  dress = await aProduct(shop, { name: 'Linen Dress', price: 20_000, stock: 5 })
  till = await aTill(bob, { hasKey: true })
  await till.send(await till.sign(till.openShift))
})

async function aCode(amount: number) {
  const by = await anAdmin(shop)
  const voucher = { kind: 'voucher', email: null, reason: 'Paid in cash', amount } as const
  await issueCredit(shop, by, { id: randomUUID(), ...voucher })
  const [credit] = await shop.db.select().from(credits)
  return credit?.code ?? ''
}
const ask = (code: string, change: object = {}) =>
  till.post('credit', {
    id: randomUUID(),
    code,
    cartId: randomUUID(),
    amount: 20_000,
    shiftId: till.shiftId,
    ...change,
  })

test('a typed code pays at a till, as the sale, its list, its shift and the export show', async () => {
  const code = await aCode(8000)
  const sale = till.sale([aSoldLine(dress)])
  const answer = await ask(` ${formatCreditCode(code).toLowerCase()}`, { cartId: sale.id })
  const { credit } = await answer.json()
  expect(credit).toMatchObject({ amount: 8000, ending: code.slice(-4) })
  // A till never stores the whole code.
  expect(JSON.stringify(credit)).not.toContain(code)
  const tender = { reserveId: credit.id, ending: credit.ending, amount: 8000 }
  const { received } = await till.send(
    await till.sign({ ...sale, cashGiven: 12_000, credit: tender }),
  )
  expect(received).toMatchObject([{ reviewReasons: [] }])
  const found = await (await till.get(`sales/${received[0]?.number}`)).json()
  expect(found.sale).toMatchObject({
    cashAmount: 12_000,
    credit: { amount: 8000, ending: code.slice(-4) },
  })
  const admin = await app.signIn('admin')
  const see = async (path: string) =>
    (await admin.open(path)).html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
  const panel = await see(`/admin/pos-sales?sale=${received[0]?.number}`)
  expect(panel).toContain(`By the code …${code.slice(-4)}`)
  expect(panel).toContain('Cash and Voucher')
  expect(await see(`/admin/shifts?shift=${till.shiftId}`)).toMatch(
    /Vouchers and store credit\s+MK\u00a08,000/,
  )
  expect(
    await see(`/admin/credit?credit=${(await shop.db.select().from(credits))[0]?.id}`),
  ).toContain(received[0]?.number)
  expect(await (await admin.fetch('/admin/pos-sales.csv')).text()).toContain(',8000,')
})

test('only the till’s own device gets a code’s data, and only for staff who may sell', async () => {
  const code = await aCode(8000)
  const headers = { 'X-Till-Device': randomUUID() }
  const body = { id: randomUUID(), code, cartId: randomUUID(), amount: 1, shiftId: till.shiftId }
  const other = await bob.json('/admin/pos/credit', { body, headers })
  expect(other).toMatchObject({ status: 400, body: { reason: 'till-not-this-device' } })
  const customer = await app.signIn()
  expect((await customer.json('/admin/pos/credit', { body })).status).toBe(403)
  const wrong = await ask('ABCD-2345-EFGH')
  expect(wrong.status).toBe(400)
  expect(await wrong.json()).toMatchObject({ reason: 'credit-invalid' })
  expect((await ask(code, { amount: 0 })).status).toBe(400)
})

test('a reserve of a lost till is ended in the code’s history, after a proof and without scripts', async () => {
  const code = await aCode(8000)
  const { credit } = await (await ask(code)).json()
  const admin = await app.signIn('admin')
  const about = { intent: 'end-reserve', reserve: credit.id }
  const [held] = await shop.db.select().from(credits)
  expect(held?.balance).toBe(0)
  const path = `/admin/credit?credit=${held?.id}`
  expect((await admin.open(path)).html).toContain('End the till’s hold')
  expect((await bob.post(path, about)).status).toBe(403)
  await shop.db.update(sessions).set({ provenAt: sql`now() - interval '11 minutes'` })
  expect((await admin.post(path, about)).status).toBe(401)
  await shop.db.update(sessions).set({ provenAt: sql`now()` })
  const done = await admin.open(await admin.post(path, about))
  expect(done.html).toContain('What it held is back on the code')
  expect((await admin.open(path)).html).not.toContain('End the till’s hold')
  expect(await shop.db.select().from(credits)).toMatchObject([{ balance: 8000 }])
})

test('a voucher paid by mobile money gets its code once it is paid, shown only on the device that sold it', async () => {
  const id = randomUUID()
  const start = () =>
    bob.json('/functions/process-payment', {
      body: {
        pos: true,
        paymentMethod: 'paychangu',
        cartItems: [],
        totalAmount: 9000,
        voucher_amount: 9000,
        till_id: till.till.id,
        shift_id: till.shiftId,
        sale_id: id,
      },
      headers: { 'Idempotency-Key': id, 'X-Till-Device': till.deviceId },
    })
  const started = await start()
  expect(started.status).toBe(200)
  expect((await start()).body).toEqual(started.body)
  const admin = await app.signIn('admin')
  const { order_number: number, checkout_url: pay } = started.body as Record<string, string>
  const { html } = await admin.open(`/admin/pos-sales?sale=${number}`)
  expect(html).toContain('its code is made when it is paid')
  const seen = async () => (await (await till.get(`sales/${id}`)).json()).sale
  expect(await seen()).toMatchObject({ state: 'waiting', voucher: { amount: 9000, code: '' } })
  const reference = pay?.split('/').at(-1) ?? ''
  await payAtProvider(shop, reference)
  await settlePayment(shop, reference)
  const [credit] = await shop.db.select().from(credits)
  expect(await seen()).toMatchObject({ state: 'paid', voucher: { code: credit?.code } })
  const other = await (await bob.fetch(`/admin/pos/sales/${id}`)).text()
  expect(other).not.toContain(credit?.code)
  // A device's name is no secret: another cashier who uses it learns nothing.
  const eve = await app.signIn('cashier')
  const headers = { 'X-Till-Device': till.deviceId }
  const asked = await eve.fetch(`/admin/pos/sales/${id}`, { headers })
  expect((await asked.json()).sale).toMatchObject({ state: 'paid', voucher: { code: '' } })
  const pressed = await eve.json(`/admin/pos/sales/${id}/ask`, { method: 'POST', headers })
  expect(JSON.stringify(pressed.body)).not.toContain(credit?.code)
  expect((await admin.open(`/admin/pos-sales?sale=${number}`)).html).toContain('Open its code')
  expect((await admin.open(`/admin/shifts?shift=${till.shiftId}`)).html).toContain(
    'Vouchers sold, no sales',
  )
})
