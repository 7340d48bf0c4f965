import { test as base, expect, type Page } from '@playwright/test'
import { LIVE } from '../../../app/web/render/live.ts'
import { TIME_LIMIT_MS } from '../../../app/web/render/recovery/time-limit.ts'
import { test } from '../../support/connections/cut.ts'
import { waitUntilLive } from '../../support/open-live.ts'

// The home page, whose scripts load with the first action.

const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' })
const product = (page: Page) => page.getByRole('article').getByRole('link').first()
const email = (page: Page) => page.getByRole('contentinfo').getByRole('textbox')

test('a connection without answers before the first script is given up: the page stays, with the typed text', {
  tag: '@phone',
}, async ({ page, connection, request }) => {
  // Playwright cannot move the clock of a page that waits for its next one: the limit itself is shortened, which
  // requires removing the policy with its hash.
  const home = await (await request.get('/')).text()
  const limit = `"${LIVE}",${TIME_LIMIT_MS},`
  expect(home).toContain(limit)
  const body = home.replace(limit, `"${LIVE}",500,`)
  await page.route('/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('/')
  connection.state = 'silent'
  await page.getByRole('button', { name: 'Stop the banners' }).click()
  await expect(page.locator('[data-waits]')).toHaveCount(1)
  await expect(note(page)).toContainText('Nothing is lost.')
  await expect(page.locator('[data-waits]')).toHaveCount(0)
  await note(page).evaluate((shown) => shown.remove())
  await email(page).fill('thoko@example.com')
  const left = product(page).click()
  await expect(note(page)).toContainText('Nothing is lost.')
  await left
  const sent = page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(note(page)).toContainText('It may have reached us.')
  await sent
  await expect(email(page)).toHaveValue('thoko@example.com')
  await expect(page).toHaveURL(/:\d+\/$/)
  // The scripts were given up as well: the next action requests them again, and the typed text stays.
  connection.state = 'up'
  await waitUntilLive(page)
  await expect(email(page)).toHaveValue('thoko@example.com')
  await product(page).click()
  await expect(page).toHaveURL(/\/product\//)
})

for (const enctype of ['application/x-www-form-urlencoded', 'multipart/form-data'])
  base(
    `a form that is under way before the scripts came is sent once, and no other press calls it off: ${enctype}`,
    { tag: '@phone' },
    async ({ page }) => {
      const underWay = Promise.withResolvers<void>()
      const answer = Promise.withResolvers<void>()
      await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
      let sent = 0
      await page.route('**/*', async (route) => {
        if (route.request().method() !== 'POST') return route.fallback()
        sent += 1
        underWay.resolve()
        await answer.promise
        return route.continue()
      })
      await page.route('/under-way', async (route) => {
        await underWay.promise
        await route.fulfill({ body: '' })
      })
      await page.goto('/')
      await email(page).fill('thoko@example.com')
      // Done by the page itself, because Playwright presses nothing on a page that is being left.
      await email(page).evaluate((field, kind) => {
        const { form } = field as HTMLInputElement
        if (form) form.enctype = kind
        const pressed = '[aria-label="Stop the banners"], form[action="/newsletter"] button'
        void fetch('/under-way').then(() => {
          for (const button of document.querySelectorAll<HTMLElement>(pressed)) button.click()
        })
      }, enctype)
      const left = page.getByRole('button', { name: 'Subscribe' }).click()
      await underWay.promise
      // The scripts for which the second button would wait never load.
      await page.waitForEvent('response', (one) => one.status() === 404)
      answer.resolve()
      await left
      await expect(page.getByText('Almost there')).toBeVisible()
      expect(sent).toBe(1)
      await expect(note(page)).toHaveCount(0)
    },
  )

base(
  'who stops a form that is under way before the scripts came sends it again at once',
  { tag: '@phone' },
  async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    const underWay = Promise.withResolvers<void>()
    let sent = 0
    await page.route('**/*', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback()
      sent += 1
      underWay.resolve()
      // The first one is never answered.
      return sent === 1 ? undefined : route.continue()
    })
    await page.goto('/')
    await email(page).fill('thoko@example.com')
    const left = page.getByRole('button', { name: 'Subscribe' }).click()
    await underWay.promise
    const browser = await page.context().newCDPSession(page)
    await browser.send('Page.stopLoading')
    await left
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page.getByText('Almost there')).toBeVisible()
    expect(sent).toBe(2)
  },
)

