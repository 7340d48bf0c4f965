import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { FROM_HERE, findWellStocked, placeOrder } from '../../support/browse.ts'
import { enterAs, lost, openReady, test } from '../../support/connections/cut.ts'
import { aDelivered } from '../../support/till/delivered.ts'
import type { TestConnection } from '../../support/till/till-connection.ts'
import { pick, takeCash } from '../../support/till/till-device.ts'

// Every request of the till with a body (`ask` in app/ui/till), and the events of a till (shifts, cash, returns), which
// are stored on the device and sent by /admin/pos/upload: offline.spec.ts cuts those in more ways. These have no row:
// the heartbeat (tested here), the lease of numbers and the device's key are repeated by themselves; before a sale
// (check) and for an approval (approve) the till continues with what it has (offline.spec.ts, approval.spec.ts); a sale
// by mobile money is resent under its own id (store/sales/waiting.test.ts, counter-money.spec.ts).

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name })
const dialog = (page: Page) => page.getByRole('dialog')
const newName = () => `Till ${randomUUID().slice(0, 8)}`
const nameField = (page: Page) => page.getByRole('textbox', { name: /new till|Name of this till/ })

/** Presses a button without a connection, then with a lost answer; the typed text stays throughout. */
async function pressThroughCuts(
  page: Page,
  connection: TestConnection,
  {
    at,
    press,
    kept,
    sign,
  }: {
    at: RegExp
    press: () => Promise<unknown>
    kept: () => Promise<unknown>
    /** The element that says that there is no connection; by default a message that can be dismissed. */
    sign?: Locator
  },
) {
  const notice = sign ?? lost(page)
  connection.cutAt = at
  connection.state = 'down'
  await press()
  await expect(notice.first()).toBeVisible()
  await kept()
  if (!sign) await button(page, 'Dismiss').click()
  connection.state = 'cut-after-post'
  await expect(notice).toHaveCount(0)
  await press()
  await expect.poll(() => connection.state).toBe('down')
  await expect(notice.first()).toBeVisible()
  await kept()
  connection.state = 'up'
}

/** Makes a new device a till for a person without a PIN. */
async function becomeTill(page: Page, name: string) {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await openReady(page, '/admin/pos')
  await nameField(page).fill(name)
  await button(page, 'Use this name').click()
  await expect(button(page, 'Later')).toBeVisible()
}
async function openShift(page: Page) {
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('20000')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('list', { name: 'Found' }).getByRole('button').first()).toBeVisible()
}
async function chooseFromMenu(page: Page, entry: string) {
  await page.keyboard.press('F10')
  await dialog(page).getByRole('button', { name: entry }).click()
}

const tillsCalled = async (request: APIRequestContext, name: string) => {
  const { tills } = (await (await request.get('/admin/pos/start')).json()) as {
    tills: { name: string }[]
  }
  return tills.filter((till) => till.name === name)
}
/** The number of log entries about it. */
async function countLog(request: APIRequestContext, label: string) {
  const query = new URLSearchParams({ search: label })
  const html = await (await request.get(`/admin/activity?${query}`)).text()
  const [, lines = ''] = /<tbody.*?>(.*?)<\/tbody>/s.exec(html) ?? []
  return lines.split('<tr').length - 1
}
const rowsOf = async (request: APIRequestContext, path: string, label: string) =>
  (await (await request.get(path)).text()).split('\n').filter((row) => row.includes(label))

/** Its upload loses the answer; then the till sends the rest by itself. */
async function loseUpload(page: Page, connection: TestConnection, press: () => Promise<unknown>) {
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  connection.cutAt = /\/pos\/upload$/
  connection.state = 'cut-after-post'
  await press()
  await expect.poll(() => connection.state).toBe('down')
  connection.state = 'up'
}

test('without a connection a device that becomes a till keeps the typed name, and finds by itself that it became it, once', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  const name = newName()
  await enterAs('admin@zovala.test', page, request)
  await openReady(page, '/admin/pos')
  await nameField(page).fill(name)
  await pressThroughCuts(page, connection, {
    at: /\/pos\/tills$/,
    press: () => button(page, 'Use this name').click(),
    kept: () => expect(nameField(page)).toHaveValue(name),
  })
  // It finds by itself that it is this till already.
  await page.getByLabel('New PIN').fill('246810')
  await button(page, 'Next').click()
  expect(await tillsCalled(request, name)).toHaveLength(1)
})

