import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { press, type Screen } from './screen.ts'

const opening = (name: string) => async (page: Page) => {
  await press(page, name, 'link')
  await page.getByRole('dialog').waitFor()
}
/** Hours that no other visit of this screen takes: two changes of one product may not overlap. */
const aSpan = () => {
  const day = `20${String(Math.floor(Math.random() * 60) + 30)}-12-${String(Math.floor(Math.random() * 28) + 1).padStart(2, '0')}`
  return `from=${day}T08:00&until=${day}T09:00`
}
const firstRow = (page: Page) =>
  page.getByRole('table').first().getByRole('row').nth(1).getByRole('link').first().click()

const ADMINS: Omit<Screen, 'as'>[] = [
  { route: '/admin', state: 'dashboard', path: '/admin' },
  { route: '/admin/orders', state: 'the list', path: '/admin/orders' },
  {
    route: '/admin/orders',
    state: 'an order to release',
    path: ({ shipped }) => `/admin/orders?order=${shipped}`,
  },
  {
    route: '/admin/orders',
    state: 'an unpaid order',
    path: ({ unpaid }) => `/admin/orders?order=${unpaid}`,
  },
  {
    route: '/admin/orders/:orderNumber/edit',
    state: 'as it stands',
    path: ({ unpaid }) => `/admin/orders/${unpaid}/edit`,
  },
  { route: '/admin/orders/new', state: 'nothing chosen', path: '/admin/orders/new' },
  { route: '/admin/orders', state: 'nothing found', path: '/admin/orders?search=zzzzqq' },
  {
    route: '/admin/orders/:orderNumber/:paper',
    state: 'packing slip',
    path: ({ shipped }) => `/admin/orders/${shipped}/slip`,
  },
  {
    route: '/admin/orders/:orderNumber/:paper',
    state: 'invoice',
    path: ({ shipped }) => `/admin/orders/${shipped}/invoice`,
  },
  {
    route: '/admin/orders/print',
    state: 'slips of two orders',
    path: ({ shipped, unpaid }) => `/admin/orders/print?order=${shipped}&order=${unpaid}`,
  },
  {
    route: '/admin/orders/print',
    state: 'a pick list',
    path: ({ shipped }) => `/admin/orders/print?paper=picks&order=${shipped}`,
  },
  { route: '/admin/products', state: 'the list', path: '/admin/products' },
  { route: '/admin/products', state: 'nothing found', path: '/admin/products?search=zzzzqq' },
  { route: '/admin/price-changes', state: 'the list', path: '/admin/price-changes' },
  {
    route: '/admin/price-changes/new',
    state: 'a preview',
    path: '/admin/price-changes/new?search=dress&name=Sale&kind=percent&value=20&from=2099-12-12T08:00',
  },
  {
    route: '/admin/price-changes/:changeId',
    state: 'planned',
    path: () => `/admin/price-changes/new?search=dress&name=Sale&kind=percent&value=20&${aSpan()}`,
    async open(page) {
      await press(page, 'Plan this change')
      await press(page, 'Call off…')
      await press(page, /^Call off$/)
      await page.getByText('Cancelled', { exact: true }).first().waitFor()
    },
  },
  { route: '/admin/add-product', state: 'empty', path: '/admin/add-product' },
  {
    route: '/admin/edit-product/:id',
    state: 'a product',
    path: ({ productId }) => `/admin/edit-product/${productId}`,
  },
  { route: '/admin/settings', state: 'contact', path: '/admin/settings' },
  { route: '/admin/settings', state: 'policy', path: '/admin/settings?section=policy' },
  { route: '/admin/settings', state: 'evening message', path: '/admin/settings?section=staff' },
  { route: '/admin/settings', state: 'delivery areas', path: '/admin/settings?section=areas' },
  { route: '/admin/banners', state: 'the list', path: '/admin/banners' },
  {
    route: '/admin/banners',
    state: 'a new one',
    path: '/admin/banners',
    open: opening('Add Banner'),
  },
  { route: '/admin/customers', state: 'the list', path: '/admin/customers' },
  {
    route: '/admin/customers',
    state: 'a customer',
    path: ({ email }) => `/admin/customers?search=${email}`,
    open: firstRow,
  },
  { route: '/admin/first-steps', state: 'no trial yet', path: '/admin/first-steps' },
  { route: '/admin/saved-filters', state: 'none yet', path: '/admin/saved-filters' },
  { route: '/admin/size-presets', state: 'the list', path: '/admin/size-presets' },
  { route: '/admin/staff', state: 'the list', path: '/admin/staff' },
  { route: '/admin/discount-codes', state: 'the list', path: '/admin/discount-codes' },
  {
    route: '/admin/credit',
    state: 'issuing a code',
    path: '/admin/credit',
    open: async (page) => page.getByText('Issue a code…').click(),
  },
  {
    route: '/admin/discount-codes',
    state: 'a new one',
    path: '/admin/discount-codes',
    open: opening('Create Code'),
  },
  { route: '/admin/returns', state: 'the list', path: '/admin/returns' },
  { route: '/admin/pos-sales', state: 'the list', path: '/admin/pos-sales' },
  { route: '/admin/shifts', state: 'the list', path: '/admin/shifts' },
  { route: '/admin/shifts', state: 'a shift', path: ({ shift }) => `/admin/shifts?shift=${shift}` },
  {
    route: '/admin/shifts/:shiftId/z-report',
    state: 'the paper',
    path: ({ shift }) => `/admin/shifts/${shift}/z-report`,
  },
  { route: '/admin/stock', state: 'the list', path: '/admin/stock' },
  { route: '/admin/stock-takes', state: 'the list', path: '/admin/stock-takes' },
  {
    route: '/admin/stock-takes/:countId',
    state: 'a search',
    path: '/admin/stock-takes',
    async open(page) {
      await press(page, 'Begin a stock-take')
      await page.getByLabel('Scan, or search by name').fill('wrap dress')
      await press(page, 'Count')
      await page.getByRole('button', { name: 'Note what was counted' }).waitFor()
    },
  },
  { route: '/admin/deliveries', state: 'the list', path: '/admin/deliveries' },
  {
    route: '/admin/deliveries/:deliveryId',
    state: 'a draft',
    path: '/admin/deliveries',
    async open(page) {
      await press(page, 'New delivery')
      await page.getByLabel('Scan, or search by name').fill('wrap dress')
      await press(page, 'Find')
      await press(page, /^Add .*Wrap Dress/)
      await page.getByLabel('Cost of one').waitFor()
    },
  },
  { route: '/admin/suppliers', state: 'the list', path: '/admin/suppliers' },
  {
    route: '/admin/suppliers',
    state: 'a new one',
    path: '/admin/suppliers',
    open: opening('Add supplier'),
  },
  {
    route: '/admin/labels',
    state: 'of a product',
    path: ({ productId }) => `/admin/labels?product=${productId}`,
  },
  {
    route: '/admin/labels/print',
    state: 'some labels',
    path: ({ productId }) => `/admin/labels/print?product=${productId}&n=3&n=2`,
  },
  {
    route: '/admin/stock/:productId',
    state: 'a product',
    path: ({ productId }) => `/admin/stock/${productId}`,
  },
  {
    route: '/admin/stock/:productId',
    state: 'with pre-orders',
    path: ({ preorder }) => `/admin/stock/${preorder.id}`,
  },
  { route: '/admin/categories', state: 'the tree', path: '/admin/categories' },
  {
    route: '/admin/categories',
    state: 'a new one',
    path: '/admin/categories',
    open: opening('Add Category'),
  },
  { route: '/admin/import', state: 'no file yet', path: '/admin/import' },
  {
    route: '/admin/import/:importId',
    state: 'a file with faults',
    path: '/admin/import',
    open: async (page) => {
      const buffer = Buffer.from('SKU,Name,Price\nIMP-1,Scarf,12.50\nIMP-2,Shawl,9000\n')
      const file = { name: 'shawls.csv', mimeType: 'text/csv', buffer }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await press(page, 'Check the file')
      await page.getByText('Nothing has changed yet.').waitFor()
    },
  },
  { route: '/admin/search-words', state: 'the list', path: '/admin/search-words' },
  {
    route: '/admin/search-words',
    state: 'new ones',
    path: '/admin/search-words',
    open: opening('Add Words'),
  },
  { route: '/admin/reviews', state: 'the list', path: '/admin/reviews' },
  { route: '/admin/reviews', state: 'a review', path: '/admin/reviews', open: firstRow },
  { route: '/admin/waitlist', state: 'the list', path: '/admin/waitlist' },
  { route: '/admin/waitlist', state: 'who waits', path: '/admin/waitlist', open: firstRow },
  { route: '/admin/newsletter', state: 'the list', path: '/admin/newsletter' },
  { route: '/admin/activity', state: 'the list', path: '/admin/activity' },
  { route: '/admin/health', state: 'the findings', path: '/admin/health' },
  { route: '/admin/*', state: 'unknown', path: '/admin/no-such' },
  {
    route: '/admin/pos',
    state: 'a parcel to hand over',
    path: '/admin/pos',
    open: async (page, world) => {
      await openShift(page)
      await openParcel(page, (await world()).shipped)
    },
  },
]

