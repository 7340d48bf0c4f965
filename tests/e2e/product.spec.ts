import { randomUUID } from 'node:crypto'
import { expect, type Page, request as requests, test } from '@playwright/test'
import { FROM_HERE, signInAs } from '../support/browse.ts'
import { openLive, waitUntilLive } from '../support/open-live.ts'
import {
  expectNoSidewaysScroll,
  expectNoViolations,
  signInCustomer,
} from '../support/screens/checks.ts'

const DRESS = '/product/chitenje-wrap-dress'
const addToCart = (page: Page) => page.getByRole('button', { name: 'Add to Cart' })

test('a product’s first screen has price and Add to Cart, its name comes before the pictures, and a phone’s header is one line', async ({
  page,
}) => {
  const main = page.getByRole('main')
  for (const path of [DRESS, '/product/tailored-wedding-suit']) {
    await page.goto(path)
    const height = page.viewportSize()?.height ?? 0
    const price = main.getByText(/^MK/).filter({ visible: true }).first()
    for (const part of [price, addToCart(page)]) {
      const box = await part.boundingBox()
      expect((box?.y ?? height) + (box?.height ?? 0)).toBeLessThanOrEqual(height)
    }
    // The name comes before the pictures for screen readers and the keyboard.
    const order = await main
      .locator('h1, #picture-1')
      .evaluateAll((parts) => parts.map((part) => part.localName))
    expect(order).toEqual(['h1', 'li'])
    // Each picture is named after what it shows, also one that is not loaded yet.
    await expect(main.getByRole('button', { name: /\S, larger$/ })).toHaveCount(
      await main.locator('[id^="picture-"]').count(),
    )
    await expectNoSidewaysScroll(page)
  }
  if ((page.viewportSize()?.width ?? 0) > 400) {
    // The help button does not cover the controls there.
    const help = await page.getByRole('link', { name: 'Need help?' }).boundingBox()
    for (const part of [addToCart(page), main.getByText('Change district')]) {
      const box = await part.boundingBox()
      expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThanOrEqual(help?.x ?? 0)
    }
    return
  }
  const [name, picture] = await Promise.all(
    [page.getByRole('main').locator('h1'), page.locator('#picture-1')].map((one) =>
      one.boundingBox(),
    ),
  )
  expect(name?.y ?? 0).toBeGreaterThanOrEqual((picture?.y ?? 1) + (picture?.height ?? 1))
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 10_000)
  await expect(page.locator('.buy-bar').getByText(/^MK/)).toBeInViewport()
  await expect(addToCart(page)).toBeInViewport()
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const header = page.getByRole('banner')
    const middles = await header
      .locator('summary, a:has-text("Zovala"), [aria-label=Search], [href="/cart"]')
      .evaluateAll((parts) =>
        parts.map((part) => part.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
      )
    expect(middles).toHaveLength(4)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12)
    // Only the sample shop's note is above the header, and a real shop does not have it.
    const note = await header.getByText('This is a sample shop').boundingBox()
    const line = await page
      .getByRole('main')
      .evaluate((main) => main.getBoundingClientRect().y + scrollY)
    expect(line - (note?.height ?? 0)).toBeLessThan(66)
    // Facts that a wide page shows above the header are in the menu.
    const facts = [header.getByText('Flash sale'), header.getByText('Blantyre, Malawi')]
    const numbers = header.locator('a[href^="tel:"]').filter({ visible: true })
    await expect(numbers).toHaveCount(0)
    await header.locator('summary').click()
    for (const fact of facts) await expect(fact.filter({ visible: true })).toHaveCount(1)
    await expect(numbers).toHaveCount(2)
    for (const number of await numbers.all())
      expect((await number.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await header.locator('summary').click()
  }
  // On the home page they are above the header, fully visible.
  await page.goto('/')
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const strip = await page
      .getByRole('banner')
      .getByText('Flash sale')
      .filter({ visible: true })
      .evaluate((text) => {
        const row = text.parentElement as HTMLElement
        const boxes = [...row.querySelectorAll('p, a')].map((part) => part.getBoundingClientRect())
        const numbers = [...row.querySelectorAll('a[href^="tel:"]')]
        return {
          height: row.clientHeight,
          left: Math.min(...boxes.map((box) => box.left)),
          right: Math.max(...boxes.map((box) => box.right)),
          numbers: numbers.map((one) => Math.round(one.getBoundingClientRect().height)),
        }
      })
    expect(strip.numbers).toEqual([44, 44])
    expect(strip.left).toBeGreaterThanOrEqual(0)
    expect(strip.right).toBeLessThanOrEqual(width)
    expect(strip.height).toBeLessThan(width < 360 ? 80 : 60)
  }
})

