import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { signInAs } from '../support/browse.ts'
import { openLive } from '../support/open-live.ts'

// Behavior of Firefox and WebKit that differs from Chromium, as far as it can be simulated; `npm run test:long` runs
// the journeys in these browsers themselves.

const toast = (page: Page) => page.getByRole('banner').getByRole('status')

test('the till opens while the browser still asks for permission to store data', {
  tag: '@desk',
}, async ({ page }) => {
  // Firefox asks the person, who may leave the question unanswered.
  await page.addInitScript(() => {
    navigator.storage.persisted = async () => false
    navigator.storage.persist = () => new Promise(() => {})
  })
  await signInAs(page, 'cashier@zovala.test')
  await page.goto('/admin/pos')
  await page
    .getByRole('textbox', { name: /new till|Name of this till/ })
    .fill(`Till ${randomUUID().slice(0, 8)}`)
  await page.getByRole('button', { name: 'Use this name' }).click()
  await expect(page.getByRole('button', { name: 'Later' })).toBeVisible()
})

test('a person who signs in without touching a key or the page sees the message', {
  tag: '@phone',
}, async ({ page }) => {
  // A password manager fills and sends the form by itself, and so does voice control.
  await openLive(page, '/auth?then=%2Fproducts')
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('main form')
    if (!form) throw new Error('no form')
    for (const [name, value] of [
      ['email', 'customer@zovala.test'],
      ['password', 'zovala-demo'],
    ] as const)
      (form.elements.namedItem(name) as HTMLInputElement).value = value
    form.requestSubmit()
  })
  await expect(page).toHaveURL(/\/products$/)
  await expect(toast(page)).toContainText('Welcome back!')
  await openLive(page, '/products')
  await page.evaluate(() => document.querySelector<HTMLElement>('[value=sign-out]')?.click())
  await expect(toast(page)).toContainText('Signed out')
})

test('a screen rendered by scripts requests no picture before its sources are in place', {
  tag: '@phone',
}, async ({ page }) => {
  // WebKit fetches an image's source at once: the largest JPEG, and then the right rendition as well.
  await page.addInitScript(() => {
    const early: string[] = []
    Object.assign(window, { early })
    const plain = Object.getOwnPropertyDescriptor(Element.prototype, 'setAttribute')
    Element.prototype.setAttribute = function (name, value) {
      if (name === 'src' && this.localName === 'img' && !this.isConnected) early.push(value)
      Reflect.apply(plain?.value, this, [name, value])
    }
  })
  await openLive(page, '/cart')
  await page.locator('a[href="/products"]').filter({ visible: true }).first().click()
  const picture = page.getByRole('main').locator('picture img').first()
  await expect(picture).toHaveAttribute('src', /\.jpg$/)
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.currentSrc))
    .toMatch(/-\d+\.(avif|webp)$/)
  expect(await page.evaluate(() => (window as unknown as { early: string[] }).early)).toEqual([])
})
