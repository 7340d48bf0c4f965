import { expect, test } from '@playwright/test'
import { placeOrder } from '../support/browse.ts'
import { cartOf, findTote } from '../support/connections/cut-shop.ts'
import { countRenders } from '../support/screens/renders.ts'
import { listTaps, tapAndLook } from '../support/taps.ts'

// A tenth of a second at 60 frames per second (docs/product.md, Screens).
const MOST_FRAMES = 6
/** Links to another page or list only show a progress line: rendering more would touch hundreds of components. */
const LEADS_ON = ['filters', 'a search', 'Show more', 'a product of a list', 'Proceed to Checkout']
const MOST_RENDERED = 25

test('every tap of a shopper is visible before the shop has answered, and renders little', {
  tag: '@phone',
}, async ({ page }) => {
  const tote = await findTote(page.request)
  const { checkout_url } = await placeOrder(page.request, tote)
  await cartOf(page.request, tote.id)
  await countRenders(page)
  const seen: Record<string, number | null> = {}
  const rendered: Record<string, number> = {}
  const taps = listTaps(new URL(checkout_url).pathname)
  for (const tap of taps) {
    const found = await tapAndLook(page, tap)
    seen[tap.name] = found?.frames ?? null
    expect(found?.pressed, `${tap.name} while the finger is down`).not.toBeNull()
    const { components = [], elements = 0 } = found?.renders ?? {}
    // The sign itself consists of at least one component.
    expect(components.length, tap.name).toBeGreaterThan(0)
    if (LEADS_ON.includes(tap.name)) rendered[tap.name] = components.length + elements
  }
  const late = Object.entries(seen).filter(([, frames]) => frames === null || frames > MOST_FRAMES)
  expect(late, JSON.stringify(seen)).toEqual([])
  expect(Object.keys(seen)).toHaveLength(taps.length)
  expect(Object.keys(rendered)).toEqual(LEADS_ON)
  expect(Math.max(...Object.values(rendered)), JSON.stringify(rendered)).toBeLessThanOrEqual(
    MOST_RENDERED,
  )
})