const tiles = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('button')
async function nameTill(page: Page) {
  const name = page.getByRole('textbox', { name: /new till|Name of this till/ })
  await name.fill(`Till ${randomUUID().slice(0, 8)}`)
  await press(page, 'Use this name')
}
async function openShift(page: Page) {
  await nameTill(page)
  await press(page, 'Later')
  await page.getByLabel('Opening float').fill('20000')
  await press(page, 'Open shift')
  await tiles(page).first().waitFor()
}
async function openParcel(page: Page, number: string) {
  await page.keyboard.press('F10')
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: 'Hand out a parcel' }).click()
  await sheet.getByLabel('Order number').fill(number)
  await press(page, 'Find the parcel')
  await sheet.getByRole('list', { name: 'In the parcel' }).waitFor()
}
async function sell(page: Page) {
  await openShift(page)
  await page.getByLabel('Search products').fill('Canvas Tote')
  await tiles(page).first().click()
  await page.getByLabel('Search products').fill('')
}
/** On a phone the cart is behind the products. */
async function takeCash(page: Page) {
  await sell(page)
  const cash = page.getByRole('button', { name: 'Cash', exact: true })
  if (!(await cash.isVisible())) await press(page, /^Cart/)
  await cash.click()
  await page.getByRole('dialog').waitFor()
}

