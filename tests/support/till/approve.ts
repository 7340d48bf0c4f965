import { type Browser, expect, type Page } from '@playwright/test'
import { FROM_HERE, signInAs } from '../browse.ts'

/** The PIN of the sample's admin, the same in every file, because they share a shop. */
export const APPROVER_PIN = '246810'
const APPROVER = 'Chikondi Phiri'

/** The sample's admin sets the PIN for approvals. */
export async function setAdminPin(browser: Browser) {
  const context = await browser.newContext()
  const page = await context.newPage()
  await signInAs(page, 'admin@zovala.test')
  const answer = await page.request.post('/admin/pos/pin', {
    headers: FROM_HERE,
    data: { pin: APPROVER_PIN, password: 'zovala-demo' },
  })
  expect(answer.ok()).toBe(true)
  await context.close()
}

export const chooseApprover = (page: Page) =>
  page.getByLabel('Who approves?').selectOption({ label: APPROVER })

/** The admin comes to the till and types the PIN. */
export async function typePin(page: Page, pin = APPROVER_PIN) {
  await page.getByLabel(`PIN of ${APPROVER}`).fill(pin)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
}
