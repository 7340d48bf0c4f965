import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { FROM_HERE, findWellStocked, openAs, placeOrder } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'
import type { SoldProduct } from '../../support/shoppers.ts'

const PASSWORD = 'zovala-demo'
const ADDRESS = {
  firstName: 'Chisomo',
  lastName: 'Banda',
  phone: '0991234567',
  address: 'Plot 4, Sunnyside',
  city: 'Blantyre',
  district: 'Blantyre',
}

async function signIn(page: Page, email: string, then: string) {
  await openAs(page, email, then)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Orders Management|My Orders/)
}

type PlacedOrder = { number: string; pay: string; lastName: string }

/** A new, unpaid order of the sample customer under its own name. */
async function order(request: APIRequestContext): Promise<PlacedOrder> {
  const lastName = `Banda-${randomUUID().slice(0, 8)}`
  await request.post('/api/auth/sign-in/email', {
    headers: FROM_HERE,
    data: { email: 'customer@zovala.test', password: PASSWORD },
  })
  const items = await findWellStocked(request)
  const shipping = { ...ADDRESS, lastName }
  const answer = await request.post('/functions/process-payment', {
    headers: { ...FROM_HERE, 'Idempotency-Key': randomUUID() },
    data: {
      cartItems: [
        {
          product_id: items.id,
          variant_id: items.variantId,
          quantity: 1,
          price: items.price,
        },
      ],
      shippingAddress: shipping,
      billingAddress: shipping,
      totalAmount: items.price + 2000,
      email: 'customer@zovala.test',
      firstName: 'Chisomo',
      lastName,
      courierService: 'bike-riders',
      notes: '',
      isFreeDelivery: false,
      discountCode: null,
    },
  })
  const { checkout_url: pay, order_number: number } = await answer.json()
  return { number, pay, lastName }
}

async function payFor(browser: Browser, { pay }: PlacedOrder) {
  const page = await browser.newPage()
  await page.goto(pay)
  await page.getByRole('button', { name: /^Pay/ }).click()
  // A stranger's browser does not see the order; the payment has come all the same.
  await page.waitForURL(/\/checkout\//)
  await page.close()
}

const noSidewaysScroll = async (page: Page) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
/** With text twice as large, as some people set it on a phone, nothing may be wider than the screen. */
async function fitsInLargeText(page: Page) {
  if ((page.viewportSize()?.width ?? 0) > 500) return
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await noSidewaysScroll(page)
  await page.evaluate(() => {
    document.documentElement.style.fontSize = ''
  })
}
const details = (page: Page, number: string) => page.getByRole('region', { name: number })

test('an order is found by its customer, opened by its address, and sent @mostly-desk', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await payFor(browser, placed)
  await signIn(page, 'admin@zovala.test', '/admin/orders')
  await expectNoViolations(page)
  await noSidewaysScroll(page)

  await page.getByRole('searchbox').fill(placed.lastName.toLowerCase())
  await expect(page).toHaveURL(/search=banda-/)
  await expect(page.getByRole('link', { name: /^FSC-/ })).toHaveCount(1)
  await page.getByRole('link', { name: placed.number }).click()
  const panel = details(page, placed.number)
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await panel.getByRole('heading', { name: 'Items and total' }).click()
  await expect(panel.getByText('Delivery by Bike Riders')).toBeVisible()
  await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible()
  await expectNoViolations(page)
  await noSidewaysScroll(page)
  await fitsInLargeText(page)

  await panel.getByLabel(/^Waybill of/).fill('CTS 4471')
  await panel.getByRole('button', { name: 'Shipped' }).click()
  const asks = page.getByRole('dialog', { name: `Set ${placed.number} to Shipped?` })
  await expect(asks.getByText('It is not packed yet.')).toBeVisible()
  await asks.getByRole('button', { name: 'Set to Shipped' }).click()
  await expect(page.getByText(`${placed.number} is Shipped now.`)).toBeVisible()
  await expect(panel.getByLabel(/^Waybill of/)).toHaveValue('CTS 4471')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await panel.getByRole('link', { name: 'History' }).click()
  await expect(panel.getByText('Processing to Shipped')).toBeVisible()
  await panel.getByRole('link', { name: 'Order', exact: true }).click()
  await expect(page).toHaveURL(/part=order/)
  await page.reload()
  await expect(panel.getByRole('button', { name: 'Delivered' })).toBeVisible()
  await panel.getByRole('link', { name: 'Close details' }).press('Enter')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: placed.number })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(page.getByRole('link', { name: placed.number })).toBeFocused()
})

