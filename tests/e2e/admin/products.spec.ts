import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { FROM_HERE, openAs } from '../../support/browse.ts'
import { openLive, waitUntilLive } from '../../support/open-live.ts'
import { expectNoViolations } from '../../support/screens/checks.ts'

const PASSWORD = 'zovala-demo'
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

async function signIn(page: Page, then: string) {
  await openAs(page, 'admin@zovala.test', then)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/All Products|Add Product/)
}
async function checkScreen(page: Page) {
  await expectNoViolations(page)
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0)
}
async function picture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 400, height: 500, channels: 3, background } })
    .jpeg()
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}
const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name })
const images = (page: Page) => page.getByRole('list', { name: 'Images in their order' })
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })

/** Adds a plain product with a unique name by the screen's form. */
async function add(page: Page, price = '20000') {
  const name = `Test Dress ${randomUUID().slice(0, 8)}`
  await page.goto('/admin/add-product')
  await field(page, 'Name').fill(name)
  await field(page, 'Price (MK)').fill(price)
  await page.getByRole('button', { name: 'Generate SKU' }).click()
  await field(page, 'Category').selectOption({ label: 'Dresses' })
  await field(page, 'Inventory quantity').fill('5')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Product added successfully!')).toBeVisible()
  return { name, slug: name.toLowerCase().replaceAll(' ', '-') }
}
async function openEdit(page: Page, name: string) {
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(heading(page, 'Edit Product')).toBeVisible()
}
/** The answer to a stranger's browser over a new connection, from any of the processes. */
async function asStranger(url: string) {
  const [response] = (await once(get(url, { agent: false }), 'response')) as [IncomingMessage]
  return text(response)
}

test('a product with sizes, colors and pictures is added by hand and by keyboard, and sold from then on @desk', async ({
  page,
  baseURL,
}, { project }) => {
  // Many steps: on a busy machine they take longer than other tests.
  test.slow()
  // Images are below each other on a phone, side by side on a desktop.
  const isPhone = project.name === 'phone'
  const name = `Keyboard Dress ${randomUUID().slice(0, 8)}`
  await signIn(page, '/admin/products')
  await checkScreen(page)
  await page.getByRole('link', { name: 'Add Product' }).click()
  await expect(heading(page, 'Add Product')).toBeVisible()
  await checkScreen(page)

  await field(page, 'Name').fill(name)
  await field(page, 'Price (MK)').fill('24500')
  await page.getByRole('button', { name: 'Generate SKU' }).click()
  await expect(field(page, 'SKU')).toHaveValue(/^KEY-\d{6}-[A-Z]{3}$/)
  await page.getByRole('button', { name: 'Generate Barcode' }).click()
  await field(page, 'Category').selectOption({ label: 'Dresses / Maxi Dresses' })
  await expect(field(page, 'Barcode')).toHaveValue(/^2\d{12}$/)
  await field(page, 'Tags').fill('linen')
  await field(page, 'Tags').press('Enter')
  await field(page, 'Tags').fill(' Linen ')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await expect(page.getByRole('button', { name: /^Remove tag/ })).toHaveCount(1)

  await page.getByRole('button', { name: 'Size M', exact: true }).click()
  await page.getByRole('button', { name: 'Size S', exact: true }).click()
  await page.getByRole('button', { name: 'Color Red', exact: true }).click()
  await page.getByRole('button', { name: 'Color Navy', exact: true }).click()
  await expect(page.getByRole('heading', { name: '4 variants' })).toBeVisible()
  await page.getByRole('button', { name: 'Remove S, Navy' }).click()
  await expect(field(page, 'Inventory of S, Red')).toHaveValue('0')
  await field(page, 'Inventory of S, Red').fill('3')
  await field(page, 'Inventory of M, Navy').fill('4')
  await expect(page.getByText('Together: 7 in stock')).toBeVisible()

  await page
    .locator('input[type=file][multiple]')
    .setInputFiles([await picture('front.jpg', '#a00'), await picture('back.jpg', '#0a0')])
  await expect(images(page).getByRole('listitem')).toHaveCount(2)
  await field(page, 'Description of image 1').fill('The front')
  await field(page, 'Description of image 2').fill('The back')
  await field(page, 'Color that image 2 shows').selectOption('Navy')
  const handle = page.getByRole('button', { name: 'Move image 2', exact: true })
  await handle.focus()
  await page.keyboard.press('Space')
  await expect(page.getByText(/Image (lifted from|is over) place 2 of 2/)).toBeAttached()
  // Retried until the places are measured; at the first place the key moves nothing further.
  await expect(async () => {
    await page.keyboard.press(isPhone ? 'ArrowUp' : 'ArrowLeft')
    await expect(page.getByText('Image is over place 1 of 2.')).toBeAttached({ timeout: 1000 })
  }).toPass()
  await page.keyboard.press('Space')
  await expect(field(page, 'Description of image 1')).toHaveValue('The back')
  await page.getByRole('button', { name: 'Move image 1 one place later' }).click()
  await expect(field(page, 'Description of image 1')).toHaveValue('The front')
  await page.getByRole('button', { name: 'Move image 1 one place later' }).click()
  await checkScreen(page)
  await page.getByRole('button', { name: 'Add Product' }).click()

  await expect(heading(page, 'All Products')).toBeVisible()
  await expect(page.getByText('Product added successfully!')).toBeVisible()
  await expect(card(page, name).getByText('MK\u00a024,500')).toBeVisible()
  await expect(card(page, name).getByRole('img', { name: 'The back' })).toBeVisible()
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const url = `${baseURL}/product/${slug}`
  const before = await asStranger(url)
  for (const words of ['MK\u00a024,500', 'Navy', 'The back']) expect(before).toContain(words)

  await page.getByRole('link', { name: `Edit ${name}` }).click()
  await expect(heading(page, 'Edit Product')).toBeVisible()
  await checkScreen(page)
  await expect(field(page, 'Description of image 1')).toHaveValue('The back')
  await expect(field(page, 'Color that image 1 shows')).toHaveValue('Navy')
  await expect(field(page, 'Color that image 2 shows')).toHaveValue('')
  await expect(field(page, 'Inventory of M, Navy')).toHaveValue('4')
  await field(page, 'Price (MK)').fill('19900')
  await field(page, 'Compare price (MK)').fill('24500')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  // Each process answers some of these.
  await expect(async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => asStranger(url)))
    expect(answers.every((answer) => answer.includes('MK\u00a019,900'))).toBe(true)
  }).toPass({ timeout: 1000, intervals: [50] })
})

