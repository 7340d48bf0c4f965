import { type APIRequestContext, expect, type Page, test as base } from '@playwright/test'
import { FROM_HERE, signInAs } from '../support/browse.ts'
import { openLive } from '../support/open-live.ts'
import { openLine, type TestLine } from '../support/till-line.ts'

const test = base.extend<{ line: TestLine }>({
  // oxlint-disable-next-line no-empty-pattern -- the form in which fixtures are asked for
  line: async ({}, use) => {
    const line = await openLine()
    await use(line)
    await line.close()
  },
  // Everything that the browser asks for goes over it; `request` has a connection of its own.
  context: async ({ browser, line, contextOptions }, use) => {
    const proxy = { server: `http://127.0.0.1:${line.port}`, bypass: '<-loopback>' }
    const context = await browser.newContext({ ...contextOptions, proxy })
    await use(context)
    await context.close()
  },
})

/** The page's scripts are there, and so is what they need when the connection breaks. */
async function openReady(page: Page, path: string) {
  const rescue = page.waitForResponse(/assets\/line-rescue-/)
  await openLive(page, path)
  await rescue
  await page.waitForLoadState('networkidle')
}

/** Signed in, in the browser and over `request`. */
async function enterAs(email: string, page: Page, request: APIRequestContext) {
  await signInAs({ request }, email)
  const { cookies } = await request.storageState()
  await page.context().addCookies(cookies)
}

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
    await expect(page.getByText('No connection')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Classic White Shirt' })).toBeVisible()
    await expect(size).toBeChecked()
    line.state = 'up'
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Added to cart')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Cart, 1 item', exact: true })).toBeVisible()
  })
