import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { build } from 'vite'
import { pagePolicy } from '../../../app/web/security-headers.server.ts'

const ADDRESS = '/receipt-page'
let script = ''

test.beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: join(import.meta.dirname, '../../support/till/receipt-page.tsx'),
        formats: ['es'],
      },
    },
  })
  const [output] = [built].flat()
  script = output && 'output' in output ? output.output[0].code : ''
})

/** The page with the print button, under the policy of every page; records prints instead of printing. */
async function openPage(page: Page, { blocksPopups = false } = {}) {
  await page.context().addInitScript((blocks) => {
    const seen = window as Window & {
      printedAt?: number
      opened?: unknown[]
      openedAt?: number
      slip?: Window | null
    }
    const open = window.open.bind(window)
    window.print = () => (seen.printedAt = Date.now())
    window.open = (...asked) => {
      Object.assign(seen, { opened: asked, openedAt: Date.now() })
      seen.slip = blocks ? null : open(...asked)
      return seen.slip
    }
  }, blocksPopups)
  await page.route(`**${ADDRESS}.js`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: script }),
  )
  await page.route(`**${ADDRESS}`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      headers: {
        'content-security-policy': pagePolicy([], { pictureOrigin: null, isStaffs: true }),
        'cross-origin-opener-policy': 'same-origin',
      },
      body: `<!doctype html><title>Till</title><body><script type="module" src="${ADDRESS}.js"></script>`,
    }),
  )
  await page.goto(ADDRESS)
}

async function print(page: Page, paper: string) {
  const [slip] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('button', { name: paper }).click(),
  ])
  await slip.waitForFunction(() => 'printedAt' in window)
  return slip
}

test('a receipt is printed from a window of 400 x 600, 500 ms after it opened, and the window closes', {
  tag: '@desk',
}, async ({ page }) => {
  await openPage(page)
  const slip = await print(page, '58 mm')
  const { opened, openedAt } = await page.evaluate(() => {
    const { opened, openedAt } = window as Window & { opened?: unknown[]; openedAt?: number }
    return { opened, openedAt: openedAt ?? Number.NaN }
  })
  expect(opened).toEqual([
    expect.stringMatching(/^\/admin\/pos\/receipt\.html#/),
    '',
    'width=400,height=600',
  ])
  const printedAt = await slip.evaluate(
    () => (window as unknown as { printedAt: number }).printedAt,
  )
  expect(printedAt - openedAt).toBeGreaterThanOrEqual(499)

  await expect(slip).toHaveTitle('Receipt POS-2026-000123 Zovala')
  const body = slip.locator('main')
  for (const words of [
    'Chichiri Shopping',
    '+265 999 201 814',
    'hello@zovala.example',
    'POS-2026-000123',
    'Nov 20, 2026 14:05',
    'Grace Banda',
    'Chitenje wrap dress <b>3</b>',
    'MK 1,080,000',
    'Cash given          MK 1,100,000',
    'Change                 MK 20,000',
  ])
    await expect(body).toContainText(words)

  // The slip's window is independent of the till, which continues while a print dialog is open over it.
  expect(await page.evaluate(() => (window as unknown as { slip: Window }).slip.closed)).toBe(true)

  const closed = slip.waitForEvent('close')
  await slip.evaluate(() => void window.dispatchEvent(new Event('afterprint')))
  await closed
})

for (const [paper, width] of [
  ['58 mm', 58],
  ['80 mm', 80],
] as const)
  test(`a receipt on ${paper} paper is one page, as long as the slip and no longer`, {
    tag: '@desk',
  }, async ({ page }) => {
    await openPage(page)
    const slip = await print(page, paper)
    const sheet = (await slip.locator('main').innerHTML()).length
    expect(sheet).toBeGreaterThan(0)
    const pdf = (await slip.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.match(/\/Count (\d+)/)?.[1]).toBe('1')
    const [, wide = 0, high = 0] =
      /\/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf)?.map(Number) ?? []
    const mm = (points: number) => (points / 72) * 25.4
    expect(Math.abs(mm(wide) - width)).toBeLessThan(1)
    const rows = await slip.locator('main > div > div > *').count()
    expect(mm(high)).toBeLessThan(rows * 4 + 30)
  })

test('a receipt has nothing wider than the paper, and its type is large enough', {
  tag: '@desk',
}, async ({ page }) => {
  await openPage(page)
  const slip = await print(page, '58 mm')
  await slip.emulateMedia({ media: 'print' })
  const measured = await slip.locator('main > div').evaluate((sheet) => ({
    overflow: sheet.scrollWidth - sheet.clientWidth,
    type: Number.parseFloat(getComputedStyle(sheet).fontSize) * (25.4 / 96),
  }))
  expect(measured.overflow).toBeLessThanOrEqual(0)
  // As large as the printer's own type: twelve dots wide, 2.5 mm high.
  expect(measured.type).toBeGreaterThanOrEqual(2.45)
  await expect(slip.getByRole('button', { name: 'Print' })).toBeHidden()
})

test('a receipt whose popup is blocked says so', { tag: '@desk' }, async ({ page }) => {
  await openPage(page, { blocksPopups: true })
  await page.getByRole('button', { name: '58 mm' }).click()
  await expect(page).toHaveTitle('Print Error: Please allow popups to print receipts')
})
