import { expect, test } from '@playwright/test'
import { cartAt } from '../../support/connections/cut-shop.ts'
import { openLive } from '../../support/open-live.ts'
import { touch } from '../../support/screens/finger.ts'
import { listUnpressed } from '../../support/screens/pressed.ts'

// Before the page's scripts load: the pressed look does not depend on how busy the phone is (docs/product.md, Screens).
test('every control of the shop looks pressed when touched, also with forced colors', {
  tag: '@phone',
}, async ({ page }) => {
  await cartAt('/cart')(page.request)
  await page.route(/assets\/.*\.js/, (route) => route.abort())
  for (const path of ['/', '/products', '/product/classic-white-shirt', '/cart', '/checkout']) {
    await page.emulateMedia({ forcedColors: path === '/products' ? 'active' : 'none' })
    await page.goto(path)
    const { count, alike } = await listUnpressed(page)
    expect(count, path).toBeGreaterThan(10)
    expect(alike, path).toEqual([])
  }
})

test('a control under a finger looks pressed before it is lifted, but not once the finger scrolls', {
  tag: '@phone',
}, async ({ page }) => {
  const card = page.getByRole('article').filter({ visible: true }).first()
  const targets = [
    card.getByRole('link').first(),
    // The other button of a sold-out product is disabled.
    card.getByRole('button', { name: /wishlist/ }),
    page.locator('summary[aria-label=Menu]'),
  ]
  for (const open of [() => page.goto('/products'), () => openLive(page, '/products')])
    for (const target of targets) {
      await open()
      const finger = await touch(target)
      expect(finger.pressed).not.toBeNull()
      await finger.slide()
      await expect(target).toHaveCSS('opacity', '1')
      await finger.lift()
      await expect(page).toHaveURL(/\/products$/)
      // Otherwise the next page would open scrolled down, and move once its position was restored.
      await page.evaluate(() => window.scrollTo(0, 0))
    }
})
