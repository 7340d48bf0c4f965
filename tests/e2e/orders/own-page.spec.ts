import { expect, test } from '@playwright/test'
import { openAccount } from '../../support/browse.ts'
import { openDeliveredOrder } from '../../support/connections/cut-shop.ts'
import { openLive } from '../../support/open-live.ts'

test('a sent return or message of an order is visible and has the focus once its form has closed', {
  tag: '@phone',
}, async ({ page }) => {
  await openAccount(page.request)
  await openLive(page, `/orders/${await openDeliveredOrder(page.request)}`)
  const own = (name: string) => page.getByRole('region', { name })
  const heading = (name: string) => page.getByRole('heading', { name, exact: true })

  await page.getByText('Ask to send something back').click()
  await page.getByLabel('What is wrong?').selectOption('faulty')
  await page.getByRole('button', { name: 'Ask to send it back' }).click()
  await expect(heading('Send something back')).toBeFocused()
  const asked = own('Send something back').getByRole('button', { name: 'I keep it' })
  await expect(asked).toBeInViewport({ ratio: 1 })

  await page.getByText('Write to us about this order').click()
  await page.getByLabel('What is it about?').selectOption({ index: 1 })
  await page.getByLabel('Your message').fill('Where is it?')
  await page.getByRole('button', { name: 'Send message' }).click()
  await expect(heading('Messages')).toBeFocused()
  await expect(own('Messages').getByText('Where is it?')).toBeInViewport({ ratio: 1 })
})
