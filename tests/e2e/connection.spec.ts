import { expect } from '@playwright/test'
import { FROM_HERE } from '../support/browse.ts'
import { again, enterAs, lost, openReady, test } from '../support/cut.ts'

// One customer's cart, one test after the other.
test.describe.configure({ mode: 'serial' })

const CUTS = {
  'before the shop has it': 'down',
  'before its answer': 'cut-after-post',
  'within its answer': 'cut-within-answer',
} as const

for (const [when, state] of Object.entries(CUTS))
  test(`Add to Cart, the connection cut ${when}: the choice stays, and the second try counts once`, {
    tag: '@phone',
  }, async ({ page, line, request }) => {
    await enterAs('customer@zovala.test', page, request)
    await request.delete('/api/cart', { headers: FROM_HERE })
    await openReady(page, '/product/classic-white-shirt')
    const size = page.getByRole('radio', { name: 'L', exact: true })
    await size.check({ force: true })
    line.state = state
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(lost(page)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Classic White Shirt' })).toBeVisible()
    await expect(size).toBeChecked()
    line.state = 'up'
    await again(page).click()
    await expect(page.getByText('Added to cart')).toBeVisible()
    const cart = (count: string) => page.getByRole('link', { name: `Cart, ${count}`, exact: true })
    await expect(cart('1 item')).toBeVisible()
    // Another press is another one.
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(cart('2 items')).toBeVisible()
  })
