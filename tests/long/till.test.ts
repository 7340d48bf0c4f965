import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Engine, openJourney, signIn } from './support/journey.ts'
import type { Page } from './support/page.ts'

const PIN = '471100'

test.each<Engine>(['Firefox', 'WebKit'])(
  'in %s a till is set up, sells, sells without a network, and starts without one',
  async (engine) => {
    const { page, connection, restart } = await openJourney(engine)
    await page.browser.resize(1280, 800)
    await page.go('/auth?then=%2Fadmin%2Fpos')
    await signIn(page, 'super@zovala.test')
    await setUp(page)

    await page.browser.run(listenForSlips)
    await pay(page)
    await page.press('Print the receipt')
    await page.until('the receipt is in its window', () => window.slips.join().includes('Tote'))
    await page.press(/^New sale/)
    await allSent(page)
    await connection.cut()
    await sell(page)
    await page.sees(/^Offline/, 'button')
    const numbers = await numbersOf(page)
    expect(numbers).toEqual([expect.stringMatching(/^POS-/), expect.stringMatching(/^POS-/)])

    const morning = await restart()
    await morning.go('/admin/pos')
    await morning.sees('The till is locked', 'heading')
    await morning.fill(/^PIN of /, PIN)
    await morning.press('Unlock')
    await morning.sees(/^Offline/, 'button')
    await sell(morning)
    expect(await numbersOf(morning)).toHaveLength(3)

    await connection.restore()
    await morning.browser.run(() => void dispatchEvent(new Event('online')))
    await allSent(morning)
    await morning.go('/admin/pos-sales')
    for (const number of await numbersOf(morning)) await morning.sees(new RegExp(number))
  },
)

async function setUp(page: Page) {
  await page.fill(/new till|Name of this till/, `Till ${randomUUID().slice(0, 8)}`)
  await page.press('Use this name')
  await page.fill('New PIN', PIN)
  await page.press('Next')
  await page.fill('The same PIN again', PIN)
  await page.press('Set PIN')
  await page.fill('Opening float', '10000')
  await page.press('Open shift')
  await page.sees('Search products', 'field')
  await page.until('the till is ready for a day without a network', async () => {
    await navigator.serviceWorker.ready
    return (await caches.keys()).length > 0
  })
}

async function sell(page: Page) {
  await pay(page)
  await page.press(/^New sale/)
}

async function pay(page: Page) {
  await page.fill('Search products', 'Canvas Tote')
  await page.press(/Canvas Tote Bag/)
  await page.press(/^Cash/)
  await page.press('Exact')
  await page.press(/^Take/, 'dialog')
  await page.sees('Paid', 'heading')
}

declare global {
  interface Window {
    slips: string[]
  }
}

/** Records the data that a receipt window gets once it has asked for it. */
function listenForSlips() {
  window.slips = []
  new BroadcastChannel('zovala-receipt').addEventListener(
    'message',
    ({ data }: MessageEvent<{ slip?: { html: string } }>) => {
      if (data.slip) window.slips.push(data.slip.html)
    },
  )
}

type Row = { unsent?: 1; thing: { kind: string; number?: string } }

const numbersOf = async (page: Page) =>
  (await page.browser.run(readEvents)).flatMap(({ thing }) =>
    thing.kind === 'sale' ? [String(thing.number)] : [],
  )

const allSent = (page: Page) =>
  expect
    .poll(async () => (await page.browser.run(readEvents)).filter(({ unsent }) => unsent === 1), {
      timeout: 60_000,
    })
    .toEqual([])

/** All events stored on this device. */
function readEvents() {
  return new Promise<Row[]>((done, fail) => {
    const asked = indexedDB.open('zovala-till')
    asked.addEventListener('error', () => fail(asked.error))
    asked.addEventListener('success', () => {
      const all = asked.result.transaction('things').objectStore('things').getAll()
      all.addEventListener('success', () => {
        asked.result.close()
        done(all.result as Row[])
      })
    })
  })
}
