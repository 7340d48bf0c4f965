import { expect, type Page, test } from '@playwright/test'
import { openLive, waitUntilLive } from '../support/open-live.ts'
import { expectNoViolations, sumLayoutShifts } from '../support/screens/checks.ts'

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768

/** The search box in use: in the overlay on phones, in the header on desktops. */
async function openSearch(page: Page) {
  if (!isPhone(page)) return page.getByRole('banner').getByRole('searchbox')
  await page.getByRole('link', { name: 'Search', exact: true }).click()
  return page.getByRole('dialog').getByRole('searchbox')
}

test.describe('home', () => {
  test('the page shows the shop’s place, its phone numbers, the flash sale and the way to help', {
    tag: '@mostly-desk',
  }, async ({ page }) => {
    await page.goto('/')
    const seen = { visible: true }
    await expect(page.getByText('Flash sale: up to 10% off').filter(seen)).toBeVisible()
    await expect(page.getByText('Blantyre, Malawi').filter(seen).first()).toBeVisible()
    await expect(page.locator('header a[href^="tel:+265"]').filter(seen)).toHaveCount(2)
    const help = page.getByRole('link', { name: 'Need help? Chat with us!' })
    await expect(help).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/265\d+\?text=Hello!%20I%20need%20assistance%20with%20my%20order\.$/,
    )
    await expect(page.getByText('This is a sample shop')).toBeVisible()
  })

  test('nothing shifts while the page loads', async ({ page }) => {
    await openLive(page)
    expect(await sumLayoutShifts(page)).toBeLessThan(0.02)
  })

  test('no screen scrolls sideways at 320 pixels, nor at 360 with text twice as large', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    test.slow()
    const paths = [
      '/',
      '/?view=list',
      '/products',
      '/products?view=list',
      '/category/dresses',
      '/category/dresses?view=list',
      '/product/chitenje-wrap-dress',
      '/product/tailored-wedding-suit',
      '/size-guide',
      '/auth',
      '/auth?mode=sign-up',
      '/track-order',
      '/no-such-page',
    ]
    for (const [width, size] of [
      [320, '100%'],
      [360, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 740 })
      for (const path of paths) {
        await page.goto(path)
        // Compared with the device, because a phone widens its viewport when content is too wide.
        const reach = await page.evaluate((fontSize) => {
          document.documentElement.style.fontSize = fontSize
          return document.documentElement.scrollWidth
        }, size)
        expect(reach, `${path} at ${size}`).toBeLessThanOrEqual(width)
      }
    }
  })

  test('the newsletter button’s label is on one line', async ({ page }) => {
    await page.goto('/about-us')
    const lines = await page.getByRole('button', { name: 'Subscribe' }).evaluate((button) => {
      const range = document.createRange()
      range.selectNodeContents(button)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)
  })

  test('on a phone the help button covers nothing else', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/product/chitenje-wrap-dress')
    const help = page.getByRole('link', { name: 'Need help? Chat with us!' })
    expect(await help.evaluate((link) => getComputedStyle(link).position)).toBe('static')
    await expect(help.getByText('Need help? Chat with us!')).toBeVisible()
  })
})