test('without a connection a typed PIN stays, and is set when it is sent again', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  await enterAs('cashier@zovala.test', page, request)
  await becomeTill(page, newName())
  await page.getByLabel('New PIN').fill('471100')
  await button(page, 'Next').click()
  const pin = page.getByLabel('The same PIN again')
  await pin.fill('471100')
  await pressThroughCuts(page, connection, {
    at: /\/pos\/pin$/,
    press: () => button(page, 'Set PIN').click(),
    kept: () => expect(pin).toHaveValue('471100'),
  })
  await button(page, 'Set PIN').click()
  await expect(page.getByText('You can unlock this till with it.')).toBeVisible()
  await expect(heading(page, 'Open the shift')).toBeVisible()
})

test('without a connection a till that is taken over is still offered, and taken over once', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  const name = newName()
  await enterAs('admin@zovala.test', page, request)
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const data = { name, deviceId: randomUUID() }
  expect((await request.post('/admin/pos/tills', { headers, data })).status()).toBe(200)
  const before = await countLog(request, name)
  await openReady(page, '/admin/pos')
  await pressThroughCuts(page, connection, {
    at: /\/pos\/tills$/,
    async press() {
      // The question's data is loaded when it opens.
      const { state } = connection
      connection.state = 'up'
      await button(page, `${name} Take over`).click()
      await expect(dialog(page)).toContainText('That device is told')
      connection.state = state
      await dialog(page).getByRole('button', { name: 'Take over' }).click()
    },
    kept: () => expect(button(page, `${name} Take over`)).toBeVisible(),
  })
  await expect(button(page, 'Later')).toBeVisible()
  expect((await countLog(request, name)) - before).toBe(1)
})

test('without a connection a till’s new name stays typed, and is saved once', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, newName())
  await openShift(page)
  await chooseFromMenu(page, 'Settings')
  await button(page, 'Rename this till').click()
  const name = newName()
  const typed = dialog(page).getByLabel('Name of this till')
  await typed.fill(name)
  await pressThroughCuts(page, connection, {
    at: /\/pos\/tills\/[\w-]+$/,
    press: () => button(page, 'Change the name').click(),
    kept: () => expect(typed).toHaveValue(name),
  })
  await button(page, 'Change the name').click()
  await expect(page.getByText(`This till is ${name} now.`)).toBeVisible()
  await expect(dialog(page)).toContainText(`This device is ${name}.`)
  expect(await countLog(request, name)).toBe(1)
})

test('without a connection a payment by phone continues to wait; a new payment page is made once, and it is cancelled once', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  await enterAs('cashier@zovala.test', page, request)
  await becomeTill(page, newName())
  await openShift(page)
  await pick(page, 'Canvas Tote')
  await page.keyboard.press('F6')
  const asked = page.waitForResponse(/\/admin\/pos\/sales\//)
  await button(page, 'Ask for the payment').click()
  await expect(page.getByRole('img', { name: /payment page/ })).toBeVisible()
  const sale = new URL((await asked).url()).pathname
  const readSale = async () =>
    (
      (await (await request.get(sale)).json()) as {
        sale: { state: string; payment: { pages: number } }
      }
    ).sale
  const sign = page.getByText(/^No connection\./)
  const kept = () => expect(heading(page, 'Waiting for the payment of')).toBeVisible()

  await pressThroughCuts(page, connection, {
    at: /\/ask$/,
    press: () => button(page, 'Customer says it is paid').click(),
    kept,
    sign,
  })
  await button(page, 'Customer says it is paid').click()
  await expect(page.getByText('The payment service knows of no payment yet.')).toBeVisible()

  const link = page.getByRole('link', { name: 'Open the payment page here' })
  const before = (await link.getAttribute('href')) ?? ''
  await pressThroughCuts(page, connection, {
    at: /\/again$/,
    press: () => button(page, 'New payment page').click(),
    kept,
    sign,
  })
  // It finds by itself the page that was made.
  await expect(link).not.toHaveAttribute('href', before)
  expect((await readSale()).payment.pages).toBe(2)

  await pressThroughCuts(page, connection, {
    at: /\/cancel$/,
    async press() {
      await button(page, 'Cancel the payment').click()
      await button(page, 'Cancel payment').click()
    },
    kept,
    sign,
  })
  // It finds by itself that the payment was cancelled.
  await button(page, 'Back to the cart').click()
  await expect(
    page.getByRole('list', { name: 'Items in the cart' }).getByRole('listitem'),
  ).toHaveCount(1)
  expect((await readSale()).state).toBe('given-up')
})