test('a second press on the same place sets nothing: steps keep their place, and those back are folded', async ({
  page,
  browser,
  playwright,
  baseURL,
}) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await payFor(browser, placed)
  await signIn(page, 'admin@zovala.test', '/admin/orders')
  await openLive(page, `/admin/orders?order=${placed.number}`)
  const panel = details(page, placed.number)
  const button = (name: string) => panel.getByRole('button', { name, exact: true })
  const placeOf = async (name: string) => {
    const box = await button(name).boundingBox()
    return { x: box?.x, width: box?.width }
  }
  await panel.locator('input[name=line]').check()
  await button('Packed').click()
  await expect(panel.getByText('Not packed after all…')).toBeVisible()
  for (const back of ['Pack it again', 'Pending']) await expect(button(back)).toBeHidden()
  const delivered = await placeOf('Delivered')
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const press = async (name: string, nth: number) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await button(name).boundingBox()) ?? {}
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down({ clickCount: nth })
    await page.mouse.up({ clickCount: nth })
  }
  await button('Delivered').scrollIntoViewIfNeeded()
  await press('Delivered', 2)
  await press('Shipped', 1)
  await expect(page.getByText(`${placed.number} is Shipped now.`)).toBeVisible()
  expect(posts).toBe(1)
  await expect(button('Shipped')).toHaveCount(0)
  expect(await placeOf('Delivered')).toEqual(delivered)
  await panel.getByText('Set back…').click()
  await button('Processing').click()
  await expect(page.getByText(`${placed.number} is Processing now.`)).toBeVisible()
  await expect(button('Pending')).toBeHidden()
})

