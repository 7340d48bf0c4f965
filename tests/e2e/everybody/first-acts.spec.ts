import { expect, type Page, test } from '@playwright/test'
import { CHEAP_PHONE, countBytes } from '../../support/screens/count-bytes.ts'
import { swipeToEnd } from '../../support/screens/finger.ts'
import { seePictures } from '../../support/screens/way-to-paid.ts'

// Which acts of a visitor bring the scripts of a page that waits for them (docs/decisions/0005-scripts-come-late.md).

/** Whether the page has asked for its scripts: it names them in its head at once. */
const hasAsked = async (page: Page) =>
  (await page.locator('head link[rel=modulepreload]').count()) > 0
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const card = (page: Page) => cards(page).filter({ visible: true }).first()
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

test('a visitor who scrolls to the end of the home page and opens a product fetches no script of the home page, and few bytes', {
  tag: '@phone',
}, async ({ browser }) => {
  // A gallery fetches its next picture when it is about to turn: how long somebody looks is their own affair.
  const page = await browser.newPage({ ...CHEAP_PHONE, reducedMotion: 'reduce' })
  const fetched = await countBytes(page)
  await page.goto('/')
  await seePictures(page)
  await page.mouse.move(200, 300)
  await page.mouse.wheel(0, 300)
  await swipeToEnd(page)
  await seePictures(page)
  expect(await hasAsked(page)).toBe(false)
  expect(fetched.bytes['Script'] ?? 0).toBe(0)
  expect(fetched.total()).toBeGreaterThan(50_000)
  expect(fetched.total()).toBeLessThanOrEqual(250_000)
  const script = page.waitForEvent('requestfinished', (one) => one.url().includes('recovery'))
  await card(page).getByRole('link').first().tap()
  await expect(page).toHaveURL(/\/product\//)
  // Its pictures turn: it fetches them by itself.
  await script
  await seePictures(page)
  await page.waitForLoadState('networkidle')
  expect(fetched.bytes['Script'] ?? 0).toBeGreaterThan(50_000)
  expect(fetched.total()).toBeLessThanOrEqual(430_000)
  await page.close()
})

test('a button, a menu, a field and a key bring the scripts; a link, a form and a key that scrolls do not', {
  tag: '@phone',
}, async ({ page }) => {
  // They do not come: only whether they are asked for counts.
  await page.route(/assets\/.*\.js/, () => {})
  const acts: [string, boolean, (page: Page) => Promise<unknown>][] = [
    ['a product', false, () => card(page).getByRole('link').first().click()],
    [
      'a heart',
      false,
      () =>
        card(page)
          .getByRole('button', { name: /wishlist/ })
          .click(),
    ],
    ['a key that scrolls', false, () => page.keyboard.press('PageDown')],
    ['a key', true, () => page.keyboard.press('Tab')],
    ['the menu', true, () => page.locator('summary[aria-label=Menu]').click()],
    ['a field', true, () => page.getByRole('contentinfo').getByRole('textbox').focus()],
    ['a button', true, () => page.getByRole('button', { name: 'Stop the banners' }).click()],
    ['the search', true, () => page.getByRole('link', { name: 'Search', exact: true }).click()],
  ]
  for (const [name, brings, act] of acts) {
    await page.goto('/')
    // What leads away leads nowhere: else the page that is asked would be another.
    await page.evaluate(() => {
      for (const sign of ['click', 'submit'] as const)
        document.addEventListener(sign, (event) => {
          if (!(event.target as Element).closest('[aria-label=Search]')) event.preventDefault()
        })
    })
    await act(page)
    expect(await hasAsked(page), name).toBe(brings)
  }
})

test('the search and Show more that were pressed before the scripts came are done once they came', {
  tag: '@phone',
}, async ({ page }) => {
  let { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/')
  const search = page.getByRole('link', { name: 'Search', exact: true })
  await search.click()
  await expect(search).toHaveCSS('opacity', '0.6')
  release()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('searchbox').filter({ visible: true })).toBeFocused()
  ;({ promise: held, resolve: release } = Promise.withResolvers<void>())
  await page.goto('/products')
  const before = await cards(page).count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(before)
  release()
  await expect(cards(page)).toHaveCount(2 * before)
  await expect(page).toHaveURL(/\/products$/)
})

test('where the scripts cannot be had, Show more leads to the next page', {
  tag: '@phone',
}, async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/products')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
})

test('on a slow connection Show more leads to the next page, and brings no scripts first', {
  tag: '@phone',
}, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } }),
  )
  await page.goto('/products')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') asked.push(request.url())
  })
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
  expect(asked).toEqual([])
})

test('a filter that was opened before the scripts came stays open when they do', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__react')),
  )
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible()
})

test('the home page shows at its end what was looked at on this device, by scrolling alone', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/product/canvas-tote-bag')
  await expect(headingOf(page)).toHaveText('Canvas Tote Bag')
  await page.waitForFunction(() => localStorage.getItem('zovala:seen'))
  await page.goto('/')
  expect(await hasAsked(page)).toBe(false)
  await swipeToEnd(page)
  const row = page.getByRole('region', { name: 'Recently viewed' })
  await expect(row.getByText('Canvas Tote Bag').first()).toBeVisible()
})