test('cash that is taken out at a till counts once although its upload’s answer was lost', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  const name = newName()
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, name)
  await button(page, 'Later').click()
  // A shift can be opened without a connection as well.
  connection.state = 'down'
  await page.getByLabel('Opening float').fill('20000')
  await button(page, 'Open shift').click()
  await expect(page.getByRole('searchbox', { name: 'Search products' })).toBeVisible()
  connection.state = 'up'
  await chooseFromMenu(page, 'Cash in or out')
  await page.getByLabel('Amount').fill('5000')
  await page.getByLabel('Reason').fill('Tea')
  await loseUpload(page, connection, () => button(page, 'Take out').click())
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  const rows = await rowsOf(request, '/admin/shifts.csv', name)
  expect(rows).toHaveLength(1)
  // The float, less the amount that was taken out once.
  expect(rows[0]).toMatch(/\b15000\b/)
})

test('a sale, its return and the end of the shift count once although their uploads’ answers were lost', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  const name = newName()
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, name)
  await openShift(page)
  await pick(page, 'Canvas Tote')
  const pay = await takeCash(page)
  await loseUpload(page, connection, () => pay.click())
  await button(page, /^New sale/).click()
  await chooseFromMenu(page, 'Recent sales')
  await button(page, /^Return or exchange: POS/)
    .first()
    .click()
  await button(page, /^One more back/)
    .first()
    .click()
  await loseUpload(page, connection, () => button(page, 'Take back and refund').click())
  await button(page, 'Done').click()
  await chooseFromMenu(page, 'Close shift')
  await page.getByLabel('Pieces of 5,000').fill('4')
  await button(page, 'Close shift').click()
  await loseUpload(page, connection, () =>
    dialog(page).getByRole('button', { name: 'Close shift' }).click(),
  )
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  const rows = await rowsOf(request, '/admin/shifts.csv', name)
  expect(rows).toHaveLength(1)
  // Sold once and returned once: the drawer holds the float, as counted.
  expect(rows[0]).toMatch(/,closed,1,12500,0,0,1,20000,12500,0,0,12500,20000,20000,0,/)
})

test('an order whose return at the till lost its answer is taken back as it was asked first, once', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  const name = newName()
  const number = await aDelivered({ request })
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, name)
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('90000')
  await button(page, 'Open shift').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  await chooseFromMenu(page, 'Return or exchange')
  await dialog(page).getByLabel('Receipt or order number').fill(number)
  await button(page, 'Find it').click()
  await button(page, /^One more back/).click()
  const refund = (await dialog(page).getByLabel('Refund').textContent()) ?? ''
  connection.cutAt = /\/pos\/returns$/
  connection.state = 'cut-after-post'
  await button(page, 'Take back and refund').click()
  await expect(dialog(page)).toContainText('It may be on record already')
  for (const choice of [/^One less back/, 'As store credit', 'Exchange'])
    await expect(button(page, choice)).toBeDisabled()
  for (const field of ['Reason', 'Back on the shelf'])
    await expect(dialog(page).getByLabel(field)).toBeDisabled()
  await expect(dialog(page).getByLabel('Refund')).toHaveText(refund)
  connection.state = 'up'
  await expect(button(page, 'Take back and refund')).toBeEnabled({ timeout: 30_000 })
  await button(page, 'Take back and refund').click()
  const back = page.getByRole('dialog', { name: 'Taken back' })
  await expect(back.getByText(refund).first()).toBeVisible()
  await button(page, /^Done/).click()
  const [row, ...others] = await rowsOf(request, '/admin/shifts.csv', name)
  expect(others).toEqual([])
  // The float, less the refund, once.
  expect(row).toContain(`,${90_000 - Number(refund.replaceAll(/\D/g, ''))},`)
})

