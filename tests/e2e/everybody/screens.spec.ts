import { type Browser, expect, type Page, test } from '@playwright/test'
import { signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import {
  listViolations,
  measureSidewaysScroll,
  sumLayoutShifts,
  waitForStillness,
} from '../../support/screens/checks.ts'
import { listUnreadable } from '../../support/screens/forced-colors.ts'
import type { Screen } from '../../support/screens/screen.ts'
import { SHOPPERS_SCREENS } from '../../support/screens/shoppers-screens.ts'
import { STAFF_SCREENS } from '../../support/screens/staff-screens.ts'
import { AT_TILL, listSmallTargets } from '../../support/screens/touch-targets.ts'
import { makeWorld, type World } from '../../support/screens/world.ts'

// `npm run test:long` (SCREENS=all) checks every state of every screen; `npm test` the first screens of shoppers, on a
// phone.
const isLong = process.env['SCREENS'] === 'all'
const SCREENS = [...SHOPPERS_SCREENS, ...STAFF_SCREENS].filter(({ isQuick }) => isLong || isQuick)

/** Made once by each worker, when a screen first needs it. */
let world: Promise<World> | undefined
const openWorld = (browser: Browser) =>
  (world ??= makeWorld(async () => (await browser.newContext()).request))

async function signIn(page: Page, { as }: Screen, browser: Browser) {
  if (as === 'admin') await signInAs(page, 'super@zovala.test')
  if (as === 'cashier') await signInAs(page, 'cashier@zovala.test')
  if (as === 'customer' || as === 'latecomer') {
    const { email, lateEmail, password } = await openWorld(browser)
    await signInAs(page, as === 'customer' ? email : lateEmail, password)
  }
}

for (const screen of SCREENS)
  test(`${screen.route}, ${screen.state}: is accessible`, {
    tag: isLong ? [] : '@phone',
  }, async ({ page, browser }) => {
    test.slow()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const { path } = screen
    await signIn(page, screen, browser)
    await openLive(page, typeof path === 'string' ? path : path(await openWorld(browser)))
    expect.soft(await sumLayoutShifts(page), 'shift').toBeLessThan(0.02)
    await screen.open?.(page, () => openWorld(browser))
    // Elements below a sticky bar are scrolled out from under it.
    await page.evaluate(() => window.scrollTo(0, 0))
    await waitForStillness(page)
    expect.soft(await listViolations(page), 'light').toEqual([])
    await page.emulateMedia({ forcedColors: 'active' })
    await waitForStillness(page)
    // With forced colors, axe uses the colors that the page requested, not those that the browser paints.
    expect.soft(await listViolations(page, ['color-contrast']), 'forced colors').toEqual([])
    expect.soft(await listUnreadable(page), 'forced colors').toEqual([])
    await page.emulateMedia({ forcedColors: 'none' })
    if (screen.as === 'admin' || screen.as === 'cashier') {
      await page.emulateMedia({ colorScheme: 'dark' })
      await waitForStillness(page)
      expect.soft(await listViolations(page), 'dark').toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    }
    const isPhone = (page.viewportSize()?.width ?? 0) < 768
    const smallest = screen.route === '/admin/pos' ? AT_TILL : undefined
    if (isPhone) expect.soft(await listSmallTargets(page, smallest), 'thumbs').toEqual([])
    // The narrowest phone; a laptop, an older one, and a tablet.
    for (const width of isPhone ? [320] : [1280, 1024, 768]) {
      await page.setViewportSize({ width, height: 640 })
      expect.soft(await measureSidewaysScroll(page), `sideways at ${width}`).toBeLessThanOrEqual(0)
    }
  })
