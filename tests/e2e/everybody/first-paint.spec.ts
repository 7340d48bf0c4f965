import { expect, test } from '@playwright/test'
import { placeOrder } from '../../support/browse.ts'
import { cartOf, findTote } from '../../support/connections/cut-shop.ts'
import { CHEAP_PHONE } from '../../support/screens/count-bytes.ts'
import { PAINTED, PAINTED_OF_CUSTOMERS, watchPaint } from '../../support/screens/paints.ts'

/**
 * Of 2.5 s at 400 kbit/s and 400 ms, two round trips (the page, and its requests) and half a second of painting leave
 * time for so many bytes.
 */
const MOST_BYTES = 60_000
/** All that shoppers open: by `npm run test:long` alone, for each takes a second. */
const ALL =
  process.env['WIDTHS'] === 'all'
    ? [...PAINTED, ...PAINTED_OF_CUSTOMERS.filter((path) => !/[A-Z]{5}/.test(path))]
    : []

test('the largest paint of a page needs only the document and its direct requests, and few bytes', {
  tag: '@phone',
}, async ({ browser, request }) => {
  const tote = await findTote(request)
  const { order_number } = await placeOrder(request, tote)
  await cartOf(request, tote.id)
  test.setTimeout(45_000 + ALL.length * 5000)
  const storageState = await request.storageState()
  for (const path of [
    '/',
    '/products?search=dress',
    '/category/dresses',
    '/product/chitenje-wrap-dress',
    '/size-guide',
    '/auth',
    '/cart',
    '/checkout',
    `/orders/${order_number}`,
    ...ALL,
  ]) {
    const context = await browser.newContext({ ...CHEAP_PHONE, storageState })
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const read = await watchPaint(page, session)
    await page.goto(path)
    const { bytes, late } = await read()
    expect(late, path).toEqual([])
    expect(bytes, path).toBeGreaterThan(15_000)
    expect(bytes, path).toBeLessThanOrEqual(MOST_BYTES)
    await context.close()
  }
})
