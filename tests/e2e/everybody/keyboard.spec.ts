import { expect, type Locator, type Page, test } from '@playwright/test'
import { openAccount, PASSWORD, signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { makeWorld } from '../../support/screens/world.ts'
import { chooseAt, press, pressAt, tabTo, typeAt } from './by-keys.ts'

const focusIn = (place: Locator) =>
  place.evaluate((box) => box.contains(document.activeElement) && document.activeElement !== box)

/** Opened by a key, a sheet keeps the focus in both directions; Escape closes it and returns the focus. */
async function keepsTheKeyboard(page: Page, opener: Locator, sheet: Locator) {
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Tab')
  await expect.poll(() => focusIn(sheet)).toBe(true)
  const stops = await sheet.locator('a, button, input:not([type=hidden]), select, summary').count()
  for (const key of ['Tab', 'Shift+Tab'])
    for (let n = 0; n < stops + 2; n++) {
      await page.keyboard.press(key)
      // A modal dialog may pass the focus to the browser's own controls, never to the page below.
      expect(
        await sheet.evaluate(
          (box) => document.activeElement === document.body || box.contains(document.activeElement),
        ),
      ).toBe(true)
    }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
}

test('the filter and the size guide keep the focus until Escape, and return it', {
  tag: '@phone',
}, async ({ page }) => {
  await openLive(page, '/category/dresses')
  const filter = page.getByRole('button', { name: 'Filter' })
  await keepsTheKeyboard(page, filter, page.getByRole('search', { name: 'Filter' }))
  await openLive(page, '/product/chitenje-wrap-dress')
  const guide = page.getByRole('link', { name: 'Size guide' }).filter({ visible: true }).first()
  await keepsTheKeyboard(page, guide, page.getByRole('dialog', { name: 'Size guide' }))
})

test('a dress is found, chosen, bought and followed by keys alone', {
  tag: '@desk',
}, async ({ page, playwright, baseURL }) => {
  test.slow()
  const email = await openAccount(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  const main = page.getByRole('main')
  const heading = (name: string) =>
    expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await openLive(page, '/category/dresses')
  await pressAt(page, main.getByRole('link', { name: 'Chitenje Wrap Dress', exact: true }))
  await heading('Chitenje Wrap Dress')
  for (const name of ['size', 'color']) {
    await tabTo(page, main.locator(`[name=${name}]`).first())
    await press(page, 'Space')
  }
  await pressAt(page, main.getByRole('button', { name: 'Add to Cart' }))
  await expect(page.getByText('Please sign in')).toBeVisible()
  await press(page, 'Tab')
  await expect(main.getByRole('link', { name: /^Sign in to add it/ })).toBeFocused()
  await press(page, 'Enter')
  await typeAt(page, main.getByLabel('Email', { exact: true }), email)
  await typeAt(page, main.getByLabel('Password', { exact: true }), PASSWORD)
  await press(page, 'Enter')
  await expect(page.getByText('has been added to your cart')).toBeVisible()
  const cart = page.getByRole('banner').getByRole('link', { name: 'Cart, 1 item' })
  await tabTo(page, cart, 'Shift+Tab')
  await press(page, 'Enter')
  await heading('Shopping Cart')
  await pressAt(page, page.getByRole('link', { name: 'Proceed to Checkout' }))
  await heading('Checkout')
  for (const [label, text] of [
    ['First name', 'Chisomo'],
    ['Last name', 'Banda'],
    ['Phone', '0991 234 567'],
    ['Address', 'Plot 4, Sunnyside'],
    ['City', 'Blantyre'],
  ] as const)
    await typeAt(page, main.getByLabel(label, { exact: true }), text)
  await chooseAt(page, main.getByLabel('District'), 'Blantyre')
  await tabTo(page, main.locator('[name=courier]').first())
  await press(page, 'Space')
  await pressAt(
    page,
    main.getByRole('button', { name: 'Pay', exact: true }).filter({ visible: true }),
  )
  await heading('Test payment')
  await pressAt(page, page.getByRole('button', { name: 'Pay' }))
  await heading('Thank you for your purchase!')
  await pressAt(page, main.getByRole('link', { name: 'See your order' }))
  await heading('Your order')
  await expect(main.getByText('Chitenje Wrap Dress').first()).toBeVisible()
})

test('the checkout and an order have a reading order that follows their steps', {
  tag: '@phone',
}, async ({ page, browser }) => {
  const headings = () =>
    page
      .getByRole('main')
      .getByRole('heading')
      .evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => one.textContent),
      )
  const world = await makeWorld(async () => (await browser.newContext()).request)
  await signInAs(page, world.email, world.password)
  await openLive(page, '/checkout')
  expect(await headings()).toEqual([
    'Checkout',
    'Customer information',
    'Shipping address',
    'Courier service',
    'Notes',
    'Discount code',
    'Gift voucher or store credit',
    'Payment method',
    'Order summary',
  ])
  await openLive(page, `/orders/${world.shipped}`)
  expect(await headings()).toEqual([
    'Your order',
    world.shipped,
    'Dates',
    'Payment',
    'Delivery',
    'More',
    'Send something back',
    'Messages',
  ])
  // The printed page has the order, and no controls.
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Canvas Tote Bag').first()).toBeVisible()
  for (const part of ['banner', 'contentinfo', 'button', 'combobox'] as const)
    expect(
      await page.getByRole(part).evaluateAll((all) => all.filter((one) => one.checkVisibility())),
    ).toEqual([])
})
