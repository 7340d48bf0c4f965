import { expect, test } from '@playwright/test'
import { expectNoViolations } from '../support/screens/checks.ts'

test('an unknown receipt code is refused beside its field, and the rest of the page works', {
  tag: '@mostly-phone',
}, async ({ page }) => {
  await page.goto('/product/canvas-tote-bag')
  await page.getByRole('link', { name: 'Write a review' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Write a review' })).toBeVisible()
  await page.getByLabel('Code of your receipt').fill('0000-0000-0000')
  await page.getByRole('button', { name: 'Find my receipt' }).click()
  await expect(page.getByRole('alert')).toContainText('We do not know this code')
  await expect(page.getByLabel('Code of your receipt')).toHaveValue('0000-0000-0000')
  await expectNoViolations(page)
})
