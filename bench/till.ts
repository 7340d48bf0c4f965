import { existsSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { TillDevice } from '../tests/support/till/till-device.ts'
import type { RunningShop } from './shop.ts'

const SCANS = 40
const SLOW_CPU = 4
const STARTS = 5

export type TillFigures = {
  variants: number
  /** From the last key of a scan to the line on the screen, ms, the 95th percentile of a hundred scans. */
  scan: number
  longestScan: number
  /**
   * From switching on without a network to the PIN pad (the median of five), and from the right PIN to a till that
   * sells, ms.
   */
  coldStart: number
  unlock: number
}

/**
 * Measures the till with all products of the big shop in its storage: a scan on a slow device, and a start without a
 * connection.
 */
export async function measureTill({ origin, pool }: RunningShop): Promise<TillFigures | null> {
  if (!existsSync(process.env['CHROME_PATH'] ?? '/usr/bin/chromium')) return null
  const codes = await pool.query<{ barcode: string }>(
    `select p.barcode from products p join variants v on v.product_id = p.id and v.retired_at is null
     where p.status = 'active' and p.archived_at is null and p.barcode is not null
     group by p.id having count(*) = 1 and min(v.inventory) > 5 order by md5(p.id::text) limit $1`,
    [SCANS],
  )
  const device = await TillDevice.open(origin.replace('127.0.0.1', 'localhost'))
  try {
    const page = await device.setUp('cashier@zovala.test', 'Bench')
    const variants = await countVariants(page)
    const slow = await page.context().newCDPSession(page)
    await slow.send('Emulation.setCPUThrottlingRate', { rate: SLOW_CPU })
    const took: number[] = []
    for (const { barcode } of codes.rows) took.push(await page.evaluate(timeScan, barcode))
    took.sort((a, b) => a - b)

    await device.connection.cut()
    const starts: number[] = []
    let last = page
    for (let n = 0; n < STARTS; n++) {
      await device.stop()
      last = await device.start()
      starts.push(await timeColdStart(device, last))
    }
    starts.sort((a, b) => a - b)
    const ready = performance.now()
    await device.unlock(last)
    return {
      variants,
      scan: took[Math.ceil(took.length * 0.95) - 1] ?? 0,
      longestScan: took.at(-1) ?? 0,
      coldStart: starts[Math.floor(STARTS / 2)] ?? 0,
      unlock: performance.now() - ready,
    }
  } finally {
    await device.close()
  }
}

/** Switches the device on: the time from the first request to the frame that shows the PIN field. */
async function timeColdStart(device: TillDevice, page: Page) {
  // The page itself checks at each frame: from outside the check would run only at 100, 350 and 850 ms.
  await page.addInitScript(() => {
    const look = () => {
      const isPin = ({ disabled, labels }: HTMLInputElement) =>
        !disabled && labels?.[0]?.textContent?.startsWith('PIN of ')
      if ([...document.querySelectorAll('input')].some(isPin)) performance.mark('PIN')
      else requestAnimationFrame(look)
    }
    look()
  })
  await device.goToTill(page)
  const shown = await page.waitForFunction(() => performance.getEntriesByName('PIN')[0]?.startTime)
  return (await shown.jsonValue()) ?? 0
}

/** Sends a scanner's keystrokes to the page, and waits until one more line is painted. */
function timeScan(code: string) {
  const basket = document.querySelector('[aria-label="Cart"]') ?? document.body
  const count = () => basket.querySelectorAll('li').length
  const before = count()
  return new Promise<number>((done, fail) => {
    let started = 0
    const texts = () => [...document.querySelectorAll('output')].map((one) => one.innerText)
    setTimeout(() => fail(new Error(`no line for ${code}: ${texts().join(' ')}`)), 3_000)
    const look = new MutationObserver(() => {
      if (count() <= before) return
      look.disconnect()
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - started)))
    })
    look.observe(basket, { childList: true, subtree: true })
    let at = performance.now()
    for (const key of code.split('').concat('Enter')) {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      at += 5
      Object.defineProperty(event, 'timeStamp', { value: at })
      started = performance.now()
      document.body.dispatchEvent(event)
    }
  })
}

const countVariants = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        const asked = indexedDB.open('zovala-till')
        asked.addEventListener('success', () => {
          const items = asked.result.transaction('facts').objectStore('facts').get('goods')
          items.addEventListener('success', () => {
            const { products } = (
              items.result as { value: { products: { variants: unknown[] }[] } }
            ).value
            asked.result.close()
            done(products.reduce((sum, { variants }) => sum + variants.length, 0))
          })
        })
      }),
  )
