import { beforeEach, describe, expect, test, vi } from 'vitest'
import { useTillStore } from '../../../../tests/support/till/open-store.ts'
import { aCatalogue, CASHIER, TILL } from '../../../../tests/support/till/till-store.ts'
import type { SaleReturn } from '../../../rules/till/till-events.ts'
import { sendMobileSale } from '../payments/mobile/send-mobile-sale.ts'
import { pieceOf } from '../returns/back.ts'
import { findChanges } from '../sales/check-prices.ts'
import * as acts from './acts.ts'
import { now } from './live.ts'
import type { ExchangeInCart } from './sales/exchange-in-cart.ts'
import { takesExchange } from './start.ts'
import { findCode, indexCatalogue } from './sync/catalogue-index.ts'
import { flush } from './sync/outbox.ts'

// docs/decisions/0089: the same product goes out at the price that was paid

const TODAY = 20_000
const PAID = 15_001
const HAT = 4000
const till = useTillStore()
beforeEach(() => {
  const catalogue = aCatalogue(20, TODAY)
  const [tote] = catalogue.products
  const [variant] = tote?.variants ?? []
  if (!tote || !variant) throw new Error('nothing is for sale')
  const sizes = ['M', 'L', 'XL'].map((size) => ({
    ...variant,
    id: size,
    size,
    sku: `DRESS-${size}`,
  }))
  const hat = { ...tote, id: 'hat', price: HAT, variants: [{ ...variant, id: 'H', sku: 'HAT' }] }
  indexCatalogue({ ...catalogue, products: [{ ...tote, id: 'dress', variants: sizes }, hat] })
})

/** Pieces of a dress come back, each time so many for so much in all. */
const anExchange = (
  back: readonly (readonly [quantity: number, amount: number, takenId?: string])[],
  change: Partial<ExchangeInCart> = {},
): ExchangeInCart => ({
  id: crypto.randomUUID(),
  number: 'POS-2026-000007',
  order: null,
  lines: back.map(([quantity, amount, takenId]) => ({
    lineId: crypto.randomUUID(),
    quantity,
    amount,
    isRestocked: true,
    name: 'Dress',
    size: 'M',
    color: null,
    productId: 'dress',
    takenId,
  })),
  refund: back.reduce((sum, [, amount]) => sum + amount, 0),
  reason: 'Exchange',
  approval: null,
  credit: null,
  ...change,
})
async function put(sku: string, quantity = 1) {
  const found = findCode(sku)
  if (!found?.variant) throw new Error(`${sku} is gone`)
  expect(await acts.addToBasket(found.product, found.variant, quantity)).toMatchObject({ ok: true })
}
const due = () => acts.dueOf(now().basket)
async function sell(cash = 0) {
  const sold = await acts.sellForCash(cash)
  if (!sold.ok) throw new Error(sold.reason)
  return sold.sale
}
const sums = (lines: readonly { quantity: number; unitPrice: number }[]) =>
  lines.map(({ quantity, unitPrice }) => [quantity, unitPrice])
const withServer = (changed: object) => {
  const answer = fetch
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) =>
    path === '/admin/pos/check' ? Response.json(changed) : answer(path, init),
  )
}