test('the later of two tabs that edit a product sees both texts, and decides', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, '/admin/products')
  const { name } = await add(page, '20000')
  await openEdit(page, name)
  const other = await page.context().newPage()
  await openEdit(other, name)
  await field(other, 'Price (MK)').fill('18000')
  await other.getByRole('button', { name: 'Save Changes' }).click()
  await expect(other.getByText('Product updated successfully!')).toBeVisible()

  await field(page, 'Price (MK)').fill('16000')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('has changed this while you were editing')
  await expect(notice.getByRole('row', { name: 'Price (MK) 18000 16000' })).toBeVisible()
  await checkScreen(page)
  await page.getByRole('button', { name: 'Save mine over it' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  await expect(card(page, name).getByText('MK\u00a016,000')).toBeVisible()
})

test('a product form keeps the typed text when it is refused, and asks before it is left', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, '/admin/products')
  const { name } = await add(page)
  await openEdit(page, name)
  const sku = await field(page, 'SKU').inputValue()

  await page.goto('/admin/add-product')
  await waitUntilLive(page)
  await expect(field(page, 'Price (MK)')).toHaveValue('0')
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Please give the product a name.')).toBeVisible()
  await expect(page.getByText('Please choose a category.')).toBeHidden()
  await expect(field(page, 'Name')).toBeFocused()
  await field(page, 'Name').fill('S')
  await expect(page.getByText('Please give the product a name.')).toBeHidden()
  await expect(page.getByText('Please enter a SKU, or generate one.')).toBeVisible()
  await page.getByRole('button', { name: 'Generate SKU' }).click()
  await expect(page.getByText('Please enter a SKU, or generate one.')).toBeHidden()
  await expect(field(page, 'SKU')).not.toHaveAttribute('aria-invalid')
  await field(page, 'Compare price (MK)').fill('0')
  await expect(page.getByText('Not above the price: the shop does not show it.')).toBeVisible()
  await field(page, 'Compare price (MK)').fill('')
  await field(page, 'Category').selectOption({ label: 'Dresses' })
  await field(page, 'Name').fill('Second of its SKU')
  await field(page, 'Price (MK)').fill('500')
  await field(page, 'SKU').fill(sku)
  await page.getByRole('button', { name: 'Size XL', exact: true }).click()
  await page.getByRole('button', { name: 'Add Product' }).click()
  await expect(page.getByText('Another product has this SKU')).toBeVisible()
  await expect(field(page, 'SKU')).toBeFocused()
  await expect(field(page, 'SKU')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Name')).toHaveValue('Second of its SKU')
  await expect(field(page, 'Inventory of XL')).toBeVisible()
  await checkScreen(page)

  await page.getByRole('link', { name: 'Cancel' }).click()
  const ask = page.getByRole('dialog', { name: 'Leave without saving?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(field(page, 'Name')).toHaveValue('Second of its SKU')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await ask.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(page, 'All Products')).toBeVisible()
})

test('a save leads back to the top of the list, searched as it was', { tag: '@desk' }, async ({
  page,
}) => {
  await signIn(page, '/admin/products')
  const { name } = await add(page)
  await openEdit(page, name)
  await field(page, 'Brand').fill('Kwathu')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/products\?search=Test/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)
})

