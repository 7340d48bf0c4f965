import { expect, type Page, test } from '@playwright/test'
import { FROM_HERE } from '../support/browse.ts'
import { cartAt } from '../support/connections/cut-shop.ts'
import { openLive, waitUntilLive } from '../support/open-live.ts'
import { expectNoViolations } from '../support/screens/checks.ts'

async function signIn(page: Page) {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: 'customer@zovala.test', password: 'zovala-demo' },
    headers: FROM_HERE,
  })
  expect(answer.ok()).toBe(true)
}
const cards = (page: Page) => page.getByRole('main').getByRole('article')
const DRESS = '/product/chitenje-wrap-dress'

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a category is searched, sorted and shown as a list', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.goto('/category/dresses')
    await expect(page.getByRole('heading', { level: 1, name: 'Dresses' })).toBeVisible()
    // On a small phone the first screen shows at least 150 pixels of products below the sort controls.
    const first = await cards(page).first().boundingBox()
    expect(first?.y).toBeLessThanOrEqual((page.viewportSize()?.height ?? 0) - 150)
    await page.getByLabel('Sort by').selectOption('Price low to high')
    await page.getByLabel('Search in Dresses').fill('wrap')
    await page.getByLabel('Search in Dresses').press('Enter')
    await expect(page.getByText(/\d+ products? for “wrap”/)).toBeVisible()
    await expect(page.getByLabel('Sort by')).toHaveValue('price-asc')
    await page.getByRole('link', { name: 'Show as list' }).click()
    await expect(page).toHaveURL(/view=list/)
    await expect(cards(page).first()).toBeVisible()
    await page.getByLabel('Search in Dresses').fill('nothing like this')
    await page.getByLabel('Search in Dresses').press('Enter')
    await page.getByRole('link', { name: 'Continue Shopping' }).click()
    await expect(page).toHaveURL('/')
  })

  test('a shopper who finds a product sold out can ask to be notified, and sees what goes with it', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/product/sold-out-scarf')
    const goesWith = page.getByRole('region', { name: 'Goes well with it' })
    await expect(goesWith.getByRole('article').first()).toBeVisible()
    await page.getByLabel('Or a phone for WhatsApp').fill('0991 234 567')
    await page.getByRole('main').getByRole('button', { name: 'Tell me when it is back' }).click()
    await expect(page.getByText('We will tell you')).toBeVisible()
    await expect(page).toHaveURL('/product/sold-out-scarf')
  })

  test('products are filtered, and all their pages can be reached', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/products')
    const first = await cards(page).first().getByRole('heading').innerText()
    await page.getByRole('link', { name: 'Show more' }).click()
    await expect(page).toHaveURL(/cursor=/)
    await expect(cards(page).first().getByRole('heading')).not.toHaveText(first)
    await page.getByRole('link', { name: 'Back to the first products' }).click()
    const isPhone = test.info().project.name === 'phone'
    if (isPhone) await page.getByRole('button', { name: 'Filter' }).click()
    const panel = page.getByRole('search', { name: 'Filter' })
    await panel.getByLabel('To', { exact: true }).fill('45,000')
    await panel.getByRole('checkbox', { name: /^In stock/ }).check()
    await panel.getByRole('checkbox', { name: /^M / }).check()
    await panel.getByRole('checkbox', { name: /^L / }).check()
    await panel.getByRole('button', { name: 'Apply filters' }).click()
    await expect(page).toHaveURL(/size=M&size=L.*max=45%2C000/)
    if (isPhone) await expect(page.getByRole('button', { name: 'Filter (4) in use' })).toBeVisible()
    await expect(cards(page).first()).toBeVisible()
    await page.getByRole('link', { name: 'Remove Size L' }).click()
    await expect(page).not.toHaveURL(/size=L/)
    await page.getByRole('link', { name: 'Clear all' }).filter({ visible: true }).first().click()
    await expect(page).toHaveURL('/products')
  })

  test('Add to Cart asks a visitor to sign in, and keeps the choice', { tag: '@phone' }, async ({
    page,
  }) => {
    await page.goto(DRESS)
    await page.getByText('XL', { exact: true }).click()
    await page.getByText('Teal', { exact: true }).click()
    await page.getByLabel('Quantity').fill('2')
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Please sign in')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'XL', exact: true })).toBeChecked()
    await expect(page.getByRole('radio', { name: 'Teal' })).toBeChecked()
    await expect(page.getByLabel('Quantity')).toHaveValue('2')
  })

  test('a thumbnail shows its picture', { tag: '@phone' }, async ({ page }) => {
    await page.goto(DRESS)
    await page.getByRole('link', { name: /^Picture 2/ }).click()
    await expect(page.locator('#picture-2')).toBeInViewport({ ratio: 0.5 })
  })
})

