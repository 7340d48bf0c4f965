import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { credits, orders } from '../../../app/db/tables.server.ts'
import { issueCredit } from '../../../app/modules/credit/issue-credit.ts'
import { readSalesByDay } from '../../../app/modules/reports/read-sales-by-day.ts'
import { readToday } from '../../../app/modules/reports/read-today.ts'
import { formatCreditCode } from '../../../app/rules/credit/credit.ts'
import { type SignedIn, useApp } from '../../support/app.ts'
import {
  aCart,
  anAdmin,
  aProduct,
  payAtProvider,
  type TestProduct,
} from '../../support/factories.ts'
import { fillCheckout, sendCheckout } from '../../support/payments/checkout-form.ts'

// docs/product.md, Store credit

const app = useApp()
const { shop } = app
let buyer: SignedIn
let dress: TestProduct

beforeEach(async () => {
  buyer = await app.signIn()
  dress = await aProduct(shop, { name: 'Chitenje Dress', price: 20_000, stock: 5 })
  await aCart(shop, buyer.userId, [{ product: dress }])
})

async function aCode(amount: number) {
  const by = await anAdmin(shop)
  const voucher = { kind: 'voucher', email: null, reason: 'Paid in cash', amount } as const
  await issueCredit(shop, by, { id: randomUUID(), ...voucher })
  const [credit] = await shop.db.select().from(credits)
  return credit?.code ?? ''
}
const rendered = (page?: string) => fillCheckout(buyer, page)
const send = (change?: Record<string, string>, fields?: Record<string, string>) =>
  sendCheckout(buyer, change, fields)
const allOrders = () => shop.db.select().from(orders)
const see = async (path: string, by = buyer) => {
  const { html } = await by.open(path)
  return html.replace(/<script.*?<\/script>/gs, '').replace(/<[^>]+>/g, ' ')
}

describe('store credit at the checkout', () => {
  test('is used without scripts, and every page shows the part that it pays', async () => {
    const code = await aCode(5000)
    const used = await send({
      intent: 'apply-credit',
      credit: formatCreditCode(code).toLowerCase(),
    })
    expect(used.status).toBe(200)
    expect(used.html).toContain('Store credit applied')
    expect((await send({}, await rendered(used.html))).to).toContain('/sandbox/pay/')
    const [order] = await allOrders()
    expect(order).toMatchObject({ totalAmount: 22_000, creditAmount: 5000 })
    const number = order?.orderNumber ?? ''
    expect(await see('/orders')).toContain('MK\u00a017,000')
    const answer = await buyer.fetch(`/api/orders/${number}`)
    expect(await answer.json()).toMatchObject({ total_amount: 22_000, credit_amount: 5000 })
    const admin = await app.signIn('admin')
    for (const text of [
      await see(`/orders/${number}`),
      await see(`/orders/${number}/invoice`),
      await see(`/admin/orders?order=${number}`, admin),
    ]) {
      expect(text).toMatch(/Store credit\s+−MK\u00a05,000/)
      expect(text).toMatch(/Total after store credit\s+MK\u00a017,000/)
    }
  })

  test('that pays the whole order needs no payment provider', async () => {
    const code = await aCode(30_000)
    const used = await send({ intent: 'apply-credit', credit: code })
    const placed = await send({}, await rendered(used.html))
    expect(placed.to).toContain('/checkout/success')
    const [order] = await allOrders()
    expect(order).toMatchObject({ status: 'processing', creditAmount: 22_000 })
    expect(await see(`/orders/${order?.orderNumber}`)).toContain('Paid by store credit')
    const email = (await app.emails(buyer.email)).find(({ subject }) =>
      subject.includes(order?.orderNumber ?? '?'),
    )
    expect(email?.text).toContain('Store credit: −MK\u00a022,000')
    // The sale of items counts as sold; the voucher that paid for it did not count when it was issued.
    expect((await readToday(shop)).today.paid).toEqual({ count: 1, amount: 22_000 })
    expect((await readSalesByDay(shop)).at(-1)?.online).toBe(22_000)
  })

  test('of an order that was given up is applied to the next one, unless the page has removed it', async () => {
    const used = await send({ intent: 'apply-credit', credit: await aCode(5000) })
    await send({}, await rendered(used.html))
    const [order] = await allOrders()
    await buyer.post('/checkout', { intent: `cancel-order:${order?.orderNumber}` })
    expect((await buyer.open('/checkout')).html).toContain('name="applied_credit"')
    expect((await buyer.open('/checkout?credit=')).html).not.toContain('name="applied_credit"')
  })

  test('that was typed but not used is used before anything is charged', async () => {
    const asked = await send({ credit: await aCode(5000) })
    expect(asked.html).toContain('Store credit applied')
    expect(await allOrders()).toEqual([])
  })

  test('that was spent meanwhile is refused with its balance, and removed', async () => {
    const code = await aCode(22_000)
    const used = await send({ intent: 'apply-credit', credit: code })
    const other = await app.signIn()
    await aCart(shop, other.userId, [{ product: dress }])
    const theirs = await sendCheckout(other, { intent: 'apply-credit', credit: code })
    await sendCheckout(other, {}, await fillCheckout(other, theirs.html))
    const refused = await send({}, await rendered(used.html))
    expect(refused.status).toBe(400)
    expect(refused.html).toContain('Nothing is left on this code.')
    expect(refused.html).not.toContain('name="applied_credit"')
    expect(await allOrders()).toHaveLength(1)
  })

  test.each([
    ['nope', 'There is no gift voucher or store credit'],
    ['  ', 'Please type a code.'],
  ])('%j is refused', async (credit, words) => {
    const refused = await send({ intent: 'apply-credit', credit })
    expect(refused.status).toBe(400)
    expect(refused.html).toContain(words)
  })

  test('counts wrong codes together with wrong discount codes, so that neither can be guessed', async () => {
    const { rateLimiter } = shop
    const asked: string[] = []
    shop.rateLimiter = {
      ...rateLimiter,
      take: async (key) => {
        asked.push(key)
        return { allowed: false, retryAfter: 90 }
      },
    }
    const refused = await send({ intent: 'apply-credit', credit: await aCode(5000) })
    shop.rateLimiter = rateLimiter
    expect(refused.html).toContain('Please try again in 2 minutes.')
    expect(asked).toContain(`code:${buyer.userId}`)
  })

  test('is taken by the payment function as `credit_code`', async () => {
    const code = await aCode(5000)
    const { shippingAddress, courierService } = {
      shippingAddress: {
        firstName: 'Chisomo',
        lastName: 'Banda',
        phone: '+265991234567',
        address: 'Plot 4',
        city: 'Blantyre',
        district: 'Blantyre',
      },
      courierService: 'bike-riders',
    }
    const pay = (credit_code: string) =>
      buyer.fetch('/functions/process-payment', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          cartItems: [
            {
              product_id: dress.productId,
              variant_id: dress.variantId,
              quantity: 1,
              price: 20_000,
            },
          ],
          shippingAddress,
          courierService,
          totalAmount: 22_000,
          credit_code,
        }),
      })
    expect((await pay('AAAA-AAAA-AAAA')).status).toBe(400)
    const body = (await (await pay(code)).json()) as { checkout_url: string }
    expect(body.checkout_url).toContain('/sandbox/pay/')
    expect(await allOrders()).toMatchObject([{ totalAmount: 22_000, creditAmount: 5000 }])
    const reference = body.checkout_url.split('/').at(-1) ?? ''
    await payAtProvider(shop, reference)
  })
})
