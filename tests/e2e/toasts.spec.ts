import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { openLive } from '../support/open-live.ts'

const toast = (page: Page) => page.getByRole('banner').getByRole('status').locator('.toast')
type More = { description?: string; action?: { label: string; to: string } }
const show = (page: Page, more: More = {}) =>
  page.evaluate((detail) => window.dispatchEvent(new CustomEvent('zovala:toast', { detail })), {
    tone: 'good',
    title: `Said ${randomUUID()}`,
    ...more,
  })

/** The pixels of its height that an element shares with the toast. */
async function sharedWith(page: Page, place: Locator) {
  const [message, box] = [await toast(page).boundingBox(), await place.boundingBox()]
  if (!message || !box) throw new Error('Nothing is there')
  return Math.min(message.y + message.height, box.y + box.height) - Math.max(message.y, box.y)
}

test('on a phone a toast covers neither the heading, nor the bar with Add to Cart, nor a field that is typed in', {
  tag: '@phone',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const heading = page.getByRole('heading', { level: 1 })
  await openLive(page, '/cart')
  await show(page)
  expect(await sharedWith(page, heading)).toBeLessThanOrEqual(0)
  // The home page's first screen ends with the title of its banner.
  await openLive(page, '/')
  await show(page, {
    description: 'Your account is ready. Chitenje Wrap Dress has been added to your cart',
    action: { label: 'View cart', to: '/cart' },
  })
  const title = page.getByRole('main').getByRole('heading', { level: 2 }).first()
  await expect.poll(() => sharedWith(page, title)).toBeLessThanOrEqual(0)
  await openLive(page, '/product/chitenje-wrap-dress')
  const scrolled = () => page.evaluate(() => scrollY)
  // As tall as the message of Add to Cart, on phones on which it covers the price but not the name.
  for (const height of [640, 700, 740, 780, 844]) {
    await page.setViewportSize({ width: 360, height })
    await show(page, {
      description: 'Chitenje Wrap Dress has been added to your cart',
      action: { label: 'View cart', to: '/cart' },
    })
    for (const place of [heading, page.locator('main [data-price]'), page.locator('.buy-bar')])
      await expect.poll(() => sharedWith(page, place), `at ${height}`).toBeLessThanOrEqual(0)
    expect(await scrolled()).toBe(0)
  }
  const field = page.getByRole('contentinfo').getByLabel('Newsletter')
  await field.focus()
  // At the bottom, where the toast would be.
  await field.evaluate((box) => box.scrollIntoView({ block: 'end', behavior: 'instant' }))
  const before = await scrolled()
  await show(page)
  await expect.poll(() => sharedWith(page, field)).toBeLessThanOrEqual(0)
  await expect(toast(page)).toBeInViewport({ ratio: 1 })
  expect(await scrolled()).toBe(before)
})

test('a toast’s link disappears when the visitor has navigated elsewhere', {
  tag: '@phone',
}, async ({ page }) => {
  await openLive(page, '/product/chitenje-wrap-dress')
  await show(page, { action: { label: 'Size guide', to: '/size-guide' } })
  await expect(toast(page)).toBeVisible()
  await page.getByRole('link', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Shopping Cart' })).toBeVisible()
  await expect(toast(page)).toHaveCount(0)
})

test('on a desktop a field that is reached by the keyboard stands clear of a toast', {
  tag: '@desk',
}, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openLive(page, '/auth?mode=sign-up')
  const field = page.getByRole('main').getByLabel('Email', { exact: true })
  const box = await field.boundingBox()
  // The field stands at the foot of the window, where a toast lies.
  await page.setViewportSize({ width: 1280, height: Math.round(box?.y ?? 0) + 70 })
  // A toast avoids a field that has the focus already: here a link has it.
  await page.getByRole('link', { name: 'Already have an account? Sign in' }).focus()
  await show(page)
  await expect(toast(page)).toBeVisible()
  expect(await sharedWith(page, field)).toBeGreaterThan(0)
  for (let stop = 0; stop < 2; stop += 1) await page.keyboard.press('Tab')
  await expect(field).toBeFocused()
  await expect.poll(() => sharedWith(page, field)).toBeLessThanOrEqual(0)
})
