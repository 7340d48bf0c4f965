import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, expect, type Page } from '@playwright/test'
import type { Received, TillEvent } from '../../../app/rules/till/till-events.ts'
import { openConnection, type TestConnection } from './till-connection.ts'

const PIN = '471100'
const PASSWORD = 'zovala-demo'

type StoredEvent = { id: string; unsent?: 1; thing: TillEvent; received: Received | null }

/**
 * A till's device: a browser with its own disk, which a test can kill as a power cut would, with a connection that the
 * test can cut.
 */
export class TillDevice {
  readonly #profile = mkdtempSync(join(tmpdir(), 'till-device-'))
  readonly connection: TestConnection
  readonly #base: string
  #process: ChildProcess | undefined
  #browser: Browser | undefined

  private constructor(base: string, connection: TestConnection) {
    this.#base = base
    this.connection = connection
  }

  static async open(base: string) {
    return new TillDevice(base, await openConnection())
  }

  /** Switches the device on; the page is still empty. */
  async start(): Promise<Page> {
    rmSync(join(this.#profile, 'DevToolsActivePort'), { force: true })
    this.#process = spawn(
      process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
      [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--lang=en-GB',
        '--window-size=1280,800',
        '--remote-debugging-port=0',
        `--user-data-dir=${this.#profile}`,
        `--proxy-server=http://127.0.0.1:${this.connection.port}`,
        '--proxy-bypass-list=<-loopback>',
        'about:blank',
      ],
      // A process group of its own, so that all its processes can be killed at once.
      { detached: true, stdio: 'ignore' },
    )
    const address = await this.#address()
    this.#browser = await chromium.connectOverCDP(address)
    const [context] = this.#browser.contexts()
    if (!context) throw new Error('the browser has no window')
    const page = context.pages()[0] ?? (await context.newPage())
    // No receipt windows, which have their own test.
    await context.addInitScript(() => {
      window.open = () => null
    })
    await page.setViewportSize({ width: 1280, height: 800 })
    return page
  }

  async #address() {
    let port = ''
    await expect(() => {
      port = readFileSync(join(this.#profile, 'DevToolsActivePort'), 'utf8').split('\n')[0] ?? ''
      expect(port).toMatch(/^\d+$/)
    }).toPass({ intervals: [20] })
    return `http://127.0.0.1:${port}`
  }

  /** A power cut: no page is notified. */
  async kill() {
    const { pid, exitCode } = this.#process ?? {}
    if (pid === undefined || exitCode !== null) return
    const gone = new Promise((done) => this.#process?.once('exit', done))
    process.kill(-pid, 'SIGKILL')
    await gone
    await this.#browser?.close().catch(() => {})
  }

  /** A regular shutdown: the browser has saved everything, including its session. */
  async stop() {
    const gone = new Promise((done) => this.#process?.once('exit', done))
    const session = await this.#browser?.newBrowserCDPSession()
    await session?.send('Browser.close').catch(() => {})
    await gone
  }

  async close() {
    await this.kill()
    await this.connection.close()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 })
  }

  /** A till's first day: signed in, named, with a PIN and an open shift; then switched off and on again. */
  async setUp(email: string, name: string): Promise<Page> {
    const page = await this.start()
    await page.goto(`${this.#base}/auth?then=%2Fadmin%2Fpos`)
    await page.getByRole('main').getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByLabel(/Name of this till|Or a new till/).fill(name)
    await page.getByRole('button', { name: 'Use this name' }).click()
    await page.getByLabel('New PIN').fill(PIN)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByLabel('The same PIN again').fill(PIN)
    await page.getByRole('button', { name: 'Set PIN' }).click()
    await page.getByLabel('Opening float').fill('10000')
    await page.getByRole('button', { name: 'Open shift' }).click()
    await expect(
      page.getByRole('list', { name: 'Found' }).getByRole('button').first(),
    ).toBeVisible()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await expect.poll(() => this.numbers(page)).toBeGreaterThan(0)
    await expect.poll(async () => (await this.unsent(page)).length).toBe(0)
    await this.stop()
    const next = await this.start()
    await this.goToTill(next)
    await this.unlock(next)
    return next
  }

  goToTill(page: Page) {
    return page.goto(`${this.#base}/admin/pos`)
  }

  async unlock(page: Page) {
    await page.getByLabel(/^PIN of /).fill(PIN)
    await page.getByRole('button', { name: 'Unlock' }).click()
    await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  }

  /** All events stored on this device, the oldest first. */
  kept = (page: Page): Promise<StoredEvent[]> =>
    page.evaluate(readStore, 'things') as Promise<StoredEvent[]>

  sales = async (page: Page) => (await this.kept(page)).filter(({ thing }) => thing.kind === 'sale')
  unsent = async (page: Page) => (await this.kept(page)).filter(({ unsent }) => unsent === 1)
  /** The device's id in its requests to the shop. */
  async name(page: Page) {
    const facts = (await page.evaluate(readStore, 'facts')) as { name: string; value: string }[]
    return facts.find(({ name }) => name === 'device')?.value ?? ''
  }
  numbers = async (page: Page) => (await page.evaluate(readStore, 'numbers')).length
}

function readStore(name: string) {
  return new Promise<unknown[]>((done, fail) => {
    const asked = indexedDB.open('zovala-till')
    asked.addEventListener('error', () => fail(asked.error))
    asked.addEventListener('success', () => {
      const all = asked.result.transaction(name).objectStore(name).getAll()
      all.addEventListener('success', () => {
        asked.result.close()
        done(all.result)
      })
    })
  })
}

/** Puts the first search result into the basket. */
export async function pick(page: Page, name: string) {
  const search = page.getByRole('searchbox', { name: 'Search products' })
  await search.fill(name)
  await search.press('Enter')
  await expect(page.getByRole('region', { name: 'Cart' })).toContainText(name)
}

/** Takes the exact amount in cash, up to the pay button. */
export async function takeCash(page: Page) {
  await page.getByRole('button', { name: /^Cash/ }).click()
  const sheet = page.getByRole('dialog', { name: 'Cash' })
  await sheet.getByRole('button', { name: /^Exact/ }).click()
  return sheet.getByRole('button', { name: /^Take/ })
}

export const paid = (page: Page) => page.getByRole('dialog', { name: 'Paid' })

/** Makes one whole cash sale. */
export async function sell(page: Page, name: string) {
  await pick(page, name)
  await (await takeCash(page)).click()
  await expect(paid(page)).toBeVisible()
  await page.getByRole('button', { name: /^New sale/ }).click()
  await expect(paid(page)).toBeHidden()
}