test.describe('hero', () => {
  test('the arrows and dots lead from banner to banner', { tag: '@phone' }, async ({ page }) => {
    await openLive(page)
    await page.getByRole('button', { name: 'Stop the banners' }).click()
    const dots = page.getByRole('link', { name: /^Banner \d/ })
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Next banner' }).click()
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
    await dots.nth(2).click()
    await expect(dots.nth(2)).toHaveAttribute('aria-current', 'true')
    await page.getByRole('button', { name: 'Previous banner' }).click()
    await expect(dots.nth(1)).toHaveAttribute('aria-current', 'true')
  })

  test.describe('on a small phone', () => {
    test.use({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 })
    test('the first banner is fetched once, in the displayed width', { tag: '@phone' }, async ({
      page,
    }) => {
      const fetched: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/files/banners/')) fetched.push(request.url())
      })
      await page.goto('/', { waitUntil: 'load' })
      const shown = await page
        .locator('#banner-1 img')
        .evaluate((image: HTMLImageElement) => image.currentSrc)
      expect(shown).toMatch(/-640\.avif$/)
      // The banners aside are fetched shortly before they turn.
      expect(fetched.filter((url) => url.includes('/banners/'))).toEqual([shown])
    })
  })

  test('the banners turn by themselves, and stop when they are used', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.clock.install()
    await openLive(page)
    const dots = page.getByRole('link', { name: /^Banner \d/ })
    await page.mouse.move(5, 5)
    await expect(async () => {
      await page.clock.runFor(5100)
      await expect(dots.first()).not.toHaveAttribute('aria-current', 'true', { timeout: 1000 })
    }).toPass()
    await dots.first().focus()
    await page.keyboard.press('Enter')
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
    await page.clock.runFor(12_000)
    await expect(dots.first()).toHaveAttribute('aria-current', 'true')
  })

  test('no script is fetched before the first action; a button pressed then works once they have loaded', {
    tag: '@phone',
  }, async ({ page }) => {
    const scripts: string[] = []
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(request.url())
    })
    await page.clock.install()
    await page.goto('/')
    const dots = page.getByRole('link', { name: /^Banner \d/ })
    const timer = page.getByRole('timer')
    const first = await timer.textContent()
    await expect(async () => {
      await page.clock.runFor(5100)
      await expect(dots.first()).not.toHaveAttribute('aria-current', 'true', { timeout: 1000 })
    }).toPass()
    await expect(timer).not.toHaveText(first ?? '')
    expect(scripts).toEqual([])
    await page.getByRole('button', { name: 'Stop the banners' }).click()
    await expect(page.getByRole('button', { name: 'Let the banners turn' })).toBeVisible()
    expect(scripts.length).toBeGreaterThan(0)
  })

  test('the countdown counts down', { tag: '@phone' }, async ({ page }) => {
    await openLive(page)
    const timer = page.getByRole('timer')
    await expect(timer).toHaveText(/^Ends in: \d{2,}:\d{2}:\d{2}$/)
    const first = await timer.textContent()
    await expect(timer).not.toHaveText(first ?? '')
  })

  test('View Collection scrolls to the categories', { tag: '@mostly-phone' }, async ({ page }) => {
    await openLive(page)
    await page.getByRole('link', { name: 'View Collection' }).first().click()
    await expect(page.getByRole('heading', { name: 'Shop by Category' })).toBeInViewport()
  })
})

test.describe('categories', () => {
  test('one category is open at a time, and shows its subcategories with two decorative words each', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openLive(page)
    const cards = page.locator('#categories details')
    await cards.nth(0).locator('summary').click()
    await expect(cards.nth(0).getByRole('link', { name: /^Explore Collection/ })).toBeVisible()
    await expect(cards.nth(0).getByRole('link', { name: 'Wrap Dresses' })).toContainText(
      'Flattering',
    )
    await cards.nth(1).locator('summary').click()
    await expect(cards.nth(0)).not.toHaveAttribute('open')
    await cards.nth(1).locator('summary').click()
    await expect(cards.nth(1)).not.toHaveAttribute('open')
  })

  test('a visitor who already is at the categories gets a message', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openLive(page)
    await page.getByRole('heading', { name: 'Shop by Category' }).scrollIntoViewIfNeeded()
    if (isPhone(page)) await page.locator('summary[aria-label=Menu]').click()
    const all = page.getByRole('banner').getByRole('link', { name: 'View All Categories' })
    await page.evaluate(() => document.getElementById('categories')?.scrollIntoView())
    await all.filter({ visible: true }).click()
    await expect(page.getByText('You are already viewing all categories.')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('You are already viewing all categories.')).toBeHidden()
  })

  test('the link to all categories on another page leads to them on the home page', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openLive(page, '/about-us')
    await page.getByRole('contentinfo').getByRole('link', { name: 'View All Categories' }).click()
    await expect(page).toHaveURL('/#categories')
    await expect(page.getByRole('heading', { name: 'Shop by Category' })).toBeInViewport()
  })
})

