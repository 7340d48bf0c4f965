import type { Page } from '@playwright/test'
import { OPENED_SCREENS } from './opened-screens.ts'
import { press, type Screen, searchInStockTake } from './screen.ts'
import { TILL_SCREENS } from './till-screens.ts'
import { WORKED_SCREENS } from './worked-screens.ts'

const opening = (name: string) => async (page: Page) => {
  await press(page, name, 'link')
  await page.getByRole('dialog').waitFor()
}
/** Hours that no other visit of this screen uses, because two price changes of one product may not overlap. */
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
    open: searchInStockTake,
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
]

export const STAFF_SCREENS: Screen[] = [
  ...[...ADMINS, ...OPENED_SCREENS, ...WORKED_SCREENS].map((one) => ({
    ...one,
    as: 'admin' as const,
  })),
  ...TILL_SCREENS,
  { route: '/admin', state: 'refused to a customer', as: 'customer', path: '/admin' },
]
