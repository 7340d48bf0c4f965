import { expect, type Page, test } from '@playwright/test'
import { newestLink, openAccount, PASSWORD } from '../support/browse.ts'
import { moveOrder, openStaff } from '../support/connections/cut-shop.ts'

// A customer's whole journey with forms and links only; accounts.spec.ts opens an account without scripts.

test.use({ javaScriptEnabled: false })

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
const press = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name }).filter({ visible: true }).first().click()

test('without scripts a customer browses, pays, follows the order, writes about it, requests a return and reviews it', {
  tag: '@phone',
}, async ({ page, request }) => {
  const email = await openAccount(request)
  const main = page.getByRole('main')

  await page.goto('/')
  await page.locator('#categories summary').first().click()
  await page.getByRole('link', { name: 'Explore Collection of Dresses' }).click()
  await heading(page, 'Dresses')
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('search', { name: 'Filter' })
  await panel.getByRole('checkbox', { name: /^M / }).check()
  await panel.getByRole('button', { name: 'Apply filters' }).click()
  await expect(page).toHaveURL(/size=M/)
  await page.getByRole('article').getByRole('link', { name: 'Chitenje Wrap Dress' }).first().click()
  await heading(page, 'Chitenje Wrap Dress')
  for (const name of ['size', 'color'])
    await page.locator(`main [name=${name}]:not(:disabled)`).first().check({ force: true })
  await press(page, 'Add to Cart')

  // A visitor who is not signed in signs in, and finds the product in the cart.
  await page.getByRole('status').getByRole('link', { name: 'Sign in' }).click()
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await page.getByRole('link', { name: 'Cart, 1 item' }).click()
  await press(page, /^One Chitenje Wrap Dress.* more$/)
  await expect(page.getByLabel(/^Quantity of Chitenje Wrap Dress/)).toHaveValue('2')
  await press(page, /^One Chitenje Wrap Dress.* fewer$/)
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click()

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
  await press(page, 'Pay')
  await expect(page.getByText('This is a test payment. No money moves.')).toBeVisible()
  await press(page, 'Pay')
  await heading(page, 'Thank you for your purchase!')
  const [number = ''] = /FSC-\d{4}-\d{6}/.exec(await main.innerText()) ?? []

  const staff = await openStaff()
  await moveOrder(staff, number, 'shipped')
  await staff.dispose()
  // On another phone without a session, the email's link opens the order.
  await page.context().clearCookies()
  const link = await newestLink(request, email, new RegExp(`/orders/${number}\\?key=[\\w-]+`))
  await page.goto(link)
  await heading(page, 'Your order')
  await page.getByText('Write to us about this order').click()
  await page.getByLabel('What is it about?').selectOption('not-arrived')
  await page.getByLabel('Your message').fill('Nobody has called me yet')
  await press(page, 'Send message')
  await expect(page.getByText('Your message has reached us')).toBeVisible()
  await expect(page.getByText('Nobody has called me yet')).toBeVisible()
  await page.getByText('Ask to send something back').click()
  await page.getByLabel('What is wrong?').selectOption('faulty')
  await press(page, 'Ask to send it back')
  await expect(page.getByText('We have your request')).toBeVisible()
  await press(page, 'I keep it')
  await expect(page.getByText('Called off')).toBeVisible()

  await page.goto('/track-order')
  await page.getByLabel('Order Number').fill(number)
  await main.getByLabel('Email', { exact: true }).fill(email)
  await press(page, 'Track Order')
  await expect(page.getByText('Expected delivery within 2-3 business days')).toBeVisible()

  await page.goto('/reviews/new')
  await main.getByRole('link', { name: 'Sign in' }).click()
  await main.getByLabel('Email', { exact: true }).fill(email)
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page, 'Sign In')
  await main
    .getByRole('link', { name: /Chitenje Wrap Dress/ })
    .first()
    .click()
  await heading(page, 'Your review')
  await page.getByLabel('5 of 5: I love it').check({ force: true })
  await page.getByLabel('What should others know?').fill(`Worn to a wedding, ${number}`)
  await press(page, 'Send your review')
  await expect(page.getByText('Thank you for your review!')).toBeVisible()
  await expect(page.getByText(`Worn to a wedding, ${number}`)).toBeVisible()
})