test.describe('featured products', () => {
  test('chips and view are links that keep each other’s choice', { tag: '@phone' }, async ({
    page,
  }) => {
    await openLive(page)
    await page.getByRole('link', { name: 'Flash Sale' }).click()
    await expect(page).toHaveURL(/\?on_sale=1#products$/)
    await page.getByRole('link', { name: 'Free Shipping' }).click()
    await expect(page).toHaveURL(/in_stock=1/)
    await page.getByRole('link', { name: 'Show as list' }).click()
    await expect(page).toHaveURL(/on_sale=1.*view=list/)
    await expect(page.locator('#products article').first()).toContainText(/-\d+%/)
  })

  test('a filter without matches says so', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/?name=nothing-is-called-this')
    await expect(page.getByText('No products found.')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Load More Products' })).toHaveAttribute(
      'href',
      '/products',
    )
  })
})

test.describe('search', () => {
  test('live search finds products, shows their number, and leads to one and to all of them', async ({
    page,
  }) => {
    await openLive(page)
    const box = await openSearch(page)
    await box.pressSequentially('chitenje')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    await expect(page.getByText(/^\d+ products found$/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^View All Results \(\d+\)$/ })).toHaveAttribute(
      'href',
      '/products?search=chitenje',
    )
    await page
      .getByRole('link', { name: /Chitenje Wrap Dress/ })
      .first()
      .click()
    await expect(page).toHaveURL('/product/chitenje-wrap-dress')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeHidden()
  })

  test('live search says when it corrected a mistyped word', async ({ page }) => {
    await openLive(page)
    const box = await openSearch(page)
    await box.fill('ginham sundres')
    await expect(page.getByRole('link', { name: /Gingham Sundress/ }).first()).toBeVisible()
    const sentence = page.getByText('Nothing is called “ginham sundres”. The closest we have:')
    await expect(sentence.filter({ visible: true })).toHaveCount(1)
    await box.fill('gingham sundr')
    await expect(sentence).toHaveCount(0)
    await expect(page.getByRole('link', { name: /Gingham Sundress/ }).first()).toBeVisible()
  })

  test('a search without hits gives advice', { tag: '@mostly-phone' }, async ({ page }) => {
    await openLive(page)
    const box = await openSearch(page)
    await page.route('**/search?q=*', (route) => route.abort())
    await box.fill('bags')
    // On a phone the message exists within the overlay, and once more behind it.
    const place = page.locator('dialog:modal').or(page.locator('body:not(:has(dialog:modal))'))
    await expect(place.getByText('No connection', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Search Products' })).toBeVisible()
    await page.unroute('**/search?q=*')
    await box.fill('zzzzzz')
    await expect(page.getByRole('heading', { name: 'No products found' })).toBeVisible()
    await expect(page.getByText('Check your spelling')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'New in the shop' })).toBeVisible()
    const close = page.getByRole('button', { name: 'Close search' })
    if (!(await close.isVisible())) return
    const reported = page.waitForRequest(/\/search\?q=zzzzzz&missed=1$/)
    await close.click()
    await reported
  })

  test('a running search says so, and a failed one is cleared', {
    tag: '@mostly-desk',
  }, async ({ page }) => {
    await openLive(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/search?q=*', async (route) => {
      await held.promise
      await route.fulfill({ status: 500, body: '' })
    })
    await (await openSearch(page)).fill('bags')
    await expect(page.getByText('Searching products...')).toBeVisible()
    held.resolve()
    await expect(page.getByRole('heading', { name: 'Search Products' })).toBeVisible()
    await expect(page.getByText('No connection', { exact: true })).toHaveCount(0)
  })

  test('the overlay keeps the focus, closes by Escape and by Back, and returns the focus', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page)
    const link = page.getByRole('link', { name: 'Search', exact: true })
    await link.click()
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await expect(dialog.getByRole('searchbox')).toBeFocused()
    await expect(dialog.getByRole('heading', { name: 'Search Products' })).toBeVisible()
    for (let step = 0; step < 9; step++) {
      await page.keyboard.press('Tab')
      const isOutside = await page.evaluate(
        () =>
          document.activeElement !== document.body &&
          document.activeElement?.closest('dialog') === null,
      )
      expect(isOutside).toBe(false)
    }
    await expectNoViolations(page)
    await dialog.getByRole('button', { name: 'shoes' }).click()
    await expect(dialog.getByRole('searchbox')).toHaveValue('shoes')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(link).toBeFocused()
    await link.click()
    await expect(dialog.getByRole('searchbox')).toHaveValue('')
    await page.goBack()
    await expect(dialog).toBeHidden()
    await expect(page).toHaveURL('/')
  })

  test('the search box on desktops offers popular searches, which fill it', {
    tag: '@desk',
  }, async ({ page }) => {
    await openLive(page, '/')
    const box = page.getByRole('searchbox', { name: 'Search products' })
    await box.click()
    await expect(page.getByRole('heading', { name: 'Search Products' })).toBeVisible()
    await page.getByRole('button', { name: 'shoes' }).click()
    await expect(box).toHaveValue('shoes')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    await box.fill('')
    await expect(page.getByRole('button', { name: 'dresses' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'dresses' })).toBeHidden()
  })

  test('the results under the box close by Escape', { tag: '@desk' }, async ({ page }) => {
    await openLive(page)
    const box = await openSearch(page)
    await box.fill('shoes')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Search Results' })).toBeHidden()
    await expect(box).toBeFocused()
  })
})

