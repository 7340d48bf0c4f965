import { expect, test } from '@playwright/test'
import { cartAt } from '../../support/connections/cut-shop.ts'
import { listUnpressed } from '../../support/screens/pressed.ts'

// The style sheet alone, before any script: it does not depend on how busy the phone is (docs/product.md, Screens).
test('whatever a shopper can press looks pressed at the touch, in forced colors too', {
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