test.describe('the product page', () => {
  test('a choice made before the scripts came counts', { tag: '@mostly-phone' }, async ({
    page,
  }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(DRESS)
    await page.getByText('XL', { exact: true }).click()
    release()
    await waitUntilLive(page)
    await expect(page.getByRole('radio', { name: 'XL', exact: true })).toBeChecked()
    await expect(page.getByText('Size: XL')).toBeVisible()
  })

  test('is used by keyboard only', { tag: '@mostly-desk' }, async ({ page }) => {
    await signIn(page)
    await openLive(page, DRESS)
    await page.getByRole('radio', { name: 'S', exact: true }).focus()
    await page.keyboard.press('Space')
    await page.keyboard.press('ArrowRight')
    await expect(page.getByText('Size: M')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Size guide', exact: true })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    await expect(page.getByText('Color: Maroon')).toBeVisible()
    await page.getByLabel('Quantity').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Chitenje Wrap Dress has been added to your cart')).toBeVisible()
    await expect(page.getByRole('radio', { name: 'M', exact: true })).toBeChecked()
  })

  test('leads a visitor on to the sign-in by the next key after Add to Cart', {
    tag: '@desk',
  }, async ({ page }) => {
    await openLive(page, `${DRESS}?size=M&color=Teal`)
    const way = page.getByRole('link', { name: 'Sign in to add it' })
    await page.getByRole('button', { name: 'Add to Cart' }).press('Enter')
    await expect(page.getByText('Please sign in')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(way).toBeFocused()
    await expectNoViolations(page)
    // It would lead back to the former choice.
    await page.getByText('XL', { exact: true }).click()
    await expect(way).toHaveCount(0)
    await page.getByRole('button', { name: 'Add to Cart' }).press('Enter')
    await expect(way).toHaveAttribute('href', /size%3DXL/)
    await way.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  })

  test('offers a visitor the sign-in within the reach of the thumb', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page, `${DRESS}?size=M&color=Teal`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    const way = page.getByRole('link', { name: 'Sign in to add it' })
    await expect(way).toBeInViewport({ ratio: 1 })
    const account = page.getByRole('link', { name: 'Create an account' })
    await expect(account).toBeInViewport({ ratio: 1 })
    await expectNoViolations(page)
    await account.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create Account' })).toBeVisible()
    await expect(page).toHaveURL(/size%3DM/)
    await page.goBack()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await way.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible()
  })

  test('says which choice is missing', { tag: '@desk' }, async ({ page }) => {
    await signIn(page)
    await openLive(page, DRESS)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Please select a size')).toBeVisible()
    await page.getByText('XL', { exact: true }).click()
    await expect(page.getByText('Please select a size')).toBeHidden()
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Please select a color')).toBeVisible()
  })

  test('scrolls to the group whose choice is missing', { tag: '@desk' }, async ({ page }) => {
    await page.setViewportSize({ width: 800, height: 600 })
    await signIn(page)
    await openLive(page, DRESS)
    const sizes = page.getByRole('radiogroup', { name: /^Size/ })
    const add = page.getByRole('button', { name: 'Add to Cart' })
    await sizes.evaluate((box) => scrollBy(0, box.getBoundingClientRect().bottom))
    await expect(sizes).not.toBeInViewport({ ratio: 1 })
    await add.click()
    await expect(sizes).toHaveAttribute('aria-invalid', 'true')
    await expect(sizes).toHaveAccessibleDescription(/Please select a size/)
    await expect(page.getByText('Please select a size')).toBeInViewport()
    await expect(page.getByRole('radio', { name: 'S', exact: true })).toBeFocused()
    await page.getByText('M', { exact: true }).click()
    await expect(sizes).not.toHaveAttribute('aria-invalid')
  })

  test('shows pictures of the chosen color, at once and when the page is opened with it', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    const first = page.locator('#picture-1 img')
    await openLive(page, DRESS)
    await expect(first).toHaveAttribute('alt', /in Maroon/)
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect(page.getByText('2 / 3')).toBeVisible()
    await page.getByText('Teal', { exact: true }).click()
    await expect(first).toHaveAttribute('alt', /in Teal/)
    await expect.poll(() => first.evaluate((img) => img.closest('ul')?.scrollLeft)).toBe(0)
    await expect(page.getByText('1 / 3')).toBeVisible()
    await page.goto(`${DRESS}?size=M&color=Teal`)
    await expect(first).toHaveAttribute('alt', /in Teal/)
  })

  test('leads to a cart and a checkout that show the chosen color', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await signIn(page)
    await openLive(page, `${DRESS}?size=M&color=Teal`)
    await page.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('has been added to your cart')).toBeVisible()
    for (const path of ['/cart', '/checkout']) {
      await page.goto(path)
      const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Size M, Teal' })
      await expect(line.locator('img')).toHaveAttribute('src', /chitenje-wrap-dress-3/)
    }
  })

  test('turns its pictures every four seconds, until one is chosen', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await page.clock.install()
    await page.goto(DRESS)
    await page.mouse.move(5, 5)
    await page.keyboard.press('Shift')
    await waitUntilLive(page)
    await expect(page.getByText('1 / 3')).toBeVisible()
    await page.clock.runFor(4100)
    await expect(page.getByText('2 / 3')).toBeVisible()
    await page.getByRole('link', { name: /^Picture 1/ }).click()
    await expect(page.getByRole('button', { name: /Manual/ })).toBeVisible()
    await page.clock.runFor(9000)
    await expect(page.getByText('1 / 3')).toBeVisible()
    await page.getByRole('button', { name: 'Next picture' }).click()
    await expect(page.getByText('2 / 3')).toBeVisible()
  })

  test('zooms from half to three times its size', { tag: '@mostly-desk' }, async ({ page }) => {
    await openLive(page, DRESS)
    const zoom = page.getByLabel('Zoom', { exact: true })
    await page.getByRole('button', { name: 'Zoom out' }).click()
    await expect(zoom).toHaveText('50%')
    await expect(page.getByRole('button', { name: 'Zoom out' })).toBeDisabled()
    for (let step = 0; step < 5; step += 1)
      await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect(zoom).toHaveText('300%')
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeDisabled()
    await page.locator('#picture-1 button').click({ position: { x: 40, y: 40 } })
    await expect(zoom).toHaveText('100%')
  })

  test.describe('for those who ask for stillness', () => {
    test.use({ contextOptions: { reducedMotion: 'reduce' } })
    test('turns nothing by itself', { tag: '@mostly-phone' }, async ({ page }) => {
      await openLive(page, DRESS)
      await expect(page.getByRole('button', { name: /Manual/ })).toBeVisible()
    })
  })

  test('shows sizes that are sold out, and low stock', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await page.goto('/product/sold-out-scarf')
    await expect(page.getByRole('button', { name: 'Out of Stock' })).toBeDisabled()
    await page.goto('/product/last-pair-sandals')
    const form = page.locator('form').filter({ has: page.getByLabel('Quantity') })
    await expect(form.getByText(/Only \d left!/)).toBeVisible()
    await expect(form.getByText('Hurry! Limited stock remaining')).toBeVisible()
  })
})