test('no product screen is cut off on a phone with text twice as large', { tag: '@phone' }, async ({
  page,
}) => {
  await signIn(page, '/admin/products')
  const { name } = await add(page)
  await openEdit(page, name)
  const edit = page.url()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const path of [edit, '/admin/add-product', '/admin/products']) {
    await openLive(page, path)
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  }
})

test('a size that is removed and added again, and a product that gets sizes, keep their stock', {
  tag: '@desk',
}, async ({ page }) => {
  await signIn(page, '/admin/products')
  const { name } = await add(page)
  await openEdit(page, name)
  await page.getByRole('button', { name: 'Size M', exact: true }).click()
  await expect(page.getByText('5 units had no size or color so far')).toBeVisible()
  await expect(field(page, 'Inventory quantity')).toBeHidden()
  await field(page, 'Inventory of M').fill('5')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await openEdit(page, name)
  await page.getByRole('button', { name: 'Size M', exact: true }).click()
  await expect(field(page, 'Inventory quantity')).toHaveValue('5')
  await page.getByRole('button', { name: 'Size M', exact: true }).click()
  await expect(field(page, 'Inventory of M')).toHaveValue('5')
  await page.getByRole('button', { name: 'Size M', exact: true }).click()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Product updated successfully!')).toBeVisible()
  await page.goto(`/admin/products?search=${encodeURIComponent(name)}`)
  await expect(card(page, name)).toContainText('Stock:5')
})