test('a return whose answer was lost is asked about from the cart: one that never arrived is not made, of the other the cash is handed out', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  test.setTimeout(90_000)
  const name = newName()
  const number = await aDelivered({ request })
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, name)
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('90000')
  await button(page, 'Open shift').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('region', { name: 'Cart' })).toBeVisible()
  const asked = page.getByRole('list', { name: 'Returns without an answer' }).getByRole('button')
  const takeBack = async (state: 'down' | 'cut-after-post') => {
    await chooseFromMenu(page, 'Return or exchange')
    await dialog(page).getByLabel('Receipt or order number').fill(number)
    await button(page, 'Find it').click()
    await button(page, /^One more back/).click()
    const refund = (await dialog(page).getByLabel('Refund').textContent()) ?? ''
    connection.cutAt = /\/pos\/returns$/
    connection.state = state
    await button(page, 'Take back and refund').click()
    await expect(dialog(page)).toContainText('It may be on record already')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    return refund
  }
  await takeBack('down')
  await asked.click()
  await expect(page.getByText('No connection').first()).toBeVisible()
  connection.state = 'up'
  await asked.click()
  await expect(page.getByText('Nothing was booked')).toBeVisible()
  await expect(asked).toHaveCount(0)
  await expect(button(page, /^Online/)).toBeVisible({ timeout: 30_000 })
  const refund = await takeBack('cut-after-post')
  connection.state = 'up'
  await page.reload()
  await expect(asked).toBeVisible()
  await chooseFromMenu(page, 'Close shift')
  await page.getByLabel('Pieces of 5,000').fill('1')
  await button(page, 'Close shift').click()
  await dialog(page).getByRole('button', { name: 'Close shift' }).click()
  await expect(page.getByText('A return has no answer yet')).toBeVisible({ timeout: 30_000 })
  await button(page, 'Back to selling').click()
  // The form shows it, too.
  await chooseFromMenu(page, 'Return or exchange')
  await dialog(page).getByRole('button', { name: number }).click()
  const back = page.getByRole('dialog', { name: 'Taken back' })
  await expect(back.getByLabel('Cash to give')).toHaveText(refund)
  await button(page, /^Done/).click()
  await expect(asked).toHaveCount(0)
  const rows = await rowsOf(request, '/admin/shifts.csv', name)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toContain(`,${90_000 - Number(refund.replaceAll(/\D/g, ''))},`)
})

test('without a connection a parcel stays on the till’s screen with the typed code; sent again, it is handed over once', {
  tag: '@desk',
}, async ({ page, connection, request }) => {
  const { variantId, ...item } = await findWellStocked(request)
  const { order_number: number, checkout_url: pay } = await placeOrder(request, {
    ...item,
    variants: [{ id: variantId ?? '' }],
  })
  await request.post(pay, { headers: FROM_HERE, form: { decision: 'pay' }, maxRedirects: 0 })
  const html = await (await request.get(`/orders/${number}`)).text()
  const code = /Release code<\/dt><dd[^>]*>(\d{4})</.exec(html)?.[1] ?? ''
  await enterAs('admin@zovala.test', page, request)
  await becomeTill(page, newName())
  await openShift(page)
  await chooseFromMenu(page, 'Hand out a parcel')
  await dialog(page).getByLabel('Order number').fill(number.toLowerCase())
  await button(page, 'Find the parcel').click()
  await expect(
    dialog(page).getByRole('list', { name: 'In the parcel' }).locator('img'),
  ).toHaveCount(1)
  const typed = dialog(page).getByLabel('Code of the customer')
  const press = () => button(page, 'Hand it over').click()
  await typed.fill(code === '0000' ? '1111' : '0000')
  await press()
  await expect(dialog(page).getByRole('alert')).toContainText('4 tries are left')
  await expect(dialog(page).getByText('4 of 5 tries are left')).toBeVisible()
  await typed.fill(code)
  await pressThroughCuts(page, connection, {
    at: /\/pos\/parcels$/,
    press,
    kept: () => expect(typed).toHaveValue(code),
  })
  await press()
  await expect(page.getByText(`${number} is delivered.`)).toBeVisible()
  // One wrong code, one parcel.
  expect(await countLog(request, number)).toBe(2)
})

test('without a connection signing out of a till fails; sent again, it succeeds', {
  tag: ['@desk', '@long'],
}, async ({ page, connection, request }) => {
  await enterAs('cashier@zovala.test', page, request)
  await becomeTill(page, newName())
  await openShift(page)
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 30_000 })
  await chooseFromMenu(page, 'Settings')
  const leave = button(page, 'Sign out of this device')
  await pressThroughCuts(page, connection, {
    at: /\/sign-out$/,
    press: () => leave.click(),
    kept: () => expect(leave).toBeVisible(),
  })
  await leave.click()
  await expect(page.getByRole('link', { name: /Sign in/i })).toBeVisible()
})
