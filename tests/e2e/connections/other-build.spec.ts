import { expect, type Page, test } from '@playwright/test'
import { BUILD_HEADER } from '../../../app/rules/route-tables.ts'
import { openAccount } from '../../support/browse.ts'
import { lost, openReady } from '../../support/connections/cut.ts'
import { enter, holds, press, type as typeIn } from '../../support/connections/cut-rows.ts'
import { cartAt, lineCount } from '../../support/connections/cut-shop.ts'
import { unfold } from '../../support/screens/checks.ts'

/** Makes the shop's answers come from another build from now on; returns the paths that were posted to. */
async function renewShop(page: Page) {
  const posts: string[] = []
  await page.route(/\.data(\?|$)/, async (route) => {
    const request = route.request()
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname)
    const response = await route.fetch({ maxRedirects: 0 })
    const headers = { ...response.headers(), [BUILD_HEADER.toLowerCase()]: 'anotherb' }
    await route.fulfill({ response, headers })
  })
  return posts
}

/** Marks the window's page, to tell whether it was replaced. */
const mark = (page: Page) => page.evaluate(() => Reflect.set(window, 'isMarked', true))
const isMarked = (page: Page) => page.evaluate(() => Reflect.has(window, 'isMarked'))
/** Makes the page reload its data in the background. */
const refresh = (page: Page, router: string = '__reactRouterDataRouter') =>
  page.evaluate((name) => Reflect.get(window, name).revalidate(), router)

test('a page that stays open during an update does each act once, and continues with full page loads', {
  tag: '@phone',
}, async ({ page, request }) => {
  await openAccount(request)
  await enter(page, request)
  await openReady(page, '/products?search=classic+white+shirt')
  const posts = await renewShop(page)
  await mark(page)
  const recover = page.waitForResponse(/assets\/connection-recovery-/)
  await page.getByRole('link', { name: 'Classic White Shirt' }).first().click()
  await expect(page).toHaveURL(/\/product\/classic-white-shirt/)
  await recover
  await page.waitForLoadState('networkidle')
  expect(await isMarked(page)).toBe(false)

  await mark(page)
  await page.getByRole('radio', { name: 'L', exact: true }).check({ force: true })
  // A background reload of its data does not replace the page, so that the choice stays.
  await refresh(page)
  expect(await isMarked(page)).toBe(true)
  await expect(page.getByRole('radio', { name: 'L', exact: true })).toBeChecked()

  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await expect(page.getByText('Added to cart')).toBeVisible()
  expect(await isMarked(page)).toBe(false)
  expect(posts).toEqual(['/product/classic-white-shirt.data'])
  await lineCount(1)(page, request)
})

test('a form that another build refuses comes back as a full page, with the typed text', {
  tag: '@phone',
}, async ({ page }) => {
  await openReady(page, '/auth')
  await renewShop(page)
  await mark(page)
  await page.getByLabel('Email').fill('chisomo@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not this one')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText(/Sign in failed|Invalid email/).first()).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('chisomo@example.com')
  expect(await isMarked(page)).toBe(false)
})

test('a page of another build that loses the connection stays, with the typed text', {
  tag: '@phone',
}, async ({ page, request }) => {
  const { path } = await cartAt('/checkout')(request)
  await enter(page, request)
  await openReady(page, path)
  await typeIn('City', 'Zomba')(page)
  await renewShop(page)
  await refresh(page)
  await mark(page)
  await unfold(page, 'Discount code')
  await typeIn('Code', 'WELCOME10')(page)
  await page.route(/checkout\.data/, (route) => route.abort())
  await press(/^Apply/)(page)
  await expect(lost(page)).toBeVisible()
  await holds('City', 'Zomba')(page)
  expect(await isMarked(page)).toBe(true)
})