test.describe('keyboard', () => {
  test('the first tab stop skips the header', { tag: '@mostly-desk' }, async ({ page }) => {
    await openLive(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('main')).toBeFocused()
  })

  test('a new screen begins at its top, also for screen readers', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openLive(page)
    const link = page.getByRole('contentinfo').getByRole('link', { name: 'Size Guide' })
    await link.scrollIntoViewIfNeeded()
    await link.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Size Guide' })).toBeInViewport()
    await expect(page.locator('main')).toBeFocused()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('a form that leads to another screen leads to its top', { tag: '@mostly-phone' }, async ({
    page,
  }) => {
    await openLive(page, '/products')
    const heart = page.getByRole('button', { name: /to wishlist$/ }).nth(7)
    await heart.scrollIntoViewIfNeeded()
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100)
    await heart.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeInViewport()
    expect(await page.evaluate(() => scrollY)).toBe(0)
  })

  test('the menu of phones opens and closes by keyboard, and closes on navigation', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page)
    const button = page.locator('summary[aria-label=Menu]')
    const menu = page.getByRole('navigation', { name: 'Menu' })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(menu.getByRole('link', { name: 'Sign In / Register' })).toBeVisible()
    await expectNoViolations(page)
    await page.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await menu.getByRole('link', { name: 'Track Your Order' }).click()
    await expect(page).toHaveURL('/track-order')
    await expect(menu).toBeHidden()
  })
})

