import { expect, type Locator, type Page, test } from '@playwright/test'
import { openAs } from '../support/browse.ts'
import { openLive } from '../support/open-live.ts'

const background = (place: Locator) =>
  place.evaluate((box) => getComputedStyle(box).backgroundColor)
const hasEdge = (place: Locator) =>
  place.evaluate((box) => {
    const { outlineStyle, outlineWidth, borderTopStyle, borderTopWidth } = getComputedStyle(box)
    return (
      (outlineStyle === 'solid' && outlineWidth !== '0px') ||
      (borderTopStyle === 'solid' && borderTopWidth !== '0px')
    )
  })
/** Whether the focused element has a ring that forced colors keep: an outline, not a shadow. */
const hasRing = (place: Locator) =>
  place.evaluate((box: HTMLElement) => {
    box.focus()
    const ofLabel = box instanceof HTMLInputElement && box.labels?.[0]
    // For a hidden radio, the ring is on its label; a card's link has the ring around the whole card.
    const styles =
      ofLabel && box.offsetWidth <= 1
        ? [getComputedStyle(ofLabel)]
        : [getComputedStyle(box), getComputedStyle(box, '::after')]
    return styles.some((one) => one.outlineStyle === 'solid' && parseFloat(one.outlineWidth) >= 2)
  })
/** The painted color of an element, and whether it is this system color. */
const isPainted = (place: Locator, what: 'color' | 'backgroundColor', system: string) =>
  place.evaluateAll(
    (boxes, [name, color]) => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = color
      const expected = getComputedStyle(probe).color
      probe.remove()
      return boxes.length > 0 && boxes.every((box) => getComputedStyle(box)[name] === expected)
    },
    [what, system] as const,
  )

test.describe('in forced colors', () => {
  test.use({ contextOptions: { forcedColors: 'active' } })

  test('the chosen size and color and the solid button differ from the others', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await openLive(page, '/product/chitenje-wrap-dress')
    for (const [kind, name] of [
      ['Size', 'S'],
      ['Color', 'Teal'],
    ] as const) {
      const chips = page.getByRole('radiogroup', { name: new RegExp(`^${kind}`) }).locator('label')
      const chip = chips.filter({ hasText: new RegExp(`^${name}`) })
      const before = await background(chip)
      await chip.click()
      await expect.poll(() => background(chip)).not.toBe(before)
    }
    expect(await hasEdge(page.getByRole('button', { name: 'Add to Cart' }))).toBe(true)
  })

  test('a focused control has a ring, and a disabled one is gray', {
    tag: '@phone',
  }, async ({ page }) => {
    await openLive(page, '/product/chitenje-wrap-dress')
    await page.keyboard.press('Tab')
    const sizes = page.getByRole('radiogroup', { name: /^Size/ }).getByRole('radio')
    for (const place of [
      page.getByRole('link', { name: /^Size guide/ }).first(),
      page.getByRole('button', { name: 'Add to Cart' }).first(),
      page.getByLabel('Newsletter'),
      sizes.first(),
      page.getByRole('article').getByRole('link').first(),
    ])
      expect(await hasRing(place), String(place)).toBe(true)
    await openLive(page, '/product/sold-out-scarf')
    expect(
      await isPainted(page.getByRole('button', { name: 'Out of Stock' }), 'color', 'GrayText'),
    ).toBe(true)
  })

  test('the current choice is painted as chosen: a view, a category, a level of stock, a screen', {
    tag: '@desk',
  }, async ({ page }) => {
    const current = page.locator(':is(a, button)[aria-current]').filter({ visible: true })
    await openAs(page, 'admin@zovala.test', '/category/dresses')
    expect(await isPainted(current, 'backgroundColor', 'Highlight')).toBe(true)
    await openLive(page, '/admin/stock?stock=low')
    expect(await isPainted(current, 'backgroundColor', 'Highlight')).toBe(true)
  })

  test('no background picture is behind text, and its box keeps an edge', {
    tag: '@mostly-phone',
  }, async ({ page }) => {
    await page.goto('/no-such-page')
    const cloth = page.locator('.cloth-shells')
    expect(await cloth.evaluate((box) => getComputedStyle(box).backgroundImage)).toBe('none')
    expect(await hasEdge(cloth)).toBe(true)
  })

  test('a switch says whether it is on, and what adds a product is a button', {
    tag: '@mostly-desk',
  }, async ({ page }) => {
    await openAs(page, 'admin@zovala.test', '/admin/products')
    const track = (isOn: boolean) =>
      page.getByRole('switch', { checked: isOn }).first().locator('span').first()
    const thumb = track(true).locator('span')
    expect(await background(thumb)).not.toBe(await background(track(true)))
    expect(await background(track(true))).not.toBe(await background(page.locator('html')))
    expect(await hasEdge(page.getByRole('link', { name: 'Add Product' }))).toBe(true)
    expect(await hasEdge(page.locator('span').getByText('active', { exact: true }).first())).toBe(
      true,
    )
  })

  test('the till’s chosen option and its buttons are visible', { tag: '@mostly-phone' }, async ({
    page,
  }) => {
    await openAs(page, 'cashier@zovala.test', '/admin/pos')
    const ways = page.getByRole('group', { name: 'The receipt after each sale' })
    const chosen = ways.getByRole('button', { pressed: true })
    expect(await background(chosen)).not.toBe(
      await background(ways.getByRole('button', { pressed: false }).first()),
    )
    expect(await hasEdge(page.getByRole('button', { name: 'Use this name' }))).toBe(true)
  })
})

async function onPaper(page: Page, path: string) {
  await openLive(page, path)
  await page.emulateMedia({ media: 'print' })
}

test('a list of the back office is a table on paper, also on a narrow screen', {
  tag: '@mostly-desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/customers')
  for (const path of ['/admin/customers', '/admin/stock']) {
    await page.emulateMedia({ media: 'screen' })
    await onPaper(page, path)
    const head = page.getByRole('columnheader').first()
    const row = page.getByRole('row').nth(1)
    await expect(head).toBeVisible()
    expect(await row.evaluate((box) => getComputedStyle(box).display)).toBe('table-row')
    expect(await head.evaluate((box) => box.getBoundingClientRect().height)).toBeGreaterThan(10)
    for (const chrome of [
      page.getByRole('navigation', { name: 'Back office' }),
      page.getByRole('search'),
      page.getByRole('button').first(),
    ])
      await expect(chrome).toBeHidden()
  }
})

test('a list of the back office fills the width of a sheet, in portrait and landscape', {
  tag: '@desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/orders')
  // A4 with a browser's margins, in CSS pixels.
  for (const width of [718, 1047]) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ media: 'print' })
    const main = page.getByRole('main')
    expect(await main.evaluate((box) => box.getBoundingClientRect().width)).toBe(width)
  }
})

test('a long dialog keeps Save visible, without covering its fields', async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/banners')
  await page.getByRole('link', { name: 'Add Banner' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Banner' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await expect(save).toBeInViewport({ ratio: 1 })
  await save.click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title', { exact: true }).fill('New')
  await expect(dialog.getByText('Title is required')).toBeHidden()
})
