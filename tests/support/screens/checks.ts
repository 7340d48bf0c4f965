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
 * The violations that axe finds, each with its elements. Calls axe directly: its builder for Playwright opens a page
 * for each check and transfers all passed checks as well, which takes three to eight times as long.
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

/** Without target sizes: in the middle of a journey a sticky bar may cover a button; `screens.spec.ts` checks sizes. */
export const expectNoViolations = async (page: Page) =>
  expect(await listViolations(page, ['target-size'])).toEqual([])

/**
 * Waits for transitions, because a button between two colors has a color outside the design. Endless animations
 * continue.
 */
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

/** The sum of the browser's layout shifts since the page loaded, including those soon after a key press. */
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
  expect(await measureSidewaysScroll(page)).toBeLessThanOrEqual(0)
/** By how many pixels the page is wider than the window. */
export const measureSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/** Opens a section that phones fold; on a wider screen it is open anyway. */
export async function unfold(page: Page, title: string) {
  const part = page.locator('details', { has: page.getByRole('heading', { name: title }) })
  const isOpen = await part.evaluate((details: HTMLDetailsElement) => details.open)
  const isFolding = (page.viewportSize()?.width ?? 0) < 768
  if (!isOpen && isFolding) await part.locator('summary').click()
}
