import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { openAs } from '../../support/browse.ts'
import { chooseAt, press, pressAt, tabTo, typeAt } from './by-keys.ts'

// The other half of keyboard-staff.spec.ts: stock, prices, codes, order drafts and customers, without a mouse.

const LONG = { tag: ['@desk', '@long'] }
const NECKLACE = 'Paper Bead Necklace'

test(
  'a stock-take is started, counted, reviewed and booked by keys alone',
  LONG,
  async ({ page }) => {
    await openAs(page, 'admin@zovala.test', '/admin/stock-takes')
    const title = page.getByRole('heading', { level: 1 })
    await pressAt(page, page.getByRole('button', { name: 'Begin a stock-take' }))
    await expect(title).toHaveText(/^Stock-take /)
    await expect(title).toBeFocused()

    const find = page.getByLabel(/^Scan, or search/)
    await typeAt(page, find, 'Necklace')
    await press(page, 'Enter')
    await typeAt(page, page.getByLabel(`Counted of ${NECKLACE}`), '7')
    await press(page, 'Enter')
    await expect(page.getByText('1 size: 7 noted')).toBeVisible()
    // The field is ready for the next product.
    await expect(find).toHaveValue('')
    await expect(find).toBeFocused()
    await pressAt(page, page.getByRole('button', { name: `Count again: ${NECKLACE}` }))
    await expect(page.getByText('Nothing is counted yet.')).toBeVisible()
    await expect(title).toBeFocused()
    await typeAt(page, find, 'Necklace')
    await press(page, 'Enter')
    await typeAt(page, page.getByLabel(`Counted of ${NECKLACE}`), '9')
    await press(page, 'Enter')
    await expect(find).toBeFocused()
    await pressAt(page, page.getByRole('link', { name: 'Review', exact: true }))
    await expect(page.getByRole('columnheader', { name: 'Difference' })).toBeVisible()
    await expect(title).toBeFocused()
    const book = page.getByRole('button', { name: 'Book differences' })
    const question = page.getByRole('dialog', { name: 'Book the differences?' })
    await pressAt(page, book)
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await press(page, 'Escape')
    await expect(question).toHaveCount(0)
    await expect(book).toBeFocused()
    await press(page, 'Enter')
    await pressAt(page, question.getByRole('button', { name: 'Book', exact: true }))
    await expect(page.getByText('Stock-take booked')).toBeVisible()
    await expect(title).toBeFocused()
  },
)

test('a file is chosen, checked, imported and deleted by keys alone', LONG, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/import')
  const title = page.getByRole('heading', { level: 1 })
  await chooseAt(page, page.getByLabel('What is in it'), 'customers')
  const email = `keys-${randomUUID().slice(0, 8)}@example.com`
  const chooser = page.waitForEvent('filechooser')
  await pressAt(page, page.locator('input[name=file][accept*=csv]'))
  await (await chooser).setFiles({
    name: 'keys.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Email,Name\n${email},Keys Banda\nnobody,Nobody\n`),
  })
  await pressAt(page, page.getByRole('button', { name: 'Check the file' }))
  await expect(page).toHaveURL(/import\/[\da-f-]{36}$/)
  await expect(title).toBeFocused()
  const bring = page.getByRole('button', { name: /^Import 1 customer, leave out 1/ })
  await pressAt(page, bring)
  await expect(page.getByText('1 added, 0 changed, 0 as before, 1 faulty.')).toBeVisible()
  await expect(title).toBeFocused()
  const drop = page.getByRole('button', { name: 'Delete import…' })
  await pressAt(page, drop)
  await press(page, 'Escape')
  await expect(drop).toBeFocused()
  await press(page, 'Enter')
  await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Delete import' }))
  await expect(title).toHaveText('Import')
  await expect(title).toBeFocused()
})

test('a code is issued, blocked and left by keys alone', LONG, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/credit')
  await pressAt(page, page.locator('summary', { hasText: 'Issue a code…' }))
  await chooseAt(page, page.getByLabel('What it is'), 'goodwill')
  const amount = page.getByLabel(/^Amount/)
  await typeAt(page, amount, '0')
  await typeAt(page, page.getByLabel('Why', { exact: true }), 'A late parcel')
  await press(page, 'Enter')
  // A refused value stays as it was typed.
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expect(amount).toHaveValue('0')
  await typeAt(page, amount, '15')
  await pressAt(page, page.getByRole('button', { name: 'Issue the code' }))
  await expect(page.getByText('Store credit issued')).toBeVisible()
  const panel = page.locator('.side-panel')
  const heading = panel.getByRole('heading', { level: 2 })
  await expect(heading).toBeFocused()
  await pressAt(page, panel.getByRole('button', { name: 'Block it' }))
  await expect(panel.getByRole('button', { name: 'Allow it again' })).toBeVisible()
  await expect(heading).toBeFocused()
  await press(page, 'Escape')
  await expect(panel).toBeHidden()
  await expect(page.locator('[data-opens]').first()).toBeFocused()
})

