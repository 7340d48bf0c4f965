import { expect, test } from 'vitest'
import { settlePayment } from '../../app/modules/checkout/settle-payment.ts'
import { useApp } from '../support/app.ts'
import { aCart, aPaidOrder, aPendingOrder, aProduct, payAtProvider } from '../support/factories.ts'

const app = useApp()
const textOf = (html: string) =>
  html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&#x27;', "'")

test('screens show the words that shoppers and staff know, also in composed texts', async () => {
  const product = await aProduct(app.shop, { stock: 50 })
  const [buyer, admin] = [await app.signIn(), await app.signIn('admin')]
  const { order } = await aPaidOrder(app.shop, buyer.userId, [{ product }])
  const waiting = await aPendingOrder(app.shop, buyer.userId, [{ product }])
  // A returning customer finds their former courier chosen.
  const newcomer = await app.signIn()
  await aCart(app.shop, newcomer.userId, [{ product }])
  const shown = [
    [buyer, '/', 'Unsubscribe any time'],
    // In the sums, and above the pay button.
    [newcomer, '/checkout', 'Total before delivery', 2],
    [buyer, `/checkout/success?order=${order.orderNumber}`, 'an email with your order details'],
    [buyer, `/orders/${waiting.order.orderNumber}`, 'We hold it until'],
    [buyer, `/orders/${waiting.order.orderNumber}`, 'Cancel order'],
    [admin, `/admin/orders?order=${order.orderNumber}&part=history`, 'automatically'],
    [admin, '/admin/orders', 'Select all'],
    [admin, '/admin', 'All orders placed'],
    [admin, '/admin', 'Totals'],
    [admin, '/admin/add-product', 'Old price (crossed out)'],
    [admin, '/admin/add-product', 'How it looks in search engines'],
  ] as const
  const missing: string[] = []
  for (const [by, path, words, least = 1] of shown) {
    const { html } = await by.open(path)
    if (textOf(html).split(words).length <= least) missing.push(`${path}: ${words}`)
  }
  expect(missing).toEqual([])

  // It was paid while the panel was open.
  const { version } = waiting.order
  await payAtProvider(app.shop, waiting.payment.reference)
  await settlePayment(app.shop, waiting.payment.reference)
  const refused = await admin.post(`/admin/orders?order=${waiting.order.orderNumber}`, {
    intent: 'move',
    order: waiting.order.id,
    version: String(version),
    to: 'cancelled',
  })
  expect(textOf(await refused.text())).toMatch(
    /This has changed automatically \(\w[^)]*\) while you were editing/,
  )
})