test.describe('on a phone', () => {
  test('a viewed product is shown again, in every tab, until the list is cleared; a product is shared with its picture', {
    tag: '@phone',
  }, async ({ page, context }) => {
    const seen = page.getByRole('region', { name: 'Recently viewed' })
    await openLive(page, DRESS)
    await expect(seen).toBeHidden()
    await openLive(page, '/product/tailored-wedding-suit')
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await expect(seen.getByRole('link', { name: 'Chitenje Wrap Dress', exact: true })).toBeVisible()
    await expect(seen.getByRole('article')).toHaveCount(1)
    await expectNoSidewaysScroll(page)

    const other = await context.newPage()
    await openLive(other, DRESS)
    await other.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await other.getByRole('button', { name: 'Clear recently viewed products' }).click()
    await expect(other.getByRole('region', { name: 'Recently viewed' })).toBeHidden()
    await expect(seen).toBeHidden()

    await other.evaluate(() => {
      const shared = (data: ShareData) =>
        document.body.setAttribute(
          'data-shared',
          [
            data.files?.map(({ name, type, size }) => `${name} ${type} ${size > 1000}`),
            data.text,
          ].join(' '),
        )
      Object.assign(navigator, {
        canShare: () => true,
        share: async (data: ShareData) => shared(data),
      })
    })
    await other.getByRole('link', { name: 'Share on WhatsApp' }).click()
    await expect
      .poll(() => other.evaluate(() => document.body.dataset['shared']))
      .toMatch(
        /^chitenje-wrap-dress\.jpg image\/jpeg true Chitenje Wrap Dress, MK\s[\d,]+\nhttp.*chitenje-wrap-dress$/,
      )
  })

  test('a product that is opened from a list shows the picture of its card until its own has come', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page, '/category/dresses')
    const card = page.getByRole('article').filter({ hasText: 'Chitenje Wrap Dress' })
    const small = await card
      .locator('img')
      .evaluate((img: HTMLImageElement) => img.decode().then(() => img.currentSrc))
    // Not by `page.route`, which turns the browser's cache off.
    const session = await page.context().newCDPSession(page)
    const asked: string[] = []
    session.on('Fetch.requestPaused', ({ request }) => asked.push(request.url))
    await session.send('Fetch.enable', { patterns: [{ urlPattern: '*wrap-dress-*' }] })
    await card.getByRole('link', { name: 'Chitenje Wrap Dress' }).first().click()
    const first = page.locator('#picture-1 img')
    await expect(first).toHaveCSS('background-image', `url("${small}")`)
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked).not.toContain(small)
    await session.send('Fetch.disable')
    await expect
      .poll(() => first.evaluate((img: HTMLImageElement) => img.complete && img.currentSrc))
      .toMatch(/wrap-dress-\d+-\d+\./)
    // A page as it was sent asks for its picture at once, and for nothing in its place.
    await openLive(page, DRESS)
    await expect(first).toHaveCSS('background-image', 'none')
  })

  test('Add to Cart asks for missing choices in a sheet, names them there, and adds the product', {
    tag: '@phone',
  }, async ({ page }) => {
    await signInCustomer(page)
    await openLive(page, DRESS)
    await addToCart(page).click()
    const sheet = page.getByRole('dialog', { name: 'Choose a size and a color' })
    await expect(sheet).toBeVisible()
    await expectNoViolations(page)
    // Back closes the sheet and stays on the page.
    await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(DRESS)
    await expect(addToCart(page)).toBeFocused()
    await addToCart(page).click()
    await sheet.getByRole('button', { name: 'Add to Cart' }).click()
    const sizes = sheet.getByRole('radiogroup', { name: /^Size/ })
    await expect(sizes).toHaveAttribute('aria-invalid', 'true')
    await expect(sizes).toHaveAccessibleDescription(/Please select a size/)
    await expect(sizes.getByRole('radio').first()).toBeFocused()
    await sheet.getByText('XL', { exact: true }).click()
    await expect(sizes).not.toHaveAttribute('aria-invalid')
    await sheet.getByText('Navy', { exact: true }).click()
    await expect(sheet.getByText('Shown in Maroon; no picture of Navy yet')).toBeVisible()
    await sheet.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(page.getByText('Chitenje Wrap Dress has been added to your cart')).toBeVisible()
    await expect(sheet).toBeHidden()
    await expect(page.getByText('Size XL, Navy')).toBeVisible()
  })

  test('the size guide opens over the product, and the usual size is marked from then on', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page, DRESS)
    await addToCart(page).click()
    const choose = page.getByRole('dialog', { name: /^Choose/ })
    await choose.getByRole('link', { name: 'Size guide' }).click()
    const guide = page.getByRole('dialog', { name: 'Size guide' })
    await expect(guide.getByRole('row', { name: /^XL/ })).toContainText('104-109')
    await guide.getByRole('button', { name: 'inches' }).click()
    await expect(guide.getByRole('row', { name: /^XL/ })).toContainText('41-43')
    await guide.getByLabel('What do you usually wear?').selectOption('XL')
    await expectNoViolations(page)
    // Back closes the topmost of two windows.
    await page.goBack()
    await expect(guide).toBeHidden()
    await expect(choose.getByRole('radio', { name: /^XL ?, your usual size/ })).toBeVisible()
    await page.goBack()
    await openLive(page, '/product/leather-slide-sandals')
    await expect(page.getByText('your usual size')).toHaveCount(0)
    await openLive(page, DRESS)
    await expect(page.getByText('XL is your usual size')).toBeVisible()
  })

  test('a tapped picture fills the screen, zooms by two fingers, and is closed by Back', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page, DRESS)
    const touch = await page.context().newCDPSession(page)
    const fingers = (type: string, ...at: [number, number][]) =>
      touch.send('Input.dispatchTouchEvent', {
        type: type as 'touchStart',
        touchPoints: at.map(([x, y], id) => ({ x, y, id })),
      })
    // After a swipe, the strip shows its position in words and dots.
    const strip = page.locator('ul:has(> #picture-1)')
    await fingers('touchStart', [300, 250])
    for (const x of [270, 210, 140, 70, 70, 70]) {
      await fingers('touchMove', [x, 250])
      // A finger that rests at last throws nothing.
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await fingers('touchEnd')
    await expect(page.getByText('2 / 3')).toBeVisible()
    const dots = page.locator('[aria-hidden=true] > span.h-2')
    await expect(dots.nth(1)).toHaveClass(/bg-ink/)
    await expect(dots.nth(0)).not.toHaveClass(/bg-ink/)
    await strip.evaluate((list) => list.scrollTo({ left: 0, behavior: 'instant' }))
    await expect(page.getByText('1 / 3')).toBeVisible()
    await page.locator('#picture-1 button').tap()
    const viewer = page.getByRole('dialog', { name: 'Pictures of Chitenje Wrap Dress' })
    await expect(viewer.getByText('1 / 3')).toBeVisible()
    await fingers('touchStart', [150, 360], [210, 360])
    await fingers('touchMove', [120, 360], [240, 360])
    await fingers('touchEnd')
    await expect(viewer.getByLabel('Zoom', { exact: true })).toHaveText('200%')
    await viewer.getByRole('button', { name: 'Zoom out' }).click()
    await viewer.getByRole('button', { name: 'Zoom out' }).click()
    await fingers('touchStart', [300, 360])
    await fingers('touchMove', [120, 365])
    await fingers('touchEnd')
    await expect(viewer.getByText('2 / 3')).toBeVisible()
    await page.goBack()
    await expect(viewer).toBeHidden()
    await expect(page).toHaveURL(DRESS)
    await expect(page.getByText('2 / 3')).toBeVisible()
  })
})