test('an order is typed in, added up and made by keys alone', LONG, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/orders/new')
  const find = page.getByLabel(/^Scan, or search/)
  await typeAt(page, find, 'Canvas Tote')
  await press(page, 'Enter')
  await pressAt(page, page.getByRole('button', { name: 'Add Canvas Tote Bag' }))
  await expect(find).toBeFocused()
  await typeAt(page, page.getByLabel('Units of Canvas Tote Bag'), '1')
  const make = page.getByRole('button', { name: 'Make order' })
  await pressAt(page, make)
  // Missing fields have a message, and the first of them has the focus.
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true')
  await typeAt(page, page.getByLabel('First name'), 'Chisomo')
  await typeAt(page, page.getByLabel('Last name'), 'Banda')
  await typeAt(page, page.getByLabel('Phone'), '0991 234 567')
  const delivery = page.getByLabel('Delivery', { exact: true })
  const [way = ''] = await delivery
    .locator('option')
    .evaluateAll((all) =>
      all.map((one) => (one as HTMLOptionElement).value).filter((value) => value !== ''),
    )
  await chooseAt(page, delivery, way)
  await typeAt(page, page.getByLabel('Address'), 'Plot 4, Sunnyside')
  await typeAt(page, page.getByLabel('City'), 'Blantyre')
  await chooseAt(page, page.getByLabel('District'), 'Blantyre')
  const sum = page.getByRole('button', { name: 'Update total' })
  await pressAt(page, sum)
  await expect(page.getByText('What it comes to')).toBeVisible()
  await expect(sum).toBeFocused()
  await pressAt(page, make)
  await expect(page).toHaveURL(/admin\/orders\?order=FSC-/)
  await expect(page.locator('.side-panel').getByRole('heading', { level: 2 })).toBeFocused()
})

test('labels are counted, their paper chosen and opened by keys alone', LONG, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/stock?search=Canvas+Tote')
  await pressAt(page, page.getByRole('link', { name: /^Labels/ }).first())
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Labels')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await typeAt(page, page.getByLabel('Labels of Canvas Tote Bag'), '2')
  await press(page, 'Tab')
  // All papers are one tab stop; the arrow keys choose.
  const papers = page.getByRole('radio')
  await press(page, 'ArrowDown')
  await expect(page.locator('input[name=paper]:checked')).toBeFocused()
  expect(await papers.count()).toBeGreaterThan(1)
  const opened = page.waitForEvent('popup')
  await pressAt(page, page.getByRole('button', { name: 'Labels to print' }))
  await expect((await opened).locator('.label-card')).toHaveCount(2)
})

test(
  'prices are scheduled for a chosen product and called off by keys alone',
  LONG,
  async ({ page }) => {
    const name = `Keys ${randomUUID().slice(0, 6)}`
    await openAs(
      page,
      'admin@zovala.test',
      `/admin/products?search=${encodeURIComponent(NECKLACE)}`,
    )
    const title = page.getByRole('heading', { level: 1 })
    await tabTo(page, page.getByRole('checkbox', { name: `Choose ${NECKLACE}` }))
    await press(page, 'Space')
    await pressAt(page, page.getByRole('button', { name: 'Change prices…', exact: true }))
    await expect(page).toHaveURL(/price-changes\/new/)
    await typeAt(page, page.getByLabel('Name', { exact: true }), name)
    await chooseAt(page, page.locator('select[name=kind]'), 'percent')
    await typeAt(page, page.locator('input[name=value]'), '10')
    await tabTo(page, page.locator('input[name=from]'))
    await page.keyboard.type('12122099')
    await press(page, 'Tab')
    await page.keyboard.type('0800AM')
    await press(page, 'Enter')
    const plan = page.getByRole('button', { name: 'Plan this change' })
    await expect(plan).toBeEnabled()
    await pressAt(page, plan)
    await expect(title).toHaveText(name)
    await expect(title).toBeFocused()
    const end = page.getByRole('button', { name: 'Call off…' })
    await pressAt(page, end)
    await press(page, 'Escape')
    await expect(end).toBeFocused()
    await press(page, 'Enter')
    await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Call off' }))
    await expect(page.getByText('Change cancelled')).toBeVisible()
    await expect(title).toBeFocused()
  },
)

test(
  'somebody is invited to the staff and the invitation withdrawn by keys alone',
  LONG,
  async ({ page }) => {
    const email = `keys-${randomUUID().slice(0, 8)}@example.com`
    await openAs(page, 'super@zovala.test', '/admin/staff')
    const title = page.getByRole('heading', { level: 1 })
    const field = page.getByLabel('Email of the new member of staff')
    await typeAt(page, field, 'customer@zovala.test')
    await chooseAt(page, page.getByLabel('Role'), 'admin')
    await typeAt(page, field, email)
    await press(page, 'Enter')
    await expect(page.getByText(`${email} is invited`)).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    const drop = page.getByRole('button', { name: `Withdraw the invitation to ${email}…` })
    await pressAt(page, drop)
    await press(page, 'Escape')
    await expect(drop).toBeFocused()
    await press(page, 'Enter')
    await pressAt(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw it' }))
    await expect(drop).toHaveCount(0)
    await expect(title).toBeFocused()
  },
)
