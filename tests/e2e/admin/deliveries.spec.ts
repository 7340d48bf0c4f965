import { randomUUID } from 'node:crypto'
import { expect, type Request, test } from '@playwright/test'
import { FROM_HERE, signInAs } from '../../support/browse.ts'
import { openLive } from '../../support/open-live.ts'
import { searchInStockTake } from '../../support/screens/screen.ts'

const does = (request: Request, intent: string) =>
  request.postData()?.includes(`intent=${intent}`) ?? false

test('a delivery that is booked while a number is still being saved is shown as booked', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/deliveries')
  await page.getByRole('button', { name: 'New delivery' }).click()
  for (const name of ['Paper Bead Necklace', 'Stacking Bangles']) {
    await page.getByLabel(/^Scan, or search/).fill(name)
    await page.getByRole('button', { name: 'Find' }).click()
    await page.getByRole('button', { name: `Add ${name}` }).click()
    // The product that was added last is first, below the search field.
    await expect(page.locator('form section h2').first()).toHaveText(name)
  }

  // Leaving the number field and pressing the button is one movement. Here the number is saved after the delivery was
  // booked, which is refused, and before the page shows the booked delivery.
  const booked = Promise.withResolvers<void>()
  const kept = Promise.withResolvers<void>()
  const isOver = (request: Request) => {
    if (does(request, 'keep')) kept.resolve()
  }
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  await page.route('**/admin/deliveries/*.data*', async (route) => {
    const request = route.request()
    if (does(request, 'book')) {
      await route.fulfill({ response: await route.fetch() })
      booked.resolve()
      return
    }
    await booked.promise
    if (request.method() === 'GET') await kept.promise
    // The page may have aborted it.
    await route.continue().catch(() => {})
  })
  await page.getByLabel(/^Units of Stacking Bangles/).fill('3')
  const isSent = page.waitForRequest((request) => does(request, 'keep'))
  await page.getByRole('button', { name: 'Book into stock' }).hover()
  await page.mouse.down()
  await isSent
  await page.mouse.up()
  await expect(page.getByText('4 units booked into stock')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Booked into stock' })).toBeVisible()
})

test('a delivery’s number that is corrected while its first value is being saved is booked as corrected', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/deliveries')
  await page.getByRole('button', { name: 'New delivery' }).click()
  await page.getByLabel(/^Scan, or search/).fill('Stacking Bangles')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Add Stacking Bangles' }).click()
  const units = page.getByLabel(/^Units of Stacking Bangles/)
  await units.fill('3')
  const isKept = page.waitForResponse((response) => does(response.request(), 'keep'))
  await page.getByLabel(/^Cost of one Stacking Bangles/).focus()
  await isKept
  await units.fill('7')
  // The total counts the typed number, not the one saved last.
  await expect(page.getByRole('status').filter({ hasText: '7 units' })).toBeVisible()
  await page.getByRole('button', { name: 'Book into stock' }).click()
  await expect(page.getByText('7 units booked into stock')).toBeVisible()
})

test('a delivery offers every product that the search finds, and is shown from its top once it is booked', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/deliveries')
  await page.getByRole('button', { name: 'New delivery' }).click()
  await page.getByLabel(/^Scan, or search/).fill('dress')
  await page.getByRole('button', { name: 'Find' }).click()
  const found = page.getByRole('list', { name: 'Found' }).getByRole('listitem')
  await expect(found.nth(8)).toBeVisible()
  await found.first().getByRole('button').click()
  await page
    .getByLabel(/^Units of/)
    .first()
    .fill('1')
  await page.setViewportSize({ width: 1280, height: 400 })
  await page.getByLabel('Note').scrollIntoViewIfNeeded()
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Book into stock' }).click()
  await expect(page.getByText('1 unit booked into stock')).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
})

test('the search field of a stock-take is empty after a count was noted, also a count of none', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/stock-takes')
  await searchInStockTake(page)
  const field = page.getByLabel('Scan, or search by name')
  await expect(field).toHaveValue('wrap dress')
  await page
    .getByLabel(/^Counted of /)
    .first()
    .fill('0')
  await page.getByRole('button', { name: 'Note what was counted' }).click()
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
})

test('numbers typed in a stock-take stay beside a scan, known or not, and a wrong one is not sent', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/stock-takes')
  await searchInStockTake(page)
  const counted = page.getByLabel(/^Counted of /)
  await counted.nth(0).fill('1o')
  await counted.nth(1).fill('7')
  await page.getByRole('button', { name: 'Note what was counted' }).click()
  expect(
    await counted.nth(0).evaluate((box: HTMLInputElement) => box.validity.patternMismatch),
  ).toBe(true)
  const field = page.getByLabel('Scan, or search by name')
  for (const [code, shown] of [
    ['no such code', 'Nothing found.'],
    ['ZAC-8003', '1 size: 1 noted'],
  ] as const) {
    await field.fill(code)
    await field.press('Enter')
    await expect(page.getByText(shown)).toBeVisible()
    await expect(counted.nth(0)).toHaveValue('1o')
    await expect(counted.nth(1)).toHaveValue('7')
  }
  await expect(field).toHaveValue('')
  await counted.nth(0).fill('10')
  await page.getByRole('button', { name: 'Note what was counted' }).click()
  await expect(page.getByText('2 sizes: 17 noted')).toBeVisible()
})