test.describe('a connection that breaks', () => {
  const TEXT = 'No connection'
  /** Opens a page and waits for its scripts, including those that handle a broken connection. */
  async function openReady(page: Page, path: string) {
    const recover = page.waitForResponse(/assets\/connection-recovery-/)
    await openLive(page, path)
    await recover
    // The script has loaded and run.
    await page.waitForFunction(() =>
      Reflect.has(
        Reflect.get(window, '__reactRouterRouteModules'),
        'routes/shop/catalogue/wishlist',
      ),
    )
  }

  test('a link without a connection keeps the page with a message, and works once it is back', {
    tag: '@phone',
  }, async ({ page, context }) => {
    // Not the newest product, which another test may have sold out.
    const link = page
      .getByRole('article')
      .getByRole('link', { name: 'Chitenje Wrap Dress' })
      .first()
    const list = page.getByRole('heading', { level: 1, name: 'Dresses' })
    await openReady(page, '/category/dresses')
    await context.setOffline(true)
    await link.click()
    await expect(page.getByText(TEXT)).toBeVisible()
    await expect(page).toHaveURL('/category/dresses')
    await expect(list).toBeVisible()
    await context.setOffline(false)
    await link.click()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
    // Going back without a connection keeps the earlier page.
    await context.setOffline(true)
    await page.goBack()
    await expect(page.getByText(TEXT)).toBeVisible()
    await expect(page).toHaveURL(/\/product\//)
    await expect(page.getByRole('button', { name: 'Add to Cart' })).toBeVisible()
    await context.setOffline(false)
    await page.goBack()
    await expect(page).toHaveURL('/category/dresses')
    await expect(list).toBeVisible()
  })

  test('a link and a form keep the page also before the first action, and work once the connection is back', {
    tag: '@phone',
  }, async ({ page, context, baseURL }) => {
    const errors: string[] = []
    // Pictures that scroll into view offline cannot load: that is no fault of the page.
    page.on('console', (message) => {
      const isOurs = message.type() === 'error' && !message.text().includes('ERR_INTERNET')
      if (isOurs) errors.push(message.text())
    })
    const scripts: string[] = []
    page.on('request', (one) => one.resourceType() === 'script' && scripts.push(one.url()))
    // Not by the name localhost, which is reachable without any network.
    await page.goto((baseURL ?? '').replace('localhost', '127.0.0.1'))
    const place = page.getByRole('alert').filter({ hasText: TEXT })
    const link = page.getByRole('article').getByRole('link').first()
    await context.setOffline(true)
    await link.click()
    await expect(place).toContainText('Nothing is lost.')
    await page.getByRole('contentinfo').getByRole('textbox').fill('thoko@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(place).toContainText('Nothing was sent.')
    await expect(page).toHaveURL(/:\d+\/$/)
    await expect(page.getByRole('contentinfo').getByRole('textbox')).toHaveValue(
      'thoko@example.com',
    )
    expect(scripts).toEqual([])
    await context.setOffline(false)
    await expect(place).toBeHidden()
    await waitUntilLive(page)
    await link.click()
    await expect(page).toHaveURL(/\/product\//)
    expect(errors).toEqual([])
  })

  test('an act that cannot be sent keeps the page', { tag: '@phone' }, async ({
    page,
    context,
  }) => {
    await openReady(page, '/products')
    await context.setOffline(true)
    await page
      .getByRole('button', { name: /to wishlist$/ })
      .first()
      .click()
    await expect(page.getByText(TEXT)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'All Products' })).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    const more = page.getByRole('link', { name: 'Show more' })
    await more.click()
    await expect(page.getByText(TEXT)).toBeVisible()
    await expect(more).toHaveAttribute('aria-busy', 'false')
  })

  test('a link after an update of the shop loads a full page', { tag: '@phone' }, async ({
    page,
  }) => {
    await openReady(page, '/')
    await page.route('**/assets/cart-*.js*', (route) => route.fulfill({ status: 404, body: '' }))
    const step = page.waitForRequest('**/cart.data*')
    const document = page.waitForRequest(
      (request) => request.isNavigationRequest() && request.url().endsWith('/cart'),
    )
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
    await Promise.all([step, document])
    await expect(page.getByRole('heading', { level: 1, name: 'Shopping Cart' })).toBeVisible()
  })

  test('a script that failed although the shop has it is requested again, and the page stays', {
    tag: '@phone',
  }, async ({ page }) => {
    await openReady(page, '/')
    await page.route('**/assets/screen-*.js', (route) => route.abort(), { times: 1 })
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.getByRole('banner').getByRole('link', { name: 'Cart' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Shopping Cart' })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  })

  test('the search whose script does not load says so, and opens at the next try', {
    tag: '@phone',
  }, async ({ page }) => {
    await openReady(page, '/')
    await page.route('**/assets/search-overlay-*.js*', (route) => route.abort())
    const link = page.getByRole('link', { name: 'Search', exact: true })
    await link.click()
    await expect(page.getByText(TEXT)).toBeVisible()
    await page.unroute('**/assets/search-overlay-*.js*')
    await link.click()
    await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  })
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the menu opens, and search is a form', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    if (isPhone(page)) {
      await page.locator('summary[aria-label=Menu]').click()
      await expect(page.getByRole('link', { name: 'Sign In / Register' })).toBeVisible()
      await page.locator('summary[aria-label=Menu]').click()
      await page.getByRole('link', { name: 'Search', exact: true }).click()
      await page.getByRole('searchbox', { name: 'Search all products' }).fill('sandals')
      await page.locator('form#search').getByRole('button', { name: 'Search' }).click()
    } else {
      await page.getByRole('banner').getByRole('searchbox').fill('sandals')
      await page.keyboard.press('Enter')
    }
    await expect(page).toHaveURL('/products?search=sandals')
    await expect(page.getByRole('article').first()).toBeVisible()
  })

  test('a category opens, and every banner can be reached', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/')
    await page.locator('#categories summary').first().click()
    await page.getByRole('link', { name: 'Explore Collection of Dresses' }).click()
    await expect(page).toHaveURL('/category/dresses')
    await page.goto('/')
    await page.getByRole('link', { name: /^Banner 2/ }).click()
    await expect(page.locator('#banner-2')).toBeInViewport()
    await expect(page.getByRole('button', { name: 'Next banner' })).toBeHidden()
  })

  test('the newsletter box answers at its place on the page, and its message can be dismissed', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/about-us')
    await page.getByLabel('Newsletter', { exact: true }).fill('grace.phiri@example.com')
    await page.getByRole('button', { name: 'Subscribe' }).click()
    await expect(page).toHaveURL('/about-us')
    await expect(page.getByText('Almost there')).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await expect(page.getByText('Almost there')).toBeHidden()
  })
})

