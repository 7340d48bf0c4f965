import type { CDPSession, Page } from '@playwright/test'

/**
 * Every kind of page that shoppers open; `ORDER`, `UNPAID` and `PAYING` stand for a paid order's number, an unpaid
 * one's, and the latter's address at the test provider. `npm run bench` measures the largest paint of each.
 */
export const PAINTED = [
  '/',
  '/?view=list',
  '/products',
  '/products?search=dress',
  '/products?search=zzzzqq',
  '/products?size=M&on_sale=1',
  '/category/dresses',
  '/product/chitenje-wrap-dress',
  '/product/canvas-tote-bag',
  '/product/sold-out-scarf',
  '/size-guide',
  '/returns-policy',
  '/privacypolicy',
  '/termsofservice',
  '/about-us',
  '/student-discount',
  '/track-order',
  '/newsletter',
  '/waitlist?leave=x',
  '/gift-voucher',
  '/reviews/new',
  '/reviews/emails?leave=x',
  '/auth',
  '/auth?mode=sign-up',
  '/auth?mode=reset',
  '/invitation?token=x',
  '/checkout/failed',
  '/404',
] as const
/** Pages of a signed-in customer with two lines in the cart. */
export const PAINTED_OF_CUSTOMERS = [
  '/cart',
  '/checkout',
  '/sandbox/pay/PAYING',
  '/checkout/success?order=ORDER',
  '/checkout/success?order=UNPAID',
  '/orders',
  '/orders/ORDER',
  '/orders/UNPAID',
  '/orders/ORDER/invoice',
  '/wishlist',
  '/account',
  '/reviews/new/chitenje-wrap-dress',
] as const

type Largest = { time: number; url: string; isLate: boolean }

/**
 * Call before a page is opened. The returned function reports, once the page is there, when its largest part was
 * painted and what it waited for.
 */
export async function watchPaint(page: Page, session: CDPSession) {
  const urls = new Map<string, string>()
  const bytes = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, response, type }) =>
    urls.set(requestId, type === 'Document' ? 'document' : response.url),
  )
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) bytes.set(url, encodedDataLength)
  })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { url, element } = entry as LargestContentfulPaint
        const isLate = element instanceof HTMLImageElement && element.loading === 'lazy'
        Reflect.set(window, 'largest', { time: entry.startTime, url, isLate })
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  return async () => {
    await page.waitForFunction(() => Reflect.has(window, 'largest'))
    // A part that has just arrived is painted with the next frame, and reported with the one after it.
    await page.evaluate(async () => {
      for (let n = 0; n < 3; n += 1) await new Promise(requestAnimationFrame)
    })
    const seen = await page.evaluate(() => {
      const largest = Reflect.get(window, 'largest') as Largest
      const fetched = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
        renderBlockingStatus?: string
      })[]
      const [document_] = performance.getEntriesByType('navigation') as PerformanceResourceTiming[]
      const blocking = fetched.filter((one) => one.renderBlockingStatus === 'blocking')
      const waitedFor = [...blocking, ...fetched.filter(({ name }) => name === largest.url)]
      const asked = [...document.images].filter(({ loading }) => loading !== 'lazy')
      return {
        paint: largest.time,
        network: Math.max(document_?.responseEnd ?? 0, ...waitedFor.map((one) => one.responseEnd)),
        urls: [...blocking.map(({ name }) => name), ...asked.map((one) => one.currentSrc)],
        late: [
          ...(largest.isLate ? [largest.url] : []),
          ...blocking.filter((one) => one.initiatorType !== 'link').map(({ name }) => name),
        ],
      }
    })
    const before = ['document', ...new Set(seen.urls)]
    return {
      /** Milliseconds to the largest paint, and to the arrival of everything that it needs. */
      paint: seen.paint,
      network: seen.network,
      /** Bytes as sent: the document, the files that block its rendering, and pictures that are not lazy. */
      bytes: before.reduce((sum, url) => sum + (bytes.get(url) ?? 0), 0),
      /** Files that the largest paint needs but the document does not request itself: one more round trip. */
      late: seen.late,
    }
  }
}