test('typed counts of a stock-take stay beside the next search, and are noted with it', {
  tag: '@desk',
}, async ({ page }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/stock-takes')
  await searchInStockTake(page)
  const dresses = await page
    .getByLabel(/^Counted of /)
    .evaluateAll((boxes) => boxes.map((box) => box.getAttribute('aria-label') ?? ''))
  const [first = '', second = ''] = dresses
  await page.getByLabel(first, { exact: true }).fill('3')
  await page.getByLabel(second, { exact: true }).fill('0')
  const field = page.getByLabel('Scan, or search by name')
  for (const [words, size] of [
    ['Stacking Bangles', /^Counted of Stacking Bangles/],
    ['Paper Bead Necklace', /^Counted of Paper Bead Necklace/],
  ] as const) {
    await field.fill(words)
    await field.press('Enter')
    await page.getByLabel(size).first().fill('4')
  }
  await expect(page.getByLabel(/^Counted of /)).toHaveCount(4)
  await expect(page.getByLabel(first, { exact: true })).toHaveValue('3')
  await expect(page.getByLabel(second, { exact: true })).toHaveValue('0')
  await page.getByRole('button', { name: 'Note what was counted' }).click()
  await expect(page.getByText('4 sizes: 11 noted')).toBeVisible()
})

test('a booking that another device has changed meanwhile shows both numbers, and saves over none by a second press', {
  tag: '@desk',
}, async ({ page, context }) => {
  await signInAs(page, 'admin@zovala.test')
  await openLive(page, '/admin/deliveries')
  await page.getByRole('button', { name: 'New delivery' }).click()
  await page.getByLabel(/^Scan, or search/).fill('Stacking Bangles')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Add Stacking Bangles' }).click()
  const units = page.getByLabel(/^Units of Stacking Bangles/)
  await expect(units).toBeVisible()
  // Each field is saved when it is left; then another device saves its own.
  for (const [name, text] of [
    [/^Units of Stacking Bangles/, '7'],
    [/^Note/, 'Three boxes'],
  ] as const) {
    const isKept = page.waitForResponse((response) => does(response.request(), 'keep'))
    await page.getByLabel(name).fill(text)
    await page.getByLabel(/^Scan, or search/).focus()
    await isKept
  }
  const other = await context.newPage()
  await openLive(other, new URL(page.url()).pathname)
  await other.getByLabel(/^Units of Stacking Bangles/).fill('5')
  await other.getByLabel(/^Note/).fill('Two boxes')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Delivery saved')).toBeVisible()

  const notice = page.getByRole('alert').filter({ hasText: 'has changed this' })
  for (let turn = 1; turn <= 2; turn += 1) {
    const isAnswered = page.waitForResponse((response) => does(response.request(), 'book'))
    await page.getByRole('button', { name: 'Book into stock' }).click()
    expect((await isAnswered).status()).toBe(409)
    await expect(notice.getByRole('row')).toHaveText([
      'FieldSaved nowYours',
      /^Stacking Bangles.*57$/,
      'NoteTwo boxesThree boxes',
    ])
    await expect(notice.getByRole('button')).toBeInViewport()
    await expect(units).toHaveValue('7')
    await expect(page.getByLabel('Note')).toHaveValue('Three boxes')
  }
  await other.reload()
  await expect(other.getByLabel(/^Units of Stacking Bangles/)).toHaveValue('5')
  await notice.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('Delivery saved')).toBeVisible()
  await expect(notice).toBeHidden()
  await page.getByRole('button', { name: 'Book into stock' }).click()
  await expect(page.getByText('7 units booked into stock')).toBeVisible()
})

test('an old form of a delivery that is open on two devices keeps the note typed on the other, and shows it', {
  tag: '@desk',
}, async ({ page, context }) => {
  await signInAs(page, 'admin@zovala.test')
  const name = `Tailors ${randomUUID().slice(0, 8)}`
  await page.request.post('/admin/suppliers', {
    headers: FROM_HERE,
    form: { intent: 'save', name, isActive: 'true' },
    maxRedirects: 0,
  })
  await openLive(page, '/admin/deliveries')
  await page.getByRole('button', { name: 'New delivery' }).click()
  await page.getByLabel(/^Scan, or search/).fill('Stacking Bangles')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('button', { name: 'Add Stacking Bangles' }).click()
  await expect(page.getByLabel(/^Units of Stacking Bangles/)).toBeVisible()
  const other = await context.newPage()
  await openLive(other, new URL(page.url()).pathname)

  // The note is saved when it is left, and is corrected before the page is loaded again.
  const note = page.getByLabel('Note')
  const supplier = page.getByLabel('Supplier')
  await supplier.selectOption(name)
  const chosen = await supplier.inputValue()
  expect(chosen).not.toBe('')
  await page.getByLabel('Expected on').fill('2099-12-01')
  await note.fill('Two')
  const isKept = page.waitForResponse((response) => does(response.request(), 'keep'))
  await page.getByLabel(/^Scan, or search/).focus()
  await isKept
  await note.fill('Two boxes')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Delivery saved')).toBeVisible()

  const units = other.getByLabel(/^Units of Stacking Bangles/)
  await units.fill('6')
  await other.getByRole('button', { name: 'Find' }).click()
  await expect(other.getByLabel('Note')).toHaveValue('Two boxes')
  await expect(other.getByLabel('Supplier')).toHaveValue(chosen)
  await expect(other.getByLabel('Expected on')).toHaveValue('2099-12-01')
  await expect(units).toHaveValue('6')

  // This page still shows the units from before; both devices type another note.
  await note.fill('Three boxes')
  await other.getByLabel('Note').fill('Four boxes')
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(other.getByText('Delivery saved')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved, but for some fields')).toBeVisible()
  await expect(note).toHaveValue('Four boxes')
})