/** Counts how often the page sets its time limit. */
async function countLimits(page: Page) {
  await page.addInitScript(() => {
    const limits: unknown[] = []
    const start = window.setTimeout
    Object.assign(window, {
      limits,
      setTimeout: (act: TimerHandler, ms?: number) => {
        limits.push(ms)
        return start(act, ms)
      },
    })
  })
  return () =>
    page.evaluate(
      (limit) => (Reflect.get(window, 'limits') as unknown[]).filter((ms) => ms === limit).length,
      TIME_LIMIT_MS,
    )
}

test('no time limit runs before the first script for a click that leaves the page where it is', {
  tag: '@phone',
}, async ({ page, connection }) => {
  const limits = await countLimits(page)
  await page.goto('/')
  // The scripts that the first click requests never load, and the click leads nowhere: only the timer counts.
  connection.state = 'silent'
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  for (const key of ['Alt', 'Control', 'Meta', 'Shift'] as const) {
    await product(page).click({ modifiers: [key] })
    expect(await limits(), key).toBe(0)
  }
  await product(page).evaluate((link) => link.setAttribute('download', ''))
  await product(page).click()
  expect(await limits(), 'download').toBe(0)
  await product(page).evaluate((link) => link.removeAttribute('download'))
  // A button can open another window as well, as those that print packing slips do.
  await page.evaluate(() => {
    addEventListener('submit', (event) => event.preventDefault())
    const form = document.querySelector<HTMLFormElement>('form[action="/newsletter"]')
    const button = form?.querySelector('button')
    if (!form || !button) throw new Error('no form')
    form.noValidate = true
    button.formTarget = '_blank'
    button.click()
  })
  expect(await limits(), 'a button for another window').toBe(0)
  await product(page).click()
  expect(await limits(), 'a click that leaves').toBe(1)
})

test('no time limit runs before the first script for a form that opens another window', {
  tag: '@phone',
}, async ({ page, connection }) => {
  const limits = await countLimits(page)
  await page.goto('/')
  connection.state = 'silent'
  // Sending leads nowhere: only the timer counts.
  await page.evaluate(() => addEventListener('submit', (event) => event.preventDefault()))
  await email(page).fill('thoko@example.com')
  const send = page.getByRole('button', { name: 'Subscribe' })
  for (const key of ['Control', 'Meta', 'Shift'] as const) {
    await send.click({ modifiers: [key] })
    expect(await limits(), key).toBe(0)
  }
  await send.evaluate((button) => button.closest('form')?.setAttribute('target', '_blank'))
  await send.click()
  expect(await limits(), 'target').toBe(0)
  await send.evaluate((button) => button.closest('form')?.removeAttribute('target'))
  await send.click()
  expect(await limits(), 'a form that leaves').toBe(1)
})

base(
  'what is said before the scripts come stays when they come meanwhile, until somebody goes on',
  {
    tag: '@phone',
  },
  async ({ page, context, baseURL }) => {
    const errors: string[] = []
    page.on('console', (message) => {
      const isOurs = message.type() === 'error' && !message.text().includes('ERR_INTERNET')
      if (isOurs) errors.push(message.text())
    })
    page.on('pageerror', ({ message }) => errors.push(message))
    const release = Promise.withResolvers<void>()
    let under = 0
    await page.route('**/assets/*.js', async (route) => {
      const response = await route.fetch()
      under += 1
      await release.promise
      await route.fulfill({ response })
    })
    await page.goto((baseURL ?? '').replace('localhost', '127.0.0.1'))
    await page.keyboard.press('Shift')
    await expect.poll(() => under).toBeGreaterThan(2)
    await context.setOffline(true)
    await product(page).click()
    await expect(note(page)).toBeVisible()
    release.resolve()
    await waitUntilLive(page)
    await expect(note(page)).toBeVisible()
    expect(errors).toEqual([])
    await page.getByRole('contentinfo').click({ position: { x: 4, y: 4 } })
    await expect(note(page)).toHaveCount(0)
  },
)
