import { expect, test } from '@playwright/test'
import { placeOrder } from '../support/browse.ts'
import { cartOf, findTote } from '../support/connections/cut-shop.ts'
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