test('an order that another list opens has its row and its whole panel in sight, and a notice ends with its page', {
  tag: '@desk',
}, async ({ page, playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const tote: SoldProduct = await (await request.get('/api/products/canvas-tote-bag')).json()
  const lastName = `Phiri-${randomUUID().slice(0, 8)}`
  const { order_number: last } = await placeOrder(request, tote, { lastName })
  // So many that the last row is below the first screen.
  for (let more = 0; more < 9; more += 1) await placeOrder(request, tote, { lastName })
  await signIn(page, 'admin@zovala.test', `/admin/orders?search=${lastName}`)
  await expect(page.locator('tbody tr')).toHaveCount(10)
  await expect(page.locator('tbody tr').filter({ hasText: last })).not.toBeInViewport()
  await openLive(page, `/admin/orders?search=${lastName}&order=${last}`)
  const panel = details(page, last)
  await expect(page.locator('tbody tr').filter({ hasText: last })).toBeInViewport({ ratio: 1 })
  const box = await panel.boundingBox()
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(800)
  await page.evaluate(() =>
    window.dispatchEvent(
      new CustomEvent('zovala:toast', { detail: { tone: 'good', title: 'Something was done' } }),
    ),
  )
  await expect(page.getByText('Something was done')).toBeVisible()
  await panel.getByRole('link', { name: 'History' }).click()
  await expect(page).toHaveURL(/part=history/)
  await expect(page.getByText('Something was done')).toBeVisible()
  await page.getByRole('link', { name: 'Shifts', exact: true }).first().click()
  await expect(page).toHaveURL(/shifts/)
  await expect(page.getByText('Something was done')).toBeHidden()
})

test('several orders are sent at once, each with the waybill that was typed for it', {
  tag: '@mostly-desk',
}, async ({ page, browser, playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const both = [await order(request), await order(request)]
  for (const one of both) await payFor(browser, one)
  await signIn(page, 'admin@zovala.test', '/admin/orders')
  await openLive(page, '/admin/orders')
  for (const { number } of both) await page.getByLabel(`Choose ${number}`).check()
  await page.getByLabel('New status').selectOption('shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  const asks = page.getByRole('dialog', { name: 'Set 2 orders to Shipped?' })
  for (const [at, { number }] of both.entries())
    await asks.getByLabel(`Waybill of Bike Riders for ${number}`).fill(`BR ${at + 1}`)
  await expectNoViolations(page)
  await asks.getByRole('button', { name: 'Set to Shipped' }).click()
  await expect(page.getByText('2 orders are Shipped now.')).toBeVisible()
  for (const [at, { number }] of both.entries()) {
    await page.goto(`/admin/orders?order=${number}`)
    await expect(details(page, number).getByLabel(/^Waybill of/)).toHaveValue(`BR ${at + 1}`)
  }
})

test('an order on a phone fits near the top, and its folded parts open', {
  tag: '@phone',
}, async ({ page, browser, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await payFor(browser, placed)
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const panel = details(page, placed.number)
  await expect(panel.getByRole('button', { name: 'Packed' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2000)
  // The refusal is shown at the form, not by the browser or elsewhere.
  await panel.getByRole('button', { name: 'Packed' }).click()
  await expect(panel.getByRole('alert')).toHaveText(/^Scan or tick each line/)
  await expect(page.getByText(/^Scan or tick each line/)).toHaveCount(1)
  await expect(panel.getByRole('button', { name: 'Packed' })).toBeFocused()
  // A scanner types the code and Enter, which ticks the picked line (app/ui/admin/orders/pick-scan.ts).
  const picked = panel.locator('label').filter({ has: page.locator('[name=line]') })
  const sku = (await picked.innerText())
    .trim()
    .split(/\s+/)
    .find((word) => /^[A-Z]{2,}-/.test(word))
  await panel.getByLabel('Scan what you pick').fill(sku ?? '')
  await page.keyboard.press('Enter')
  await expect(panel.getByText(/: 1 of 1\.$/)).toBeVisible()
  await expect(picked.getByRole('checkbox')).toBeChecked()
  await panel.getByRole('heading', { name: 'Items and total' }).click()
  await expect(panel.getByText('Subtotal')).toBeVisible()
  await expectNoViolations(page)
  await noSidewaysScroll(page)
})

test('a paid order that is cancelled waits at the top until its refund is marked', {
  tag: '@mostly-desk',
}, async ({ page, browser, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await payFor(browser, placed)
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const panel = details(page, placed.number)
  // A payment that is reported twice renders the panel anew, which closes the question.
  await expect(async () => {
    if (await panel.getByText('Refund it by hand').isHidden())
      await panel.getByText('Cancel order…').press('Enter')
    await expect(panel.getByText('Refund it by hand')).toBeVisible({ timeout: 1000 })
  }).toPass()
  await panel.getByRole('button', { name: `Yes, cancel ${placed.number}` }).press('Enter')
  await expect(panel.getByText('Paid, but cancelled', { exact: true })).toBeVisible()
  await expect(async () => {
    await panel.getByRole('button', { name: `Ask the provider about ${placed.number}` }).click()
    await expect(page.getByText('The provider was asked')).toBeVisible({ timeout: 3000 })
  }).toPass()

  await panel.getByRole('link', { name: 'Close details' }).click()
  // The orders that have waited longest come first, also those of other tests.
  const more = page.getByText(/^Show the other/)
  await expect(page.getByRole('heading', { name: /needs? a person/ })).toBeVisible()
  if (await more.isVisible()) await more.click()
  const inNeed = page.getByRole('listitem').filter({ hasText: placed.number })
  await expect(inNeed.getByText('was paid, and the order is cancelled.')).toBeVisible()
  await expectNoViolations(page)
  await noSidewaysScroll(page)
  await inNeed.getByText('Mark as handled…').click()
  await inNeed.getByRole('button', { name: 'Yes, it is handled' }).click()
  await expect(page.getByText('Order marked as handled')).toBeVisible()
  await expect(inNeed).toBeHidden()
})

test('a new order appears without a reload, and ticked ones are set together', {
  tag: '@mostly-desk',
}, async ({ page, playwright, baseURL }) => {
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await signIn(page, 'admin@zovala.test', '/admin/orders')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const placed = await order(request)
  await expect(page.getByRole('link', { name: placed.number })).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)

  await page.getByRole('searchbox').fill(placed.lastName)
  // In the list; above it are the orders that need a person, other tests' too.
  await expect(page.getByLabel(/^Choose FSC-/)).toHaveCount(1)
  await page.getByLabel(`Choose ${placed.number}`).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  // It stays ticked after its panel was opened and closed.
  await page.getByRole('link', { name: placed.number }).click()
  await details(page, placed.number).getByRole('link', { name: 'Close details' }).click()
  await expect(page.getByLabel(`Choose ${placed.number}`)).toBeChecked()
  await page.getByRole('button', { name: 'Set status' }).click()
  await expect(page.getByLabel('New status')).toHaveValue('')
  await page.getByLabel('New status').selectOption('shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  const odd = page.getByRole('dialog', { name: 'Set 1 order to Shipped?' })
  await expect(odd.getByText('Of 1 order, 1 is not paid.')).toBeVisible()
  await odd.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('New status').selectOption('cancelled')
  await page.getByRole('button', { name: 'Set status' }).click()
  const ask = page.getByRole('dialog', { name: 'Cancel these orders?' })
  await expect(ask.getByRole('button', { name: 'Keep them' })).toBeFocused()
  await expectNoViolations(page)
  await ask.getByRole('button', { name: 'Cancel the orders' }).click()
  await expect(page.getByText('1 order is Cancelled now.')).toBeVisible()
})

test('a refusal gets the focus when the browser takes it from the button, and disappears with the next act', {
  tag: '@desk',
}, async ({ page, playwright, baseURL, browser }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await payFor(browser, placed)
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const panel = details(page, placed.number)
  await openLive(page, page.url())
  await panel.getByText('Hand over the parcel').first().click()
  await panel.getByText('Without the code…').click()
  await panel.getByLabel(/^Why, and how you know/).fill('   ')
  // Simulates Safari at each press, and every browser when a button is disabled.
  await page.evaluate(() =>
    document.addEventListener('submit', () => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    }),
  )
  await panel.getByRole('button', { name: 'Hand over without the code' }).click()
  const refused = panel.locator('[data-refused]')
  await expect(refused).toBeFocused()
  await expect(refused).toBeInViewport()
  await panel.getByText('Tags', { exact: true }).click()
  await panel.getByLabel('A tag').fill('gift')
  await panel.getByRole('button', { name: 'Add tag' }).click()
  await expect(panel.getByRole('button', { name: 'Take off gift' })).toBeVisible()
  await expect(refused).toHaveCount(0)
})

test('two people edit one order: the later one sees both versions', { tag: '@desk' }, async ({
  page,
  playwright,
  baseURL,
}) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  // Without event stream: this screen does not learn of the other person's change.
  await page.route('**/events', (route) => route.abort())
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const other = await page.context().newPage()
  await other.goto(`/admin/orders?order=${placed.number}`)
  await details(other, placed.number).getByRole('button', { name: 'Delivered' }).click()
  await expect(other.getByText(`${placed.number} is Delivered now.`)).toBeVisible()

  const panel = details(page, placed.number)
  await panel.getByRole('button', { name: 'Processing' }).click()
  await expect(panel.getByRole('alert')).toContainText('Nothing of yours is saved yet.')
  await expectNoViolations(page)
  await panel.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText(`${placed.number} is Processing now.`)).toBeVisible()
})

test('a question about orders that a colleague changes meanwhile is answered for what it showed, and nothing is set', {
  tag: '@desk',
}, async ({ page, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const panel = details(page, placed.number)
  const id = await panel.locator('input[name=order]').first().inputValue()
  let version = Number(await panel.locator('input[name=version]').first().inputValue())
  const row = page.locator('tr', { hasText: placed.number })
  const colleagueSets = async (to: string, shown: string) => {
    const form = { intent: 'move', order: id, version, to, request: randomUUID() }
    await page.request.post('/admin/orders', { headers: FROM_HERE, form })
    version += 1
    await expect(row).toContainText(shown)
  }
  await colleagueSets('processing', 'Processing')

  await panel.getByRole('button', { name: 'Shipped' }).click()
  const one = page.getByRole('dialog', { name: `Set ${placed.number} to Shipped?` })
  await expect(one).toBeVisible()
  await colleagueSets('cancelled', 'Cancelled')
  await one.getByRole('button', { name: 'Set to Shipped' }).click()
  await expect(panel.getByRole('alert')).toContainText('Nothing of yours is saved yet.')
  await expect(row).toContainText('Cancelled')

  await page.goto(`/admin/orders?search=${placed.lastName}`)
  await page.getByLabel(`Choose ${placed.number}`).check()
  await page.getByLabel('New status').selectOption('shipped')
  await page.getByRole('button', { name: 'Set status' }).click()
  const many = page.getByRole('dialog', { name: 'Set 1 order to Shipped?' })
  await expect(many).toBeVisible()
  await colleagueSets('processing', 'Processing')
  await many.getByRole('button', { name: 'Set to Shipped' }).click()
  await expect(page.getByText('was changed by somebody else since you looked')).toBeVisible()
  await expect(row).toContainText('Processing')
})

test('a note that is being typed stays while a colleague’s note arrives, and the field is empty once it is sent', {
  tag: '@desk',
}, async ({ page, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const other = await page.context().newPage()
  await openLive(other, `/admin/orders?order=${placed.number}`)
  const notesOf = async (of: typeof page) => {
    const panel = details(of, placed.number)
    const field = panel.getByLabel('A note that only staff see')
    // The section may fold again while the page's scripts start.
    await expect(async () => {
      if (!(await field.isVisible())) await panel.getByText('Notes of the staff').click()
      await expect(field).toBeVisible({ timeout: 1000 })
    }).toPass()
    return { panel, field, add: panel.getByRole('button', { name: 'Add note' }) }
  }
  const mine = await notesOf(page)
  await mine.field.fill('Call before it is sent')
  const theirs = await notesOf(other)
  await theirs.field.fill('Packed in blue paper')
  await theirs.add.click()
  await expect(theirs.field).toHaveValue('')
  // The answer of another form brings the other person's note, and keeps my text.
  await mine.panel.getByRole('button', { name: 'Processing' }).click()
  await expect(page.getByText(`${placed.number} is Processing now.`)).toBeVisible()
  await expect(mine.panel.getByText('Packed in blue paper')).toBeVisible()
  await expect(mine.field).toHaveValue('Call before it is sent')
  await mine.add.click()
  await expect(mine.panel.getByText('Call before it is sent', { exact: true }).last()).toBeVisible()
  await expect(mine.field).toHaveValue('')
})

test('a ready sentence is added after the typed text, a too long text gets a message, and a sent one leaves the field', {
  tag: '@desk',
}, async ({ page, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  const name = `Way ${placed.lastName}`
  const sentence = 'Hello {name}, {order} is on its way. Waybill: {tracking}.'
  await signIn(page, 'admin@zovala.test', '/admin/orders')
  const kept = { intent: 'sentence-keep', name, sentence }
  await page.request.post('/admin/orders', { headers: FROM_HERE, form: kept })
  await openLive(page, `/admin/orders?order=${placed.number}&part=messages`)
  const panel = details(page, placed.number)
  const field = panel.getByLabel('Write to the customer')
  const email = panel.getByRole('button', { name: 'Send by email' })
  await field.fill('Zikomo.')
  await panel.getByRole('link', { name }).click()
  await expect(field).toHaveValue(`Zikomo.\n\nHello Chisomo, ${placed.number} is on its way.`)
  const long = 'ä'.repeat(2001)
  await field.fill(long)
  await expect(
    panel.getByText(/2,001 of at most 2,000 characters. Please shorten it/),
  ).toBeVisible()
  await email.click()
  await expect(field).toHaveValue(long)
  await field.fill('It leaves today.')
  await email.click()
  await expect(panel.getByRole('listitem').getByText('It leaves today.')).toBeVisible()
  await expect(field).toHaveValue('')
})

test('papers are printed without the screen’s frame, and the till opens in its own tab', {
  tag: '@mostly-desk',
}, async ({ page, playwright, baseURL }) => {
  const placed = await order(await playwright.request.newContext({ baseURL: baseURL ?? '' }))
  await signIn(page, 'admin@zovala.test', `/admin/orders?order=${placed.number}`)
  const [slip] = await Promise.all([
    page.waitForEvent('popup'),
    details(page, placed.number)
      .getByRole('link', { name: /Packing slip/ })
      .click(),
  ])
  await expect(slip.getByRole('heading', { level: 1, name: 'Packing slip' })).toBeVisible()
  await expect(slip.getByText('MK', { exact: false })).toHaveCount(0)
  await expectNoViolations(slip)
  await slip.emulateMedia({ media: 'print' })
  await expect(slip.getByRole('button', { name: 'Print' })).toBeHidden()
  await slip.goto(`/admin/orders/${placed.number}/invoice`)
  await expect(slip.getByText('Not paid yet')).toBeVisible()
  await slip.emulateMedia({ media: 'screen' })
  await noSidewaysScroll(slip)
  await fitsInLargeText(slip)

  await page.getByRole('link', { name: 'POS Sales' }).click()
  await expect(page).toHaveURL(/\/admin\/pos-sales$/)
  await expect(page.getByRole('searchbox')).toBeVisible()
  await expectNoViolations(page)
  await noSidewaysScroll(page)
  await fitsInLargeText(page)
})