test('the full-screen picture is used by keyboard only', { tag: '@desk' }, async ({ page }) => {
  await openLive(page, DRESS)
  const open = page.getByRole('button', { name: 'Full screen' })
  await open.focus()
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog', { name: 'Pictures of Chitenje Wrap Dress' })
  const zoom = viewer.getByLabel('Zoom', { exact: true })
  await expect(zoom).toHaveText('100%')
  await expectNoViolations(page)
  await page.keyboard.press('ArrowRight')
  await expect(viewer.getByText('2 / 3')).toBeVisible()
  await page.keyboard.press('+')
  await expect(zoom).toHaveText('150%')
  await page.keyboard.press('0')
  await expect(zoom).toHaveText('100%')
  await page.keyboard.press('Escape')
  await expect(viewer).toBeHidden()
  await expect(open).toBeFocused()
  await expect(page).toHaveURL(DRESS)
})

test('a district that was chosen on one product is used on the others', {
  tag: '@desk',
}, async ({ page }) => {
  await openLive(page, DRESS)
  const line = (place: string) => page.getByText(new RegExp(`^To ${place} from MK.2,000`))
  await expect(line('Blantyre')).toBeVisible()
  await page.getByText('Change district').click()
  const districts = page.getByLabel('Deliver to')
  await districts.focus()
  await districts.selectOption('Likoma')
  await expect(line('Likoma')).toBeVisible()
  // The list that the keyboard is in is not replaced.
  await expect(districts).toBeFocused()
  await expectNoViolations(page)
  await page.goto('/product/classic-white-shirt')
  await expect(line('Likoma')).toBeVisible()
  await waitUntilLive(page)
  await page.getByText('Change district').click()
  await expect(districts).toHaveValue('Likoma')
})