/** For each fetched picture: its width, the available widths, and the pixels of the page that it fills. */
const readPictures = (images: (HTMLElement | SVGElement)[]) =>
  images.flatMap((image) => {
    const { currentSrc: src } = image as HTMLImageElement
    const fetched = /-(\d+)\.(?:avif|webp)$/.exec(src)?.[1]
    const room = image.getBoundingClientRect().width
    const sources = image.parentElement?.querySelector('source')?.srcset ?? ''
    const offered = [...sources.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))
    // The window that it was chosen for, should it be another one by then.
    const screen = `${innerWidth} x ${innerHeight}, ${devicePixelRatio}`
    return fetched && room > 0 ? [{ src, fetched: Number(fetched), offered, room, screen }] : []
  })

// The sample shop has no category with a second page: tests/http/catalogue/catalogue.test.ts.
for (const [list, path, place, tag] of [
  ['a list', '/products', 10, '@mostly-phone'],
  ['a search', '/products?search=cotton', 0, '@phone'],
] as const)
  test(`Back returns to the same place in ${list} after Show more`, { tag }, async ({ page }) => {
    await openLive(page, path)
    const before = await cards(page).count()
    await page.getByRole('link', { name: 'Show more' }).click()
    const card = cards(page).nth(before + place)
    await expect(card).toBeVisible()
    const all = await cards(page).count()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('cursor=')) asked.push(request.url())
    })
    const name = await card.getByRole('heading').innerText()
    await card.getByRole('heading').click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
    await expect(cards(page)).toHaveCount(all)
    await expect(card.getByRole('heading')).toHaveText(name)
    await expect(card).toBeInViewport()
    expect(asked).toEqual([])
  })

