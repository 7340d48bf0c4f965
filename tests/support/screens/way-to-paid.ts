import type { Page } from '@playwright/test'

type Buyer = {
  email: string
  password: string
  step?: (name: string) => void | Promise<void>
}

/** Waits until every picture that the browser requested has loaded. */
export const seePictures = (page: Page) =>
  page.waitForFunction(() => [...document.images].every((one) => !one.currentSrc || one.complete))

/** Waits until the page's scripts have loaded and rendered it. */
const untilServed = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.body).some((key) => key.startsWith('__react')))

/**
 * The steps of a new visitor with an account from the home page to a paid order, by touch; calls `step` for each page.
 */
export async function goToPaid(page: Page, { email, password, step = () => {} }: Buyer) {
  const main = page.getByRole('main')
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await page.locator('#categories summary').first().tap()
  // A tap before the scripts have loaded opens whole pages, so that other scripts run than on this journey.
  await untilServed(page)
  await page.getByRole('link', { name: 'Explore Collection of Dresses' }).tap()
  await heading('Dresses')
  await seePictures(page)
  await step('category')
  await page.getByRole('article').getByRole('link', { name: 'Chitenje Wrap Dress' }).first().tap()
  await heading('Chitenje Wrap Dress')
  await seePictures(page)
  await step('product')
  for (const name of ['size', 'color'])
    await page.locator(`main [name=${name}]:not(:disabled)`).first().check({ force: true })
  await page.getByRole('button', { name: 'Add to Cart' }).filter({ visible: true }).first().tap()
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).tap()
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(password)
  await step('sign in')
  await main.getByRole('button', { name: 'Sign In', exact: true }).tap()
  await page.getByRole('link', { name: 'Cart, 1 item' }).tap()
  await heading('Shopping Cart')
  await seePictures(page)
  await step('cart')
  await page.getByRole('link', { name: 'Proceed to Checkout' }).tap()
  await heading('Checkout')
  const address = {
    'First name': 'Chisomo',
    'Last name': 'Banda',
    Phone: '0991 234 567',
    City: 'Blantyre',
  }
  for (const [label, text] of Object.entries(address)) await page.getByLabel(label).fill(text)
  await page.getByLabel('Address', { exact: true }).fill('Plot 4, Sunnyside')
  await page.getByLabel('District').selectOption('Blantyre')
  await page.getByRole('radio', { name: /Malawi Posts/ }).check()
  await step('checkout')
  await page.getByRole('button', { name: 'Pay', exact: true }).filter({ visible: true }).tap()
  await page.waitForURL(/\/sandbox\/pay\//)
  await untilServed(page)
  await step('payment page')
  await page.getByRole('button', { name: 'Pay' }).tap()
  await heading('Thank you for your purchase!')
  await seePictures(page)
  // The page's scripts load when it is idle: counting them earlier would miss some.
  await untilServed(page)
  await step('paid')
}
