import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { enterAs, lost, openReady, test } from '../../support/cut.ts'
import type { TestLine } from '../../support/till/till-line.ts'

// Each question of the till that is sent (`ask` with a body in app/ui/till). What happens at a till (shifts, cash,
// sales, returns) is kept on the device and sent by /admin/pos/upload, which offline.spec.ts cuts in more ways.
// Without a row: the heartbeat (here), the lease of numbers and the device's key come again by themselves; before a
// sale (check) and for an approval (approve) the till goes on with what it has (offline.spec.ts, approval.spec.ts);
// a sale by mobile money, its new page and its end are sent again under the sale's own id (store/sale/waiting.test.ts,
// modules/checkout/till-payment.test.ts, mobile.spec.ts).

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** Presses it without a connection, then with its answer lost; what was typed stands there all the time. */
async function pressThroughCuts(
  page: Page,
  line: TestLine,
  { at, pressed, kept }: { at: RegExp; pressed: Locator; kept: () => Promise<unknown> },
) {
  line.cutAt = at
  line.state = 'down'
  await pressed.click()
  await expect(lost(page).first()).toBeVisible()
  await kept()
  line.state = 'cut-after-post'
  await pressed.click()
  await expect.poll(() => line.state).toBe('down')
  await expect(lost(page).first()).toBeVisible()
  await kept()
  line.state = 'up'
}

const tillsCalled = async (request: APIRequestContext, name: string) => {
  const { tills } = (await (await request.get('/admin/pos/start')).json()) as {
    tills: { name: string }[]
  }
  return tills.filter((till) => till.name === name)
}

test('without a connection a device that is to become a till keeps the name that was typed, and finds by itself that it has become it, once', {
  tag: '@desk',
}, async ({ page, line, request }) => {
  const name = `Till ${randomUUID().slice(0, 8)}`
  await enterAs('admin@zovala.test', page, request)
  await openReady(page, '/admin/pos')

  const called = page.getByRole('textbox', { name: /new till|Name of this till/ })
  await called.fill(name)
  await pressThroughCuts(page, line, {
    at: /\/pos\/tills$/,
    pressed: button(page, 'Use this name'),
    kept: () => expect(called).toHaveValue(name),
  })
  // By itself it finds that it is this till by now.
  await page.getByLabel('New PIN').fill('246810')
  await button(page, 'Next').click()
  expect(await tillsCalled(request, name)).toHaveLength(1)
})

test('cash that is taken out at a till, whose upload loses its answer, counts once', {
  tag: '@desk',
}, async ({ page, line, request }) => {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  const name = `Till ${randomUUID().slice(0, 8)}`
  await enterAs('admin@zovala.test', page, request)
  await openReady(page, '/admin/pos')
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill(name)
  await button(page, 'Use this name').click()
  await button(page, 'Later').click()
  // A shift is opened without a connection, too.
  line.state = 'down'
  await page.getByLabel('Opening float').fill('20000')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  await page.keyboard.press('F10')
  await button(page, 'Cash in or out').click()
  await page.getByLabel('Amount').fill('5000')
  await page.getByLabel('Reason').fill('Tea')
  line.cutAt = /\/pos\/upload$/
  line.state = 'cut-after-post'
  await button(page, 'Take out').click()
  await expect.poll(() => line.state).toBe('down')
  line.state = 'up'
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  const csv = await (await request.get('/admin/shifts.csv')).text()
  const rows = csv.split('\n').filter((row) => row.includes(name))
  expect(rows).toHaveLength(1)
  // The float, less what was taken out once.
  expect(rows[0]).toMatch(/\b15000\b/)
})
