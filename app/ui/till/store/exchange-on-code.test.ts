import { beforeEach, expect, test, vi } from 'vitest'
import { putTote, useTillStore } from '../../../../tests/support/till/open-store.ts'
import { SMALLEST_PAYMENT } from '../../../rules/money.ts'
import { beginMobile } from '../payments/begin-mobile.ts'
import { canAskPayment, sendMobileSale } from '../payments/mobile/send-mobile-sale.ts'
import { keepCodeAgain, settleAsked, settleExchange } from '../returns/settle-exchange.ts'
import * as acts from './acts.ts'
import { keepFact } from './db.ts'
import { now, show } from './live.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'

// docs/product.md, Exchanges at the till: of an order that a code paid, the rest by mobile money

const CODE = '23456789K7WX'
const RETURNS = '/admin/pos/returns'
const CREDIT = '/admin/pos/credit'
const till = useTillStore()
let sent: { path: string; body: Record<string, unknown> }[]

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  sent = []
  const answer = fetch
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
    if (typeof init.body === 'string') sent.push({ path, body: JSON.parse(init.body) })
    return answer(path, init)
  })
  till.server.answers['/functions/process-payment'] = {
    order_number: 'POS-2026-7',
    checkout_url: '/p',
  }
})

const aReserve = (id: string, amount = 9000) => ({
  id,
  ending: 'K7WX',
  amount,
  balance: 9000,
  shiftId: till.shift.id,
  until: new Date(Date.now() + 3_600_000).toISOString(),
})
/** A piece of an order that a code paid, in a cart with a tote bag for MK 15,000. */
async function begin() {
  const exchange: ExchangeInCart = {
    id: crypto.randomUUID(),
    number: 'ZV-2026-000007',
    order: { id: crypto.randomUUID(), reason: 'other-size' },
    lines: [],
    refund: 9000,
    reason: 'Other size',
    approval: null,
    credit: { amount: 9000, ending: '' },
  }
  await acts.beginExchange(exchange)
  await putTote()
  till.server.answers[RETURNS] = { creditCode: CODE, credit: aReserve(exchange.id) }
  return exchange
}
async function ask() {
  expect(await settleExchange(now().basket, till.shift)).toEqual({ ok: true })
  const started = await acts.beginMobileSale(0)
  if (!started.ok) throw new Error(started.reason)
  expect(await sendMobileSale(started.wait)).toBe('waiting')
  return started.wait
}
const lastTo = (path: string) => sent.findLast((one) => one.path === path)?.body

test('an exchange on a code is sent as a payment by code instead of returned items, which every server accepts', async () => {
  const exchange = await begin()
  expect(await canAskPayment(now().basket)).toBe(true)
  // The answer was lost: it is asked for once more, and not refused as an exchange for cash.
  await acts.noteExchangeAsked(exchange.id, till.shift.id)
  expect(await acts.beginMobileSale(0)).toMatchObject({ reason: 'till-exchange-first' })
  await ask()
  expect(lastTo('/functions/process-payment')).toMatchObject({
    credit: { reserve_id: exchange.id, amount: 9000 },
    exchange: null,
    totalAmount: 15_000,
  })
  expect(sent.filter(({ path }) => path === RETURNS)).toHaveLength(1)
})

test('no item is taken back for a payment that would be refused: too small a rest, a missing approval', async () => {
  await begin()
  expect(await beginMobile(6000 - SMALLEST_PAYMENT + 1)).toEqual({
    ok: false,
    reason: 'pos-too-small',
  })
  const [exchange, credit] = [now().basket.exchange, aReserve('typed', 100)]
  if (!exchange?.order) throw new Error('no order comes back')
  show({ basket: { ...now().basket, credit } })
  expect(await beginMobile(0)).toEqual({ ok: false, reason: 'till-exchange-code' })
  const order = { ...exchange.order, needsApproval: true }
  show({ basket: { ...now().basket, credit: null, exchange: { ...exchange, order } } })
  expect(await beginMobile(0)).toEqual({ ok: false, reason: 'till-refund' })
  expect(sent).toEqual([])
  show({ basket: { ...now().basket, exchange } })
  expect(await beginMobile(6000 - SMALLEST_PAYMENT)).toMatchObject({ ok: true })
  expect(lastTo(RETURNS)).toMatchObject({ mobileAmount: SMALLEST_PAYMENT })
})

