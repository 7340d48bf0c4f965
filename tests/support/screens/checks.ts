import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { FROM_HERE } from '../browse.ts'

export async function signInCustomer(page: Page) {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: 'customer@zovala.test', password: 'zovala-demo' },
    headers: FROM_HERE,
  })
  expect(answer.ok()).toBe(true)
}

export async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`),
  ).toEqual([])
}

export const expectNoSidewaysScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)

/** What a phone has folded is opened; a wider screen shows it anyhow. */
export async function unfold(page: Page, title: string) {
  const part = page.locator('details', { has: page.getByRole('heading', { name: title }) })
  const isOpen = await part.evaluate((details: HTMLDetailsElement) => details.open)
  const isFolding = (page.viewportSize()?.width ?? 0) < 768
  if (!isOpen && isFolding) await part.locator('summary').click()
}
