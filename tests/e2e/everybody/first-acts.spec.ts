import { expect, type Page, type Route, test } from '@playwright/test'
import { LEAD_ON_MS } from '../../../app/web/render/recovery/time-limit.ts'
import { waitUntilLive } from '../../support/open-live.ts'
import { CHEAP_PHONE, countBytes } from '../../support/screens/count-bytes.ts'
import { swipeToEnd, touch } from '../../support/screens/finger.ts'
import { seePictures } from '../../support/screens/way-to-paid.ts'

// The visitor's actions that load the scripts of a page which waits for them
// (docs/decisions/0005-scripts-come-late.md).

/** Whether the page has requested its scripts: it names them in its head at once. */
const hasAsked = async (page: Page) =>
  (await page.locator('head link[rel=modulepreload]').count()) > 0
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const card = (page: Page) => cards(page).filter({ visible: true }).first()
const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'No connection' })
const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).filter({ visible: true })

test('a visitor who scrolls to the end of the home page and opens a product fetches no script of the home page, and few bytes', {
  tag: '@phone',
}, async ({ browser }) => {
  // A gallery fetches its next picture shortly before it turns, which depends on how long somebody looks.
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
  // Its pictures turn, so that it fetches them by itself.
  await script
  await seePictures(page)
  await page.waitForLoadState('networkidle')
  expect(fetched.bytes['Script'] ?? 0).toBeGreaterThan(50_000)
  expect(fetched.total()).toBeLessThanOrEqual(430_000)
  await page.close()
})

