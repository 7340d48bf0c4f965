import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { SHOP, signInAs } from '../../support/browse.ts'
import { ask } from '../../support/product.ts'
import { expectNoSidewaysScroll, expectNoViolations } from '../../support/screens/checks.ts'
import { addProduct } from '../../support/screens/new-products.ts'
import { aDelivered } from '../../support/till/delivered.ts'

// docs/product.md, Exchanges at the till

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const money = (text: string) => text.replace('MK ', 'MK\u00a0')
const tiles = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('button')

async function openTill(page: Page) {
  page.on('popup', (popup) => void popup.close().catch(() => {}))
  await signInAs(page, 'cashier@zovala.test')
  await page.goto('/admin/pos')
  const name = `Till ${randomUUID().slice(0, 8)}`
  await page.getByRole('textbox', { name: /new till|Name of this till/ }).fill(name)
  await button(page, 'Use this name').click()
  await button(page, 'Later').click()
  await page.getByLabel('Opening float').fill('20000')
  await button(page, 'Open shift').click()
  await expect(tiles(page).first()).toBeVisible()
}
async function everybodyCanUse(page: Page) {
  await expectNoViolations(page)
  await expectNoSidewaysScroll(page)
}

async function sellHat(page: Page) {
  await openTill(page)
  await page.getByLabel('Search products').fill('Reversible Bucket Hat')
  await tiles(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /^M/ }).click()
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await page.keyboard.press('Enter')
  await button(page, 'New sale').click()
}

async function bringBack(page: Page, name: string) {
  await page.keyboard.press('F10')
  await button(page, 'Recent sales').click()
  await button(page, /^Return or exchange: POS/)
    .first()
    .click()
  await button(page, new RegExp(`^One more back: ${name}`)).click()
  const sheet = page.getByRole('dialog', { name: 'Return or exchange' })
  await sheet.getByRole('button', { name: 'Exchange', exact: true }).first().click()
  return sheet
}

/** Exchanges a piece of an order for tote bags that are worth more. */
async function chooseDearer(page: Page, number: string) {
  await page.keyboard.press('F10')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Return or exchange' }).click()
  await dialog.getByLabel('Receipt or order number').fill(number)
  await button(page, 'Find it').click()
  await button(page, /^One more back/).click()
  await dialog.getByRole('button', { name: 'Exchange', exact: true }).first().click()
  await dialog.getByRole('button', { name: 'Exchange', exact: true }).last().click()
  await page.getByLabel('Search products').fill('Canvas Tote Bag')
  await tiles(page).first().click()
  for (let n = 0; n < 6; n += 1) {
    if ((await page.getByLabel(/^(To give back|Back on a code)$/).count()) === 0) break
    await tiles(page).first().click()
  }
  // On a phone the foot of the cart is folded.
  await expect(page.getByLabel('To pay')).toHaveText(/MK/)
}