test('an exchange by mobile money with a lost answer is requested again for the same amount', async () => {
  const exchange = await begin()
  till.server.connection = 'answer-lost'
  expect(await beginMobile(0)).toMatchObject({ ok: false })
  till.server.connection = 'up'
  await settleAsked()
  const asked = sent.filter(({ path }) => path === RETURNS).map(({ body }) => body)
  expect(asked).toMatchObject([
    { id: exchange.id, mobileAmount: 6000 },
    { id: exchange.id, mobileAmount: 6000 },
  ])
  expect(now().basket.exchange).toMatchObject({ isSettled: true })
})

test('the code of an exchange no longer pays once its shift is over, neither with cash nor with mobile money', async () => {
  await begin()
  await settleExchange(now().basket, till.shift)
  const other = { ...till.shift, id: crypto.randomUUID() }
  await keepFact('shift', other)
  show({ shift: other })
  const over = { ok: false, reason: 'till-credit-over' }
  expect(await acts.beginMobileSale(0)).toEqual(over)
  expect(await acts.sellForCash(15_000)).toEqual(over)
})

test('calling off a payment keeps the returned item: its code is reserved anew for the cart with the items', async () => {
  const exchange = await begin()
  const wait = await ask()
  await acts.returnToBasket(wait.saleId, 'called-off')
  const { basket } = now()
  expect(basket).toMatchObject({ exchange: null, credit: null, lines: [{ quantity: 1 }] })
  till.server.answers[RETURNS] = { creditCode: CODE, credit: null }
  till.server.answers[CREDIT] = { credit: aReserve('again') }
  expect(await keepCodeAgain(wait, basket.id)).toBe('K7WX')
  expect(lastTo(RETURNS)).toMatchObject({ id: exchange.id, exchangeSaleId: wait.saleId })
  expect(lastTo(CREDIT)).toMatchObject({ code: CODE, cartId: basket.id, amount: 15_000 })
  expect(now().basket).toMatchObject({ credit: { id: 'again' } })
  expect(acts.dueOf(now().basket).rest).toBe(6000)
})

test('an exchange that never reached the server keeps its code; another sale in the cart is left alone, and the code is released', async () => {
  const exchange = await begin()
  const wait = await ask()
  await acts.returnToBasket(wait.saleId, 'never-sent')
  expect(await keepCodeAgain(wait, now().basket.id)).toBe('K7WX')
  expect(now().basket.credit).toMatchObject({ id: exchange.id })
  expect(sent.some(({ path }) => path === CREDIT)).toBe(false)
  await acts.clearBasket()
  await begin()
  const second = await ask()
  await putTote()
  expect(await acts.returnToBasket(second.saleId, 'never-sent')).toMatchObject({
    isSuspended: true,
  })
  expect(await keepCodeAgain(second, null)).toBeNull()
  expect(now().basket.credit ?? null).toBeNull()
  await vi.waitFor(() => expect(lastTo(CREDIT)?.end).toContain(second.basket.exchange?.id))
})

test('a cart whose code cannot be reserved costs its whole price', async () => {
  await begin()
  const wait = await ask()
  await acts.returnToBasket(wait.saleId, 'called-off')
  till.server.answers[RETURNS] = { creditCode: CODE, credit: null }
  till.server.failing = CREDIT
  expect(await keepCodeAgain(wait, now().basket.id)).toBeNull()
  till.server.failing = RETURNS
  expect(await keepCodeAgain(wait, now().basket.id)).toBeNull()
  expect(acts.dueOf(now().basket).rest).toBe(15_000)
})
