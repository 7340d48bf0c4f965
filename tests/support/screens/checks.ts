import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { FROM_HERE } from '../browse.ts'

export async function signInCustomer(page: Page) {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: 'customer@zovala.test', password: 'zovala-demo' },
    headers: FROM_HERE,
  })
  expect(answer.ok()).toBe(true)
}

declare global {
  interface Window {
    axe: typeof axe
  }
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe finds wrong, each with the elements. By axe itself: its builder for Playwright opens a page for each look
 * and carries all that is right over as well, which takes three to eight times as long.
 */
export async function listViolations(page: Page, without: string[] = []) {
  for (const frame of page.frames()) await frame.evaluate(axe.source)
  return page.evaluate(
    async ([tags, off]) => {
      const { violations } = await window.axe.run(document, {
        runOnly: tags,
        rules: Object.fromEntries(off.map((rule) => [rule, { enabled: false }])),
        resultTypes: ['violations'],
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(' | ')}`)
    },
    [RULES, without] as const,
  )
}

/** In the middle of a journey a bar that stays in sight may lie on a button: sizes are for `screens.spec.ts`. */
export const expectNoViolations = async (page: Page) =>
  expect(await listViolations(page, ['target-size'])).toEqual([])

/** A button on its way from one color to the other has no color of ours. What turns for ever is let turn. */
export const waitForStillness = (page: Page) =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().activeDuration !== Infinity)
        .map(({ finished }) => finished),
    )
  })

/** How much has moved since the page began: the sum of the browser's layout shifts, also those soon after a key. */
export const sumLayoutShifts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries())
            sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => done(sum)))
      }),
  )

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
