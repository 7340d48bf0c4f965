import { expect, test } from '@playwright/test'
import { placeOrder } from '../support/browse.ts'
import { cartOf, findTote } from '../support/connections/cut-shop.ts'
import { openLive } from '../support/open-live.ts'
import { listTaps, tapAndLook } from '../support/taps.ts'

// A tenth of a second, at 60 frames a second (docs/product.md, Screens).
const MOST_FRAMES = 6

test('whatever a shopper taps shows that it was tapped before the shop has answered', {
  tag: '@phone',
}, async ({ page }) => {
  const tote = await findTote(page.request)
  const { checkout_url } = await placeOrder(page.request, tote)
  await cartOf(page.request, tote.id)
  const seen: Record<string, number | null> = {}
  const taps = listTaps(new URL(checkout_url).pathname)
  for (const tap of taps) seen[tap.name] = (await tapAndLook(page, tap))?.frames ?? null
  const late = Object.entries(seen).filter(([, frames]) => frames === null || frames > MOST_FRAMES)
  expect(late, JSON.stringify(seen)).toEqual([])
  expect(Object.keys(seen)).toHaveLength(taps.length)
})

test('a tap that leads to another page renders nothing of this one anew before it is seen', {
  tag: '@phone',
}, async ({ page }) => {
  await openLive(page, '/category/dresses')
  // React keeps with each element the properties that it was last rendered with.
  const countKept = () =>
    page.evaluate(() => {
      const rendered = [...document.querySelectorAll('main a, header a, footer a')].map(
        (one) => Object.entries(one).find(([key]) => key.startsWith('__reactProps'))?.[1],
      )
      const before = (Reflect.get(window, 'rendered') as unknown[] | undefined) ?? rendered
      Reflect.set(window, 'rendered', rendered)
      return rendered.filter((one, n) => one && one === before[n]).length
    })
  const links = await countKept()
  expect(links).toBeGreaterThan(30)
  await page.route(/\.data/, () => new Promise(() => {}))
  await page.getByRole('article').getByRole('link').filter({ visible: true }).first().tap()
  await page.locator('.under-way').waitFor()
  expect(await countKept()).toBe(links)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