describe('a dress that comes back for the other size', () => {
  test('goes out for what was paid, and nothing is paid or given back', async () => {
    for (const amount of [PAID, TODAY + 5000]) {
      await acts.beginExchange(anExchange([[1, amount]]))
      await put('DRESS-L')
      expect(due()).toMatchObject({ totals: { total: amount, discountAmount: 0 }, rest: 0 })
      const sale = await sell()
      expect(sale).toMatchObject({ subtotal: amount, totalAmount: amount })
      expect(sums(sale.lines)).toEqual([[1, amount]])
    }
    await flush({ isRequested: true })
    const returned = [...till.server.events.values()].filter(({ kind }) => kind === 'return')
    expect(returned).toHaveLength(2)
    // No event has more in it than before.
    for (const { lines } of returned as SaleReturn[])
      for (const line of lines)
        expect(Object.keys(line).toSorted()).toEqual([
          'amount',
          'isRestocked',
          'lineId',
          'quantity',
        ])
  })

  test('sets the price of as many pieces as come back: one more of them, and anything else, is bought', async () => {
    await acts.beginExchange(anExchange([[2, 10_001]]))
    await put('DRESS-L', 3)
    await put('HAT')
    expect(due()).toMatchObject({ totals: { total: 10_001 + TODAY + HAT }, rest: TODAY + HAT })
    const [line] = now().basket.lines
    await acts.setLineDiscount(line?.id ?? '', TODAY + 300)
    expect(due().rest).toBe(HAT - 300)
    await acts.setApproval({ by: 'x', byName: 'Thoko', proof: 'y' })
    const sale = await sell(HAT)
    expect(sums(sale.lines)).toEqual([
      [1, TODAY],
      [1, 5000],
      [1, 5001],
      [1, HAT],
    ])
    expect(new Set(sale.lines.map(({ id }) => id)).size).toBe(4)
    expect(sale.lines.map(({ discount }) => discount)).toEqual([TODAY, 300, 0, 0])
  })

  test('has its price of today again when the exchange leaves the cart, and an approval ends with that', async () => {
    await acts.beginExchange(anExchange([[1, PAID]]))
    await put('DRESS-L')
    await acts.setDiscount(PAID + 7)
    expect(due().totals).toMatchObject({ subtotal: PAID, total: 0 })
    await acts.setDiscount(5000)
    await acts.setApproval({ by: 'x', byName: 'Thoko', proof: 'y' })
    await acts.endExchange()
    expect(due()).toMatchObject({ totals: { subtotal: TODAY, total: TODAY - 5000 } })
    expect(now().basket.approval).toBeNull()
    await acts.setDiscount(0)
    expect(await acts.sellForCash(TODAY - 1)).toMatchObject({ reason: 'pos-cash', amount: TODAY })
  })

  test('needs an approval once its price is another one: of what is off a cart at the price of today', async () => {
    await put('DRESS-L')
    await acts.setDiscount(TODAY / 10)
    await acts.setApproval({ by: 'x', byName: 'Thoko', proof: 'y' })
    await acts.beginExchange(anExchange([[1, PAID]]))
    expect(now().basket.approval).toBeNull()
    expect(await acts.sellForCash(0)).toEqual({ ok: false, reason: 'till-discount' })
  })

  test('costs what each line was worth, in the size that was chosen for it', async () => {
    await acts.beginExchange(
      anExchange([
        [1, PAID, 'XL'],
        [1, 9000, 'L'],
      ]),
    )
    await put('DRESS-L')
    await put('DRESS-XL')
    const sale = await sell()
    expect(sale.lines.map(({ size, unitPrice }) => [size, unitPrice])).toEqual([
      ['L', 9000],
      ['XL', PAID],
    ])
  })

  test('is asked for no other price, only for its stock; a piece that is bought with it is', async () => {
    await acts.beginExchange(anExchange([[1, PAID]]))
    await put('DRESS-L')
    const dearer = { variantId: 'L', unitPrice: TODAY + 1000, onHand: 5 }
    withServer({ ok: false, changed: [dearer] })
    expect(await findChanges(now().basket)).toEqual([])
    withServer({ ok: false, changed: [{ ...dearer, onHand: 0 }] })
    const [line] = now().basket.lines
    expect(await findChanges(now().basket)).toEqual([{ line, unitPrice: TODAY, onHand: 0 }])
    await put('DRESS-L')
    withServer({ ok: false, changed: [dearer] })
    expect(await findChanges(now().basket)).toMatchObject([{ unitPrice: TODAY + 1000 }])
  })

  test('is sent for mobile money at that price, while it waits and when it is called off', async () => {
    let body: { cartItems?: object[]; totalAmount?: number } = {}
    const answer = fetch
    vi.stubGlobal('window', new EventTarget())
    vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) => {
      if (path === '/functions/process-payment' && typeof init.body === 'string')
        body = JSON.parse(init.body)
      return answer(path, init)
    })
    till.server.answers['/functions/process-payment'] = {
      order_number: 'POS-2026-7',
      checkout_url: '/p',
    }
    await acts.beginExchange(anExchange([[1, PAID]]))
    await put('DRESS-L')
    await put('HAT')
    const started = await acts.beginMobileSale(0)
    if (!started.ok) throw new Error(started.reason)
    expect(await sendMobileSale(started.wait)).toBe('waiting')
    expect(body).toMatchObject({
      totalAmount: PAID + HAT,
      cartItems: [
        { variant_id: 'L', quantity: 1, price: PAID },
        { variant_id: 'H', quantity: 1, price: HAT },
      ],
      exchange: { refund: PAID },
    })
    expect(acts.totalOfWait(started.wait)).toBe(PAID + HAT)
    await acts.returnToBasket(started.wait.saleId, 'called-off')
    expect(due()).toMatchObject({ totals: { total: PAID + HAT }, rest: HAT })
  })
})

describe('a server of an earlier release', () => {
  const line = {
    id: 'line',
    name: 'Dress',
    size: 'M',
    color: null,
    productId: 'dress',
    variantId: 'M',
    quantity: 1,
    returned: 0,
    isRestocked: true,
    amount: PAID,
    takenId: 'L',
  }

  test('gets the price of the list, as before: it would have a person look at another', async () => {
    const priced = pieceOf(line, { shop: { exchangesAtPaidPrice: true } })
    expect(priced).toMatchObject({ productId: 'dress', takenId: 'L' })
    for (const shop of [{ takesExchanges: true }, null])
      expect(Object.keys(pieceOf(line, { shop }))).not.toContain('productId')
    const { lines, ...rest } = anExchange([[1, PAID]])
    const old = lines.map(({ productId: _product, takenId: _taken, ...one }) => one)
    await acts.beginExchange({ ...rest, lines: old })
    await put('DRESS-L')
    expect(due()).toMatchObject({ totals: { total: TODAY }, rest: TODAY - PAID })
  })

  test('is asked for no payment of a cart that was filled for one of now', async () => {
    const start = {
      person: { ...CASHIER, role: 'cashier', pinSet: false },
      tills: [],
      till: TILL,
      openShift: null,
      approvers: [],
      sealTo: '',
    }
    let shop: object = { takesExchanges: true }
    vi.stubGlobal('fetch', async () => Response.json({ ...start, shop }))
    const exchange = anExchange([[1, PAID]])
    expect(await takesExchange(exchange)).toBe(false)
    expect(await takesExchange({ ...exchange, lines: [] })).toBe(true)
    shop = { takesExchanges: true, exchangesAtPaidPrice: true }
    expect(await takesExchange(exchange)).toBe(true)
  })
})