test.describe('on a cheap phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 1.75 })
  // Each in a new browser, which would otherwise reuse a wider picture that it fetched for another page.
  for (const [what, prepare] of [
    ['cards', () => ({ path: '/products' })],
    ['the gallery', () => ({ path: DRESS })],
    ['the cart', cartAt('/cart')],
  ] as const)
    test(`pictures of ${what} are fetched no wider than they are displayed`, {
      tag: '@phone',
    }, async ({ page }) => {
      const { path } = await prepare(page.request)
      await page.goto(path, { waitUntil: 'load' })
      const pictures = await page.getByRole('main').locator('img').evaluateAll(readPictures)
      expect(pictures.length).toBeGreaterThan(0)
      // Small pictures in a row may be stretched: the next width has twice the bytes.
      const isWide = ({ fetched, offered, room }: (typeof pictures)[number]) =>
        fetched > (offered.find((one) => one >= room * 1.75) ?? Infinity)
      // A thumbnail takes what was fetched for the large picture, when that is there first: nothing more is fetched.
      const needed = pictures.filter((one) => !isWide(one)).map(({ src }) => src)
      const wider = pictures.filter((one) => isWide(one) && !needed.includes(one.src))
      expect(wider).toEqual([])
    })
})

test('the tools that sort and narrow a list of products are one row on a phone', {
  tag: '@phone',
}, async ({ page }) => {
  const main = page.getByRole('main')
  const filter = main.getByRole('button', { name: 'Filter', exact: true })
  const search = main.getByLabel('Search in Dresses')
  for (const [path, parts] of [
    ['/category/dresses', [search, main.getByLabel('Sort by'), filter]],
    ['/products', [filter, main.getByRole('link', { name: 'Trending' })]],
  ] as const) {
    await page.goto(path)
    for (const width of [390, 360]) {
      await page.setViewportSize({ width, height: 740 })
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()))
      const middles = boxes.map((box) => (box ? box.y + box.height / 2 : Number.NaN))
      expect(Math.max(...middles) - Math.min(...middles), `${path} at ${width}`).toBeLessThan(4)
      const first = await cards(page).first().boundingBox()
      expect(first?.y, `${path} at ${width}`).toBeLessThanOrEqual(350)
    }
    // Only the way to the other view stands there.
    await expect(main.getByRole('link', { name: /^Show as/ })).toHaveCount(1)
  }
})

