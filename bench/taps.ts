import type pg from 'pg'
import { CHEAP_PHONE } from '../tests/support/screens/count-bytes.ts'
import { payloadFor, type SoldProduct } from '../tests/support/shoppers.ts'
import { listTaps, tapAndLook } from '../tests/support/taps.ts'
import { addCustomer, openBrowser } from './slow-connection.ts'

const TIMES = 5

/**
 * Milliseconds on a processor four times as slow: from each touch to the first frame that shows it, and from the tap to
 * the first frame that shows its effect; null without a Chromium.
 */
export async function measureTaps(origin: string, pool: pg.Pool) {
  const browser = await openBrowser()
  if (!browser) return null
  try {
    const context = await browser.newContext({ ...CHEAP_PHONE, baseURL: origin })
    const send = async (path: string, data: object) => {
      const answer = await context.request.post(path, { headers: { origin }, data })
      if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
      return (await answer.json()) as { checkout_url: string }
    }
    await send('/api/auth/sign-in/email', await addCustomer(pool, 'taps@example.com'))
    const found = await context.request.get('/api/products/canvas-tote-bag')
    const bag = (await found.json()) as SoldProduct
    const { checkout_url } = await send('/functions/process-payment', payloadFor(bag, 1))
    await send('/api/cart', { product_id: bag.id, quantity: 1 })

    const page = await context.newPage()
    // An unsent heart would wait on the device, and would be pressed already at the next try.
    await page.addInitScript(() => {
      if (location.protocol !== 'about:') localStorage.clear()
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const measured: { name: string; pressed: number; median: number; longest: number }[] = []
    for (const tap of listTaps(new URL(checkout_url).pathname)) {
      const times: number[] = []
      const touches: number[] = []
      for (let n = 0; n < TIMES; n += 1) {
        const seen = await tapAndLook(page, tap)
        if (!seen) throw new Error(`Nothing is seen of ${tap.name}`)
        times.push(seen.ms)
        touches.push(seen.pressed ?? Number.POSITIVE_INFINITY)
      }
      measured.push({
        name: tap.name,
        pressed: medianOf(touches),
        median: medianOf(times),
        longest: Math.max(...times),
      })
    }
    return measured
  } finally {
    await browser.close()
  }
}

const medianOf = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