const CASHIERS: Omit<Screen, 'as'>[] = [
  { route: '/admin/pos', state: 'a new device', path: '/admin/pos' },
  { route: '/admin/pos', state: 'a PIN is chosen', path: '/admin/pos', open: nameTill },
  { route: '/admin/pos', state: 'no sale yet', path: '/admin/pos', open: openShift },
  { route: '/admin/pos', state: 'a sale', path: '/admin/pos', open: sell },
  { route: '/admin/pos', state: 'cash is taken', path: '/admin/pos', open: takeCash },
  {
    route: '/admin/pos',
    state: 'paid',
    path: '/admin/pos',
    open: async (page) => {
      await takeCash(page)
      const sheet = page.getByRole('dialog')
      await sheet
        .getByRole('button', { name: /^Exact|MK\s20,000/ })
        .first()
        .click()
      await sheet.getByRole('button', { name: /^Take/ }).click()
      await page.getByRole('heading', { name: 'Paid' }).waitFor()
    },
  },
  { route: '/pos/success', state: 'unknown sale', path: '/pos/success?order=POS-2026-000001' },
  { route: '/pos/failed', state: 'failed', path: '/pos/failed' },
]

export const STAFF_SCREENS: Screen[] = [
  ...ADMINS.map((one) => ({ ...one, as: 'admin' as const })),
  ...CASHIERS.map((one) => ({ ...one, as: 'cashier' as const })),
  { route: '/admin', state: 'refused to a customer', as: 'customer', path: '/admin' },
]