test('a piece is exchanged for another size, and that for something dearer, each in one act @long', async ({
  page,
}) => {
  await sellHat(page)
  const sheet = await bringBack(page, 'Reversible Bucket Hat')
  // An item that does not fit is not faulty: it is for sale again.
  await expect(sheet.getByLabel('Reason')).toHaveValue('Exchange')
  await expect(sheet.getByLabel('Back on the shelf')).toBeChecked()
  await sheet.getByLabel(/^Instead of/).selectOption({ index: 2 })
  await expect(sheet.getByLabel('Difference')).toHaveText(money('MK 0'))
  await everybodyCanUse(page)
  await sheet.getByRole('button', { name: 'Exchange', exact: true }).last().click()
  const even = page.getByRole('dialog', { name: 'Exchange' })
  await expect(even).toContainText('Nothing to pay')
  await everybodyCanUse(page)
  await even.getByRole('button', { name: 'Exchange', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await button(page, 'New sale').click()

  const second = await bringBack(page, 'Reversible Bucket Hat')
  await second.getByRole('button', { name: 'Exchange', exact: true }).last().click()
  await page.getByLabel('Search products').fill('Canvas Tote Bag')
  await tiles(page).first().click()
  await expect(page.getByLabel('To pay')).toHaveText(money('MK 1,000'))
  await everybodyCanUse(page)
  await page.keyboard.press('F4')
  await page.getByLabel('Cash received').fill('2000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await expect(page.getByLabel('Change due')).toHaveText(money('MK 1,000'))
  await button(page, 'New sale').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
})

test('a piece goes out for what was paid, although it costs more today; one that is bought with it costs that @long', async ({
  page,
}) => {
  await signInAs(page, 'admin@zovala.test')
  const { id, slug } = await addProduct(page.request, 9)
  const mark = slug.replace('blouse-', 'Blouse ')
  await openTill(page)
  await page.getByLabel('Search products').fill(mark)
  await tiles(page).first().click()
  await page.keyboard.press('F4')
  await button(page, 'Exact').click()
  await page.keyboard.press('Enter')
  await button(page, 'New sale').click()
  await ask(SHOP, `update products set price = 26000 where id = '${id}'`)
  await page.getByLabel('Search products').fill(mark)
  await expect(tiles(page).first()).toContainText('26,000', { timeout: 20_000 })
  const sheet = await bringBack(page, mark)
  await expect(sheet.getByText('Instead, for what was paid')).toBeVisible()
  await sheet.getByLabel(/^Instead of/).selectOption({ index: 1 })
  await expect(sheet.getByLabel('Price of what is taken')).toHaveText(money('MK 20,000'))
  await expect(sheet.getByLabel('Difference')).toHaveText(money('MK 0'))
  await everybodyCanUse(page)
  await sheet.getByRole('button', { name: 'Exchange', exact: true }).last().click()
  const even = page.getByRole('dialog', { name: 'Exchange' })
  await expect(even).toContainText('Nothing to pay')
  await page.keyboard.press('Escape')
  const cart = page.getByRole('list', { name: 'Items in the cart' })
  await expect(cart).toContainText(money('MK 20,000, the price paid'))
  await button(page, new RegExp(`^One more: ${mark}`)).click()
  await expect(cart).toContainText(/1.×.MK.26,000 \+ 1.×.MK.20,000, the price paid/)
  await everybodyCanUse(page)
  await page.keyboard.press('F4')
  await expect(page.getByText('Difference to pay')).toBeVisible()
  await page.getByLabel('Cash received').fill('26000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await everybodyCanUse(page)
  await button(page, 'New sale').click()
  await expect(button(page, /all sent/)).toBeVisible({ timeout: 20_000 })
  const [lines, odd] = await ask(
    SHOP,
    `select string_agg(i.unit_price::text, ' ' order by s.created_at, i.position), sum(cardinality(s.review_reasons))
      from pos_sales s join pos_sale_items i on i.pos_sale_id = s.id where i.product_id = '${id}'`,
  ).then((rows) => rows[0]?.split('|') ?? [])
  expect([lines, odd]).toEqual(['20000 26000 20000', '0'])
})

test('an exchange whose difference is paid by mobile money takes nothing back before the payment, and is done after it @long', async ({
  page,
  browser,
}) => {
  await sellHat(page)
  const sheet = await bringBack(page, 'Reversible Bucket Hat')
  await sheet.getByRole('button', { name: 'Exchange', exact: true }).last().click()
  await page.getByLabel('Search products').fill('Canvas Tote Bag')
  await tiles(page).first().click()
  await page.keyboard.press('F6')
  const asks = page.getByRole('dialog', { name: 'Mobile money' })
  await expect(asks).toContainText('Difference to pay')
  await everybodyCanUse(page)
  await asks.getByRole('button', { name: 'Ask for the payment' }).dblclick()
  await expect(page.getByRole('img', { name: /payment page/ })).toBeVisible()
  await expect(page.getByText(/8,000 in cash/)).toHaveCount(0)
  await everybodyCanUse(page)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Waiting for the payment of' })).toBeVisible()
  const path = await page.getByRole('link', { name: /payment page/ }).getAttribute('href')
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(path ?? '')
  await phone.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await expect(page.getByText(`${money('MK 1,000')} came by mobile money`)).toBeVisible()
  await everybodyCanUse(page)
  await button(page, 'New sale').click()
  await page.keyboard.press('F10')
  await button(page, 'Recent sales').click()
  await expect(button(page, /^Return or exchange: POS/).first()).toBeVisible()
})

test('a piece of a web order is exchanged, and the difference is paid by mobile money @long', async ({
  page,
  browser,
}) => {
  const number = await aDelivered(page)
  await openTill(page)
  await chooseDearer(page, number)
  const dialog = page.getByRole('dialog')
  await everybodyCanUse(page)
  await page.keyboard.press('F6')
  const asks = page.getByRole('dialog', { name: 'Mobile money' })
  await expect(asks).toContainText('Difference to pay')
  await asks.getByRole('button', { name: 'Ask for the payment' }).dblclick()
  await expect(page.getByText(`Exchange for ${number}`).last()).toBeVisible()
  await everybodyCanUse(page)
  const path = await page.getByRole('link', { name: /payment page/ }).getAttribute('href')
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(path ?? '')
  await phone.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await everybodyCanUse(page)
  await button(page, 'New sale').click()
  await page.keyboard.press('F10')
  await dialog.getByRole('button', { name: 'Return or exchange' }).click()
  await dialog.getByLabel('Receipt or order number').fill(number)
  await button(page, 'Find it').click()
  await expect(button(page, /^One more back/)).toBeDisabled()
})

test('a piece of an order that a code paid is exchanged: after a failed phone payment the new code still pays, and the phone the rest @long', async ({
  page,
  browser,
}) => {
  const number = await aDelivered(page, { byCode: 8000 })
  await openTill(page)
  await chooseDearer(page, number)
  await page.keyboard.press('F6')
  const asks = page.getByRole('dialog', { name: 'Mobile money' })
  await expect(asks).toContainText('Difference to pay')
  await everybodyCanUse(page)
  const press = () => asks.getByRole('button', { name: 'Ask for the payment' }).dblclick()
  await press()
  await expect(
    page.getByText(/taken back as store credit: MK.[\d,]+ of it is used here/),
  ).toBeVisible()
  await everybodyCanUse(page)
  await page.reload()
  await button(page, 'Cancel the payment').click()
  await expect(page.getByRole('dialog', { name: 'Cancel this payment?' })).toContainText(
    'stays store credit',
  )
  await button(page, 'Cancel payment').click()
  await expect(page.getByText(/store credit ….{4} pays a part/)).toBeVisible()
  // On a phone the foot of the cart is folded.
  await expect(page.getByText(/^Voucher ….{4}$/)).toHaveCount(1)
  await everybodyCanUse(page)
  await page.keyboard.press('F6')
  await expect(asks).toContainText('Rest by mobile money')
  await press()
  await page.getByRole('img', { name: /payment page/ }).waitFor()
  const path = await page.getByRole('link', { name: /payment page/ }).getAttribute('href')
  const phone = await (await browser.newContext()).newPage()
  await phone.goto(path ?? '')
  await phone.getByRole('button', { name: 'Pay', exact: true }).click()
  await expect(page.getByText(/paid by the voucher …/)).toBeVisible()
  await everybodyCanUse(page)
})