test('a category’s subcategories stand beside its name on a wide screen, and below it on a phone', async ({
  page,
}) => {
  await page.goto('/category/dresses')
  const [name, below] = await Promise.all(
    [
      page.getByRole('heading', { level: 1 }),
      page.getByRole('list', { name: 'Subcategories' }),
    ].map((part) => part.boundingBox()),
  )
  const bottom = (name?.y ?? 0) + (name?.height ?? 0)
  if ((page.viewportSize()?.width ?? 0) < 768) expect(below?.y).toBeGreaterThanOrEqual(bottom)
  else expect(below?.y).toBeLessThan(bottom)
})

test('a reload, and Back to a reloaded page, keep the products added by Show more and the scroll position', {
  tag: '@phone',
}, async ({ page }) => {
  await openLive(page, '/products')
  const before = await cards(page).count()
  await page.getByRole('link', { name: 'Show more' }).click()
  await expect(cards(page)).toHaveCount(2 * before)
  const card = cards(page).nth(before + 10)
  const name = await card.getByRole('heading').innerText()
  await card.scrollIntoViewIfNeeded()
  await page.reload()
  await expect(cards(page)).toHaveCount(2 * before)
  await expect(card.getByRole('heading')).toHaveText(name)
  await expect(card).toBeInViewport()
  await page.goto(DRESS)
  await page.goBack()
  await expect(cards(page)).toHaveCount(2 * before)
  await expect(card).toBeInViewport()
})

test('Show more adds to the list and stays on the page, also after the connection broke', {
  tag: '@phone',
}, async ({ page, context }) => {
  const recover = page.waitForResponse(/assets\/connection-recovery-/)
  await openLive(page, '/products')
  await recover
  await page.waitForLoadState('networkidle')
  const before = await cards(page).count()
  const more = page.getByRole('link', { name: 'Show more' })
  await context.setOffline(true)
  await more.click()
  await expect(page.getByText('No connection', { exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(before)
  await context.setOffline(false)
  await more.click()
  await expect.poll(() => cards(page).count()).toBeGreaterThan(before)
  expect(new URL(page.url()).search).toBe('')
})

test('a heart of a visitor leads to the sign-in page', { tag: '@phone' }, async ({ page }) => {
  await openLive(page, '/products')
  await cards(page)
    .first()
    .getByRole('button', { name: /to wishlist$/ })
    .click()
  await expect(page).toHaveURL(/\/auth\?then=/)
  await expect(page.getByText('You need to be signed in to add items to wishlist.')).toBeVisible()
})

test('a heart fills at once, and the wishlist holds it until it is taken out', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page)
  // Each screen size uses its own product, because both share the sample shop's only customer.
  const slug = test.info().project.name === 'phone' ? 'bags' : 'shoes'
  await openLive(page, `/category/${slug}`)
  const name = await cards(page).nth(1).getByRole('heading').innerText()
  await page.getByRole('button', { name: `Add ${name} to wishlist` }).click()
  await expect(page.getByRole('button', { name: `Remove ${name} from wishlist` })).toBeVisible()
  await expect(page.getByText('Added to wishlist!')).toBeVisible()
  await openLive(page, '/wishlist')
  await expectNoViolations(page)
  await page.getByRole('button', { name: `Remove ${name} from wishlist` }).click()
  await expect(page.getByText('Removed from wishlist')).toBeVisible()
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
})