test('a button, a menu, a field and a key load the scripts; a link, a form and a scrolling key do not', {
  tag: '@phone',
}, async ({ page }) => {
  // The scripts never load: only whether they are requested counts.
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
    ['a key of the browser', false, () => page.keyboard.press('Control+c')],
    ['another one', false, () => page.keyboard.press('F2')],
    ['a key', true, () => page.keyboard.press('Tab')],
    ['the menu', true, () => page.locator('summary[aria-label=Menu]').click()],
    ['a field', true, () => page.getByRole('contentinfo').getByRole('textbox').focus()],
    ['a button', true, () => page.getByRole('button', { name: 'Stop the banners' }).click()],
    ['the search', true, () => page.getByRole('link', { name: 'Search', exact: true }).click()],
  ]
  for (const [name, brings, act] of acts) {
    await page.goto('/')
    // Keeps links and forms from leaving, because another page would then be checked.
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

/** Sets how long a link waits for its scripts; null: for ever. */
const leadOnAfter = (page: Page, wait: number | null) =>
  page.addInitScript(
    ([limit, instead]) => {
      const start = window.setTimeout
      const wake = (act: TimerHandler, ms?: number) =>
        ms !== limit ? start(act, ms) : instead === null ? 0 : start(act, instead)
      Object.assign(window, { setTimeout: wake })
    },
    [LEAD_ON_MS, wait] as const,
  )

test('the search and Show more that were pressed before the scripts came work once they have loaded', {
  tag: '@phone',
}, async ({ page }) => {
  await leadOnAfter(page, null)
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

test('when the scripts cannot load, Show more leads to the next page', {
  tag: '@phone',
}, async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/products')
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(page).toHaveURL(/cursor=/)
})

test('when the scripts failed earlier, throw or never arrive, Show more leads to the next page', {
  tag: '@phone',
}, async ({ page }) => {
  await leadOnAfter(page, 200)
  let answer: (route: Route) => unknown = (route) => route.fulfill({ status: 404, body: '' })
  await page.route('**/assets/*.js', (route) => answer(route))
  const more = page.getByRole('link', { name: 'Show more' })
  await page.goto('/products')
  const failed = page.waitForEvent('response', (one) => one.status() === 404)
  await page.keyboard.press('Shift')
  await failed
  await more.click()
  await expect(page).toHaveURL(/cursor=/)
  for (const next of [
    (route: Route) => route.fulfill({ contentType: 'text/javascript', body: 'throw 1' }),
    () => {},
  ]) {
    answer = next
    await page.goto('/products')
    await more.click()
    await expect(page).toHaveURL(/cursor=/)
  }
})

test('a button whose scripts fail is no longer waited for, nor is one that was pressed before another', {
  tag: '@phone',
}, async ({ page }) => {
  await leadOnAfter(page, null)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let fails = true
  await page.route('**/assets/*.js', async (route) => {
    if (fails) return route.fulfill({ status: 404, body: '' })
    await held
    return route.continue()
  })
  await page.goto('/')
  const waits = page.locator('[data-waits]')
  await page.evaluate(() => {
    new MutationObserver(() => {
      document.title = 'It waited'
    }).observe(document.body, { subtree: true, attributeFilter: ['data-waits'] })
  })
  await page.getByRole('button', { name: 'Stop the banners' }).click()
  await expect(page).toHaveTitle('It waited')
  await expect(note(page)).toContainText('Nothing is lost.')
  await expect(waits).toHaveCount(0)
  fails = false
  await page.goto('/')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  await expect(waits).toHaveCount(1)
  // Not at its edge, which may move below the header.
  await page.getByRole('contentinfo').click({ position: { x: 4, y: 200 } })
  await expect(waits).toHaveCount(0)
  release()
  await waitUntilLive(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('without any network, controls that need scripts do not wait for them, and show a message', {
  tag: '@phone',
}, async ({ page, context, baseURL }) => {
  await page.goto((baseURL ?? '').replace('localhost', '127.0.0.1'))
  await context.setOffline(true)
  for (const pressed of [
    page.getByRole('link', { name: 'Search', exact: true }),
    page.getByRole('button', { name: 'Stop the banners' }),
  ]) {
    await pressed.click()
    await expect(note(page)).toBeVisible()
    await expect(page.locator('[data-waits]')).toHaveCount(0)
    await note(page).evaluate((shown) => shown.remove())
  }
})

test('the first sort order that is chosen before the scripts came sorts the list', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/category/dresses')
  await page.getByLabel('Sort by').selectOption({ index: 1 })
  release()
  await expect(page).toHaveURL(/sort=/)
})

test('a link that is pressed after a choice of sort order counts instead of the choice', {
  tag: '@phone',
}, async ({ page }) => {
  const scripts = Promise.withResolvers<void>()
  const product = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise
    await route.continue()
  })
  await page.route('**/product/**', async (route) => {
    await product.promise
    await route.continue()
  })
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/category/dresses')
  await page.getByLabel('Sort by').selectOption({ index: 1 })
  const left = card(page).getByRole('link').first().click()
  await page.waitForRequest('**/product/**')
  // Playwright cannot query a page that is being left: the request for this script shows that the scripts work.
  const live = page.waitForRequest(/connection-recovery/)
  scripts.resolve()
  await live
  product.resolve()
  await left
  await expect(page).toHaveURL(/\/product\//)
  expect(asked.filter((url) => url.includes('sort='))).toEqual([])
})

test('a filter that is ticked after a sort order was chosen stays ticked when the scripts cannot load', {
  tag: '@phone',
}, async ({ page }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.fulfill({ status: 404, body: '' })
  })
  await page.goto('/category/dresses')
  await page.getByLabel('Sort by').selectOption('Price low to high')
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByRole('checkbox', { name: /^In stock/ }).check()
  const failed = page.waitForEvent('response', (one) => one.status() === 404)
  release()
  await failed
  await page.evaluate(() => new Promise((done) => setTimeout(done)))
  await panel.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/dresses\?in_stock=1$/)
})

test('a list is sorted and filtered when its scripts cannot load, and its address has no empty parameters', {
  tag: '@phone',
}, async ({ page }) => {
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/category/dresses')
  await page.getByLabel('Sort by').selectOption('Price low to high')
  await expect(page).toHaveURL(/dresses\?sort=price-asc$/)
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByRole('checkbox', { name: /^In stock/ }).check()
  await panel.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/dresses\?sort=price-asc&in_stock=1$/)
})

test('a browser without IntersectionObserver shows a touch all the same', {
  tag: '@phone',
}, async ({ page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'IntersectionObserver'))
  await page.goto('/products')
  const finger = await touch(card(page).getByRole('link').first())
  expect(finger.pressed).not.toBeNull()
})

test('on a slow connection Show more leads to the next page without loading the scripts first', {
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

test('a filter that was opened before the scripts came stays open afterwards', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/products')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForFunction(() =>
    Object.keys(document.body).some((key) => key.startsWith('__react')),
  )
  await expect(page.getByRole('button', { name: 'Apply filters' })).toBeVisible()
})

test('the home page shows recently viewed products at its end, after scrolling only', {
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