test('a quantity that is corrected by a button or by another size is added by the next press', {
  tag: '@desk',
}, async ({ page }) => {
  const quantity = page.getByLabel('Quantity')
  for (const correct of ['One less', 'S'] as const) {
    // Of size XL, 3 are left; of size S, 5.
    await openLive(page, '/product/linen-wrap-dress?size=XL')
    await quantity.fill('4')
    await addToCart(page).click()
    await expect(quantity).toBeFocused()
    expect(await quantity.evaluate((box: HTMLInputElement) => box.validationMessage)).toContain(
      'Only 3 left',
    )
    if (correct === 'S') await page.getByText('S', { exact: true }).click()
    else await page.getByRole('button', { name: correct }).click()
    await addToCart(page).click()
    await expect(page.getByText('Please sign in')).toBeVisible()
  }
})

test('an email address typed for one sold-out size stays when another is chosen', {
  tag: '@desk',
}, async ({ page, baseURL }) => {
  const admin = await requests.newContext({ baseURL: baseURL ?? '' })
  await signInAs({ request: admin }, 'admin@zovala.test')
  const mark = randomUUID().slice(0, 8)
  const form = new URLSearchParams({
    name: `Tunic ${mark}`,
    price: '20000',
    sku: `TUNIC-${mark}`,
    status: 'active',
    track_inventory: 'on',
  })
  for (const size of ['S', 'M', 'L'])
    for (const [name, value] of Object.entries({
      size,
      color: '',
      sku: `TUNIC-${mark}-${size}`,
      barcode: '',
      inventory: size === 'L' ? '3' : '0',
      loaded: '0',
    }))
      form.append(`variant_${name}`, value)
  const made = await admin.post('/admin/add-product', {
    headers: { ...FROM_HERE, 'content-type': 'application/x-www-form-urlencoded' },
    data: form.toString(),
    maxRedirects: 0,
  })
  expect(made.status(), await made.text()).toBe(302)
  await admin.dispose()

  await openLive(page, `/product/tunic-${mark}`)
  const size = (name: RegExp) => page.getByRole('radio', { name }).check({ force: true })
  await size(/^S\b/)
  const email = page.getByRole('main').getByLabel('Email')
  await email.fill('tiyamike@example.com')
  const which = page.getByLabel('Which one')
  await expect(which.locator('option:checked')).toHaveText('Size S')
  await size(/^M\b/)
  await expect(which.locator('option:checked')).toHaveText('Size M')
  await expect(email).toHaveValue('tiyamike@example.com')
})