test.describe('static pages', () => {
  const PAGES = [
    ['/about-us', 'About Us', '2018'],
    ['/size-guide', 'Size Guide', 'Foot (cm)'],
    ['/returns-policy', 'Returns Policy', 'sale and discounted items included'],
    ['/student-discount', 'Student Discount', '15% off'],
    ['/privacypolicy', 'Privacy Policy', 'hello@zovala.example'],
    ['/termsofservice', 'Terms of Service', 'hello@zovala.example'],
  ] as const
  for (const [path, title, fact] of PAGES)
    test(`${title} exists and shows its facts`, { tag: '@phone' }, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
      await expect(page.locator('main')).toContainText(fact)
    })

  test('the privacy policy says what each cookie is for, and for how long', {
    tag: '@phone',
  }, async ({ page }) => {
    await page.goto('/privacypolicy')
    const cookies = page.getByRole('heading', { name: 'Cookies' }).locator('~ ul').first()
    // Their names are compared with the code (tests/structure/cookies.test.ts).
    await expect(cookies.getByRole('listitem')).toContainText([
      /signed in .* 30 days/,
      /400 days/,
      /message .* for a minute/,
      /before you signed in, for an hour/,
      /district .* for a year/,
      /numbers of the last orders .* for a day/,
    ])
  })

  test('an unknown path answers 404, and so does /404', { tag: '@phone' }, async ({ page }) => {
    for (const path of ['/404', '/no/such/page']) {
      expect((await page.goto(path))?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible()
    }
    await expectNoViolations(page)
    await page.getByRole('link', { name: 'Return to Home' }).click()
    await expect(page).toHaveURL('/')
  })
})
