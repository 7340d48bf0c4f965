import { randomUUID } from 'node:crypto'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectNoViolations } from '../../support/screens/checks.ts'
import { chooseApprover, setAdminPin, typePin } from '../../support/till/approve.ts'

/** The pace of typing by hand: a scanner is faster. */
const BY_HAND = { delay: 75 }

async function signIn(page: Page, who: string, then = '/admin/pos') {
  await page.goto(`/auth?then=${encodeURIComponent(then)}`)
  await page.getByRole('main').getByLabel('Email', { exact: true }).fill(`${who}@zovala.test`)
  await page.getByLabel('Password', { exact: true }).fill('zovala-demo')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** A new device as a till with an open shift. */
async function openTill(page: Page, who = 'cashier', { prints = false } = {}) {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await signIn(page, who)
  const name = `Till ${randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill(name)
  if (prints) await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('button', { name: 'Use this name' }).click()
  await page.getByRole('button', { name: 'Later' }).click()
  await page.getByLabel('Opening float').fill('20000')
  await page.getByRole('button', { name: 'Open shift' }).click()
  await expect(tiles(page).first()).toBeVisible()
  return name
}
const tiles = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('button')
const lines = (page: Page) =>
  page.getByRole('list', { name: 'Items in the cart' }).getByRole('listitem')
const total = (page: Page) => page.getByLabel('Total')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const money = (text: string) => text.replace('MK ', 'MK\u00a0')

async function addByTap(page: Page, product: string) {
  await page.getByLabel('Search products').fill(product)
  await tiles(page).filter({ hasText: product }).first().click()
  await page.getByLabel('Search products').fill('')
}
async function everybodyCanUse(page: Page) {
  await expectNoViolations(page)
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
}
async function barcodeOf(page: Page, slug: string) {
  const product = (await (await page.request.get(`/api/products/${slug}`)).json()) as {
    barcode: string
  }
  return product.barcode
}
/** A scanner is a keyboard that types faster than a busy machine passes on our single key presses. */
const scan = (page: Page, code: string) =>
  page.evaluate((keys) => {
    const place = document.activeElement ?? document.body
    let at = performance.now()
    const press = (key: string) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
      at += 5
      Object.defineProperty(event, 'timeStamp', { value: at })
      return place.dispatchEvent(event)
    }
    for (const key of keys)
      if (press(key) && place instanceof HTMLInputElement)
        document.execCommand('insertText', false, key)
    if (press('Enter') && place instanceof HTMLButtonElement) place.click()
  }, code.split(''))

test.describe('a till used by touch', () => {
  test.use({ hasTouch: true })

  test('a cash sale: too little cash is refused, then the change is the hugest text', async ({
    page,
  }) => {
    await openTill(page)
    await page.getByLabel('Search products').fill('Canvas Tote')
    await tiles(page).first().tap()
    await button(page, 'One more: Canvas Tote Bag').tap()
    await expect(total(page)).toHaveText(money('MK 25,000'))
    await button(page, 'Cash').tap()
    const sheet = page.getByRole('dialog')
    for (const key of ['1', '00']) await sheet.getByRole('button', { name: key, exact: true }).tap()
    await sheet.getByRole('button', { name: /^Take/ }).tap()
    await expect(page.getByText('Insufficient Cash')).toBeVisible()
    await expect(page.getByText(money('Customer must pay at least MK 25,000'))).toBeVisible()
    await sheet.getByRole('button', { name: money('MK 30,000') }).tap()
    await sheet.getByRole('button', { name: /^Take/ }).tap()
    await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
    await expect(page.getByLabel('Change due')).toHaveText(money('MK 5,000'))
    await expect(page.getByText(/POS-\d{4}-\d{6}/)).toBeVisible()
    await button(page, 'New sale').tap()
    await expect(lines(page)).toHaveCount(0)
    await expect(page.getByLabel('Search products')).toHaveValue('')
    await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  })
})

test('a cash sale by keyboard alone', async ({ page }) => {
  await openTill(page)
  await page.keyboard.press('F2')
  await expect(page.getByLabel('Search products')).toBeFocused()
  await page.keyboard.type('canvas tote', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(lines(page)).toHaveCount(1)
  await page.keyboard.press('F4')
  await expect(page.getByLabel('Cash received')).toBeFocused()
  await page.keyboard.type('13000', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Change due')).toHaveText(money('MK 500'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(total(page)).toHaveText(money('MK 0'))
})

test('the on-screen number pad and the real keyboard can be mixed', { tag: '@long' }, async ({
  page,
}) => {
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F4')
  const received = page.getByLabel('Cash received')
  for (const key of ['1', '3', '00'])
    await button(page, key)
      .and(page.getByText(key, { exact: true }))
      .click()
  await expect(received).toHaveValue('1,300')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('05', BY_HAND)
  await expect(received).toHaveValue('13,005')
  await button(page, 'Delete the last digit').click()
  await page.keyboard.type('0', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Change due')).toHaveText(money('MK 500'))
})

test('a PIN is submitted by one button, and by Enter', async ({ page }) => {
  await signIn(page, 'cashier')
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill('Till of a PIN')
  await button(page, 'Use this name').click()
  await expect(button(page, 'Next')).toBeVisible()
  await expect(button(page, /^(OK|Done)$/)).toHaveCount(0)
  for (const key of ['2', '4', '6', '8']) await button(page, key).click()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('The same PIN again')).toBeFocused()
})

test('a scanner works anywhere, and its text stays in no field', async ({ page }) => {
  await openTill(page)
  const code = await barcodeOf(page, 'canvas-tote-bag')
  await scan(page, code)
  await expect(lines(page)).toHaveCount(1)
  await button(page, 'Discount: Canvas Tote Bag').focus()
  await scan(page, code)
  await expect(page.getByLabel('Quantity: Canvas Tote Bag')).toHaveValue('2')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByLabel('Search products').fill('shirt')
  await scan(page, code)
  await expect(page.getByLabel('Quantity: Canvas Tote Bag')).toHaveValue('3')
  await expect(page.getByLabel('Search products')).toHaveValue('shirt')
  await scan(page, '9999999999999')
  await expect(page.getByText('Unknown barcode')).toBeVisible()
  await expect(page.getByText('No product has the code 9999999999999')).toBeVisible()
  await expect(lines(page)).toHaveCount(1)
  await page.keyboard.press('F4')
  await scan(page, code)
  await expect(page.getByText('Close this window first, then scan again.')).toBeVisible()
  await expect(page.getByLabel('Cash received')).toHaveValue('')
})

test('a scan on the screens before and after selling is neither a float, nor a PIN, nor a count', async ({
  page,
}) => {
  await openTill(page)
  const code = await barcodeOf(page, 'canvas-tote-bag')
  const early = page.getByText('Scan again once the cart is on the screen.')
  const close = async () => {
    await page.keyboard.press('F10')
    await page.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
  }
  await close()
  await page.getByLabel('Pieces of 5,000').fill('4')
  await page.getByLabel('Pieces of 5,000').focus()
  await scan(page, code)
  await expect(early).toBeVisible()
  await expect(page.getByLabel('Pieces of 5,000')).toHaveValue('4')
  await button(page, 'Close shift').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
  await button(page, 'Done').click()
  await page.getByLabel('Opening float').focus()
  await scan(page, code)
  await expect(early).toBeVisible()
  await expect(page.getByLabel('Opening float')).toHaveValue('')
})

test('an empty basket cannot be paid; no more is sold than the stock; an emptied quantity changes nothing', async ({
  page,
}) => {
  await openTill(page)
  await page.keyboard.press('F4')
  await expect(page.getByText('Empty Cart')).toBeVisible()
  await addByTap(page, 'Canvas Tote Bag')
  const quantity = page.getByLabel('Quantity: Canvas Tote Bag')
  await quantity.fill('999')
  await quantity.press('Enter')
  await expect(page.getByText('Insufficient Stock')).toBeVisible()
  await expect(page.getByText(/^Only \d+ units available$/)).toBeVisible()
  await expect(quantity).toHaveValue('1')
  await quantity.fill('')
  await quantity.blur()
  await expect(quantity).toHaveValue('1')
  await expect(lines(page)).toHaveCount(1)
  await button(page, 'One less: Canvas Tote Bag').click()
  await expect(lines(page)).toHaveCount(0)
})

test('sizes and colors are chosen, with the stock of each', { tag: '@long' }, async ({ page }) => {
  await openTill(page)
  await page.getByLabel('Search products').fill('Chitenje Wrap')
  await tiles(page).first().click()
  const sheet = page.getByRole('dialog')
  const pick = (color: string) =>
    sheet.getByRole('group', { name: 'Color' }).getByRole('button', { name: color }).click()
  await pick('Navy')
  await expect(sheet.getByText('No picture of Navy yet')).toBeVisible()
  await pick('Maroon')
  await expect(sheet.getByText(/^No picture of/)).toBeHidden()
  await expect(sheet.locator('img').first()).toHaveAttribute('src', /chitenje-wrap-dress/)
  await sheet.getByRole('group', { name: 'Size' }).getByRole('button', { name: /^M\b/ }).click()
  await expect(lines(page).first()).toContainText('Size M, ')
})

test('a sale is suspended and resumed, and a basket is cleared only after a question', async ({
  page,
}) => {
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F8')
  await expect(page.getByText('Sale held', { exact: true })).toBeVisible()
  await expect(lines(page)).toHaveCount(0)
  await page.reload()
  await button(page, 'Held 1').click()
  const [row, sum] = await Promise.all([
    button(page, /^Resume/).boundingBox(),
    button(page, /^Resume/)
      .getByText('MK')
      .boundingBox(),
  ])
  const right = (box: typeof row) => (box?.x ?? 0) + (box?.width ?? 0)
  expect(right(row) - right(sum)).toBeLessThan(24)
  await button(page, /^Resume/).click()
  await expect(lines(page)).toHaveCount(1)
  await button(page, 'Clear').click()
  await button(page, 'Cancel').click()
  await expect(lines(page)).toHaveCount(1)
  await button(page, 'Clear').click()
  await button(page, 'Clear cart').click()
  await expect(lines(page)).toHaveCount(0)
})

test('a suspended sale is deleted only after a question, and the focus goes on to the next one', async ({
  page,
}) => {
  await openTill(page)
  for (const customer of ['Chisomo', 'Thoko']) {
    await addByTap(page, 'Canvas Tote Bag')
    await page.keyboard.press('F9')
    await page.getByLabel('Customer name').fill(customer)
    await button(page, 'Keep').click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('F8')
    await expect(lines(page)).toHaveCount(0)
  }
  await button(page, 'Held 2').click()
  const sheet = page.getByRole('dialog', { name: 'Held sales' })
  const question = page.getByRole('dialog', { name: 'Delete the held sale?' })
  const remove = (name: string) => button(page, `Delete held sale: ${name}`)
  await remove('Thoko').click()
  await expect(question).toContainText(`Thoko, ${money('MK 12,500')}`)
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expect(remove('Thoko')).toBeFocused()
  await page.keyboard.press('Enter')
  await question.getByRole('button', { name: 'Delete held sale' }).click()
  await expect(remove('Thoko')).toHaveCount(0)
  await expect(button(page, /^Resume Chisomo/)).toBeFocused()
  await remove('Chisomo').click()
  await question.getByRole('button', { name: 'Delete held sale' }).click()
  await expect(sheet).toContainText('No sale is on hold.')
  await expect(sheet.getByRole('button', { name: 'Close' })).toBeFocused()
})

test('a window stays open when a selection of its text ends beside it, and closes by a press there', async ({
  page,
}) => {
  await openTill(page)
  await page.keyboard.press('F9')
  const sheet = page.getByRole('dialog')
  const name = sheet.getByLabel('Customer name')
  await name.fill('Chisomo Banda')
  const box = await name.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 10)
  await page.mouse.down()
  await page.mouse.move(5, (box?.y ?? 0) + 10)
  await page.mouse.up()
  await expect(name).toHaveValue('Chisomo Banda')
  await page.mouse.click(5, (box?.y ?? 0) + 10)
  await expect(sheet).toHaveCount(0)
})

test('a discount above the limit needs an approver’s PIN', async ({ page, browser }) => {
  await setAdminPin(browser)
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F7')
  await button(page, 'In percent').click()
  await page.getByLabel('Percent off').fill('10')
  await button(page, 'Give discount').click()
  await expect(total(page)).toHaveText(money('MK 11,250'))
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('F7')
  await expect(page.getByLabel('Kwacha off')).toBeVisible()
  await page.getByLabel('Kwacha off').fill('5000')
  await button(page, 'Ask for approval').click()
  await expect(page.getByRole('heading', { name: 'Approve a discount' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('F4')
  await expect(page.getByRole('heading', { name: 'Approve a discount' })).toBeVisible()
  const approve = async () => {
    await chooseApprover(page)
    await typePin(page)
    await expect(page.getByText('Discount approved')).toBeVisible()
  }
  await approve()
  await button(page, 'One more: Canvas Tote Bag').click()
  await expect(page.getByText('Approve the discount again')).toBeVisible()
  await expect(page.getByText('Discount (needs approval)')).toBeVisible()
  await page.keyboard.press('F4')
  await approve()
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await expect(page.getByLabel('Change due')).toHaveText(money('MK 0'))
})

/** Presses a key faster than any test runner can: right after a press, or in the same change that removes a window. */
const pressAt = (page: Page, moment: 'pressed' | 'gone', name: string, key: string) =>
  page.evaluate(
    ([moment, name, key]) => {
      const press = () =>
        window.dispatchEvent(new KeyboardEvent('keydown', { key, cancelable: true }))
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('dialog button')]
      buttons.find(({ textContent }) => textContent === name)?.click()
      if (moment === 'pressed') return press()
      const watch = new MutationObserver(() => {
        if (document.querySelector('dialog')) return
        watch.disconnect()
        press()
      })
      return watch.observe(document.body, { childList: true, subtree: true })
    },
    [moment, name, key] as const,
  )

test('a key that is pressed while a window closes is not lost', async ({ page }) => {
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F7')
  await page.getByLabel('Kwacha off').fill('500')
  await pressAt(page, 'gone', 'Give discount', 'F9')
  await expect(page.getByRole('heading', { name: 'Customer' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.keyboard.press('F7')
  await page.getByLabel('Kwacha off').fill('600')
  // The discount is being saved: the window is still open.
  await pressAt(page, 'pressed', 'Give discount', 'F4')
  await expect(button(page, 'Exact')).toBeVisible()
})

test('a receipt that cannot be printed gives a message, and the sale stays recorded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  await openTill(page, 'cashier', { prints: true })
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await expect(page.getByText('Print Error')).toBeVisible()
  await expect(page.getByText('Please allow popups to print receipts')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Paid' })).toBeVisible()
})

test('items are returned by their receipt, for a cashier’s own sale with a PIN, and the shift is counted blind', async ({
  page,
  browser,
}) => {
  await setAdminPin(browser)
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await page.keyboard.press('Enter')
  await button(page, 'New sale').click()
  await page.keyboard.press('F10')
  await button(page, 'Recent sales').click()
  await button(page, /^Return or exchange: POS/).click()
  await button(page, 'One more back: Canvas Tote Bag').click()
  await expect(page.getByLabel('Refund')).toHaveText(money('MK 12,500'))
  const levels = page.getByLabel('Back on the shelf')
  await expect(page.getByLabel('Reason')).toHaveValue('Faulty')
  await expect(levels).not.toBeChecked()
  await page.getByLabel('Reason').selectOption('Wrong item')
  await expect(levels).toBeChecked()
  await levels.uncheck()
  await page.getByLabel('Reason').selectOption('Exchange')
  await expect(levels).not.toBeChecked()
  await page.getByLabel('Reason').selectOption('Wrong item')
  await button(page, 'Ask for approval').click()
  await expect(page.getByText('You made this sale, or bought it')).toBeVisible()
  await everybodyCanUse(page)
  await chooseApprover(page)
  await typePin(page)
  await expect(page.getByRole('heading', { name: 'Taken back' })).toBeVisible()
  await expect(page.getByLabel('Cash to give')).toHaveText(money('MK 12,500'))
  await button(page, 'Done').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  await page.keyboard.press('F10')
  await button(page, 'Close shift').click()
  await expect(page.getByText('Should be in the drawer')).toBeHidden()
  await page.getByLabel('Pieces of 5,000').fill('3')
  await expect(page.getByLabel('Counted')).toHaveText(money('MK 15,000'))
  await button(page, 'Close shift').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close shift' }).click()
  await expect(page.getByText('Missing')).toBeVisible()
  await expect(page.getByLabel('Variance')).toHaveText(money('MK 5,000'))
  await button(page, 'Done').click()
  await expect(page.getByRole('heading', { name: 'Open the shift' })).toBeVisible()
})

test('cash sales continue without the network, and mobile money shows why it cannot', async ({
  page,
  context,
}) => {
  await openTill(page)
  await addByTap(page, 'Canvas Tote Bag')
  const storageWarning = page.getByLabel('Storage warning')
  await expect(storageWarning).toBeHidden()
  await context.setOffline(true)
  await expect(button(page, /^Offline/)).toBeVisible()
  await page.keyboard.press('F6')
  await expect(page.getByText(/only the payment provider can say/)).toBeVisible()
  await button(page, 'Back to the sale').click()
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await button(page, /^Take/).click()
  await expect(page.getByLabel('Change due')).toBeVisible()
  await button(page, 'New sale').click()
  await expect(button(page, /1 unsent/)).toBeVisible()
  await expect(storageWarning).toBeVisible()
  await context.setOffline(false)
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  await expect(storageWarning).toBeHidden()
})

test('the cashier’s full name and every category are visible at once', { tag: '@long' }, async ({
  page,
}) => {
  await openTill(page)
  const name = button(page, 'Lock the till: Mphatso Mwale').getByText('Mphatso Mwale')
  expect(await name.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const categories = page.getByRole('group', { name: 'Categories' }).getByRole('button')
  for (const one of await categories.all()) await expect(one).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 360, height: 740 })
  await categories.last().scrollIntoViewIfNeeded()
  // A row that is wider than its column would be scrolled by its hidden parent instead, and no finger could reach its
  // end.
  await expect(page.getByLabel('Search products')).toBeInViewport({ ratio: 1 })
  await expect(categories.last()).toBeInViewport({ ratio: 1 })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  /** Checks that the message does not cover the element. */
  async function isClear(page: Page, words: string, of: Locator) {
    const box = async (place: Locator) => (await place.boundingBox()) ?? { y: NaN, height: NaN }
    const notice = await box(page.getByText(words).locator('../..'))
    const { y, height } = await box(of)
    expect(notice.y + notice.height <= y || notice.y >= y + height, `${words} over ${y}`).toBe(true)
  }

  test('messages cover neither the top bar nor a field, and amounts fit on their buttons', async ({
    page,
  }) => {
    await openTill(page)
    await page.keyboard.press('F4')
    const bar = page.getByRole('banner')
    for (const place of [bar, page.getByLabel('Search products'), button(page, /^Cart/)])
      await isClear(page, 'Empty Cart', place)
    await button(page, /^Cart/).click()
    for (const place of [bar, button(page, 'Back to the products'), page.getByLabel('Total')])
      await isClear(page, 'Empty Cart', place)
    await button(page, 'Back to the products').click()
    await addByTap(page, 'Canvas Tote Bag')
    await button(page, /^Cart/).click()
    await page.getByLabel('Quantity: Canvas Tote Bag').fill('7')
    await page.keyboard.press('F4')
    const amounts = page.getByRole('group', { name: 'Usual amounts' }).getByRole('button')
    await expect(amounts.filter({ hasText: money('MK 90,000') })).toBeVisible()
    for (const one of await amounts.all())
      expect(await one.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
    await amounts.last().click()
    const pay = await button(page, /^Take/).boundingBox()
    expect(740 - (pay?.y ?? 0) - (pay?.height ?? 0)).toBeGreaterThanOrEqual(16)
  })
})

for (const [width, height, colorScheme] of [
  [390, 844, 'dark'],
  [1024, 768, 'light'],
  [1280, 800, 'dark'],
] as const)
  test.describe(`${width} wide, ${colorScheme}`, () => {
    test.use({ viewport: { width, height }, colorScheme })

    test('every screen is accessible, and none scrolls sideways', { tag: '@long' }, async ({
      page,
    }) => {
      test.setTimeout(150_000)
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      await openTill(page)
      await addByTap(page, 'Canvas Tote Bag')
      await everybodyCanUse(page)
      if (width < 768) await button(page, /^Cart/).click()
      await everybodyCanUse(page)
      for (const key of ['F4', 'F6', 'F7', 'F9', 'F10']) {
        await page.keyboard.press(key)
        await expect(page.getByRole('dialog')).toBeVisible()
        await everybodyCanUse(page)
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toBeHidden()
      }
      await page.keyboard.press('F10')
      await button(page, 'Close shift').click()
      await everybodyCanUse(page)
    })
  })

test('customers see that the till is not for them, and visitors are asked to sign in', async ({
  page,
}) => {
  await page.goto('/admin/pos')
  await expect(page).toHaveURL(/\/auth\?then=/)
  await signIn(page, 'customer')
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  await expect(page.getByText("You don't have permission to access the POS system.")).toBeVisible()
})
