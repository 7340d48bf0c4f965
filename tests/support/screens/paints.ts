import type { CDPSession, Page } from '@playwright/test'

/**
 * Every kind of page that shoppers open, with `ORDER`, `UNPAID` and `PAYING` for a paid order's number, one that waits,
 * and the test provider's address of the latter. `npm run bench` measures the largest paint of each.
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
/** Of who is signed in, with two lines in the cart. */
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
 * Before a page is opened; what it gives says of the page once it is there when its largest part was painted,
 * and what for.
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
    // What has just arrived is painted with the next frame, and told with the one after it.
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
      /** Milliseconds, of them those until the network had brought what the largest part needs. */
      paint: seen.paint,
      network: seen.network,
      /** As they travel: of the page, what keeps it from being painted, and the pictures that do not wait. */
      bytes: before.reduce((sum, url) => sum + (bytes.get(url) ?? 0), 0),
      /** What the largest part needs and the page itself does not ask for at once: a turn more. */
      late: seen.late,
    }
  }
}