test('uploads that fail say why, one by one, and can be stopped', {
  tag: ['@desk', '@long'],
}, async ({ page }) => {
  await signIn(page, '/admin/add-product')
  const input = page.locator('input[type=file][multiple]')
  const text = { name: 'dress.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
  const huge = { ...text, name: 'huge.jpg', buffer: Buffer.alloc(16 * 1024 * 1024) }
  await input.setInputFiles([text, huge, await picture('good.jpg', '#a00')])
  await expect(page.getByText(/it is no JPEG, PNG, WebP, AVIF or GIF picture/)).toBeVisible()
  await expect(page.getByText(/it is larger than 15 MB/)).toBeVisible()
  await expect(images(page).getByRole('listitem')).toHaveCount(1)
  await checkScreen(page)
  await page.getByRole('button', { name: 'Dismiss dress.png' }).click()
  await page.getByRole('button', { name: 'Dismiss huge.jpg' }).click()

  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/admin/pictures', async (route) => {
    await held
    await route.abort()
  })
  await input.setInputFiles(await picture('slow.jpg', '#00a'))
  await expect(page.getByRole('progressbar', { name: 'Uploading slow.jpg' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Wait for the images…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Cancel upload of slow.jpg' }).click()
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Product' })).toBeEnabled()
  release()
})

test('a dialog stays open when its file dialog is cancelled, and closes by Escape', {
  tag: '@desk',
}, async ({ page }) => {
  await openAs(page, 'admin@zovala.test', '/admin/banners?new')
  const dialog = page.getByRole('dialog', { name: 'Add Banner' })
  await expect(dialog).toBeVisible()
  // The event that a browser sends when its file dialog is cancelled.
  await dialog.locator('input[type=file]').dispatchEvent('cancel', { bubbles: true })
  await page.keyboard.press('Shift')
  await expect(page).toHaveURL(/\?new/)
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).not.toHaveURL(/\?new/)
})

test('when the scripts cannot load, a ticked product has its buttons, and they work', {
  tag: '@phone',
}, async ({ page }) => {
  await signIn(page, '/admin/products')
  await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('/admin/products?search=Chitenje+Wrap+Dress')
  const activate = page.getByRole('button', { name: 'Activate', exact: true })
  await expect(activate).toBeHidden()
  await page.getByLabel('Choose Chitenje Wrap Dress').check()
  await activate.click()
  await expect(page.getByText(/product(s)? activated/)).toBeVisible()
})

test('products are switched, ticked, archived, restored and deleted', {
  tag: ['@desk', '@long'],
}, async ({ page, playwright, baseURL }) => {
  await signIn(page, '/admin/products')
  const sold = await add(page)
  const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  const product = await (await request.get(`/api/products/${sold.slug}`)).json()
  await request.post('/api/auth/sign-in/email', {
    headers: FROM_HERE,
    data: { email: 'customer@zovala.test', password: PASSWORD },
  })
  const shipping = {
    firstName: 'Chisomo',
    lastName: 'Banda',
    phone: '0991234567',
    address: 'Plot 4',
    city: 'Blantyre',
    district: 'Blantyre',
  }
  const placed = await request.post('/functions/process-payment', {
    headers: { ...FROM_HERE, 'Idempotency-Key': randomUUID() },
    data: {
      cartItems: [{ product_id: product.id, quantity: 1, price: product.price }],
      shippingAddress: shipping,
      billingAddress: shipping,
      totalAmount: product.price + 2000,
      email: 'customer@zovala.test',
      firstName: 'Chisomo',
      lastName: 'Banda',
      courierService: 'bike-riders',
      notes: '',
      isFreeDelivery: false,
      discountCode: null,
    },
  })
  expect(placed.ok()).toBe(true)

  await page.goto('/admin/products')
  await page.getByRole('searchbox').fill(sold.name)
  await expect(page).toHaveURL(/search=Test/)
  await expect(card(page, sold.name)).toHaveCount(1)
  await card(page, sold.name).getByRole('switch').click()
  await expect(card(page, sold.name).getByText('inactive', { exact: true })).toBeVisible()
  await page.getByLabel(`Choose ${sold.name}`).check()
  await expect(page.getByText('1 selected')).toBeVisible()
  await checkScreen(page)
  await page.getByRole('button', { name: 'Activate', exact: true }).click()
  await expect(page.getByText('1 product activated')).toBeVisible()

  await page.getByLabel(`Choose ${sold.name}`).check()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Archive 1 product?' })
  await expect(question.getByRole('listitem')).toHaveText([sold.name])
  await checkScreen(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card(page, sold.name)).toBeVisible()
  await page.getByRole('button', { name: 'Archive', exact: true }).click()
  await question.getByRole('button', { name: 'Archive 1 product' }).click()
  await expect(page.getByText('1 product archived')).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('1 product as before')).toBeVisible()
  await expect(card(page, sold.name).getByRole('switch')).toBeChecked()

  await page.getByRole('button', { name: `Delete ${sold.name}` }).click()
  const ask = page.getByRole('dialog', { name: 'Delete this product?' })
  await checkScreen(page)
  await ask.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('Product archived')).toBeVisible()
  await expect(page.getByText('Try adjusting your search terms')).toBeVisible()
  await page.getByLabel('Show').selectOption('archived')
  await page.getByRole('button', { name: `Restore ${sold.name}` }).click()
  await expect(page.getByText('Product restored')).toBeVisible()

  const unsold = await add(page)
  await page.goto(`/admin/products?search=${encodeURIComponent(unsold.name)}`)
  await page.getByRole('button', { name: `Delete ${unsold.name}` }).click()
  await ask.getByRole('button', { name: 'Delete product' }).click()
  await expect(page.getByText('Product deleted successfully')).toBeVisible()
})
