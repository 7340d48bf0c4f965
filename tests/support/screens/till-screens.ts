import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { press, type Screen } from './screen.ts'

const tiles = (page: Page) => page.getByRole('list', { name: 'Found' }).getByRole('button')
async function nameTill(page: Page) {
  const name = page.getByRole('textbox', { name: /new till|Name of this till/ })
  await name.fill(`Till ${randomUUID().slice(0, 8)}`)
  await press(page, 'Use this name')
}
export async function openShift(page: Page) {
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
const takeBy = (name: 'Cash' | 'Voucher') => async (page: Page) => {
  await sell(page)
  const way = page.getByRole('button', { name, exact: true })
  if (!(await way.isVisible())) await press(page, /^Cart/)
  await way.click()
  await page.getByRole('dialog').waitFor()
}
const takeCash = takeBy('Cash')

/** Exchanges a hat for one in another size. */
async function exchangeHat(page: Page) {
  await openShift(page)
  await page.getByLabel('Search products').fill('Reversible Bucket Hat')
  await tiles(page).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /^M/ }).click()
  await page.keyboard.press('F4')
  await press(page, 'Exact')
  await page.keyboard.press('Enter')
  await press(page, /^New sale/)
  await page.keyboard.press('F10')
  await press(page, 'Recent sales')
  await press(page, /^Return or exchange: POS/)
  await press(page, /^One more back/)
  const sheet = page.getByRole('dialog', { name: 'Return or exchange' })
  const exchange = sheet.getByRole('button', { name: 'Exchange', exact: true })
  await exchange.first().click()
  await sheet.getByLabel(/^Instead of/).selectOption({ index: 2 })
  return exchange.last()
}

/** Makes a cash sale at a new till. */
export async function pay(page: Page) {
  await takeCash(page)
  const sheet = page.getByRole('dialog')
  await sheet
    .getByRole('button', { name: /^Exact|MK\s20,000/ })
    .first()
    .click()
  await sheet.getByRole('button', { name: /^Take/ }).click()
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
}

/** Opens it for a sale in progress, or from the menu beside an empty cart. */
const openFrom = (key: string, entry?: string) => async (page: Page) => {
  await (entry ? openShift(page) : sell(page))
  await page.keyboard.press(key)
  const sheet = page.getByRole('dialog')
  if (entry) await sheet.getByRole('button', { name: entry }).click()
  await sheet.waitFor()
}
const SHEETS: [state: string, key: string, entry?: string][] = [
  ['a discount', 'F7'],
  ['mobile money', 'F6'],
  ['customer and notes', 'F9'],
  ['the menu', 'F10'],
  ...[
    'Held sales',
    'Price check',
    'Recent sales',
    'Return or exchange',
    'Sell a voucher',
    'Print labels',
    'Cash in or out',
    'Settings',
  ].map((entry): [string, string, string] => [entry.toLowerCase(), 'F10', entry]),
]

const CASHIERS: Omit<Screen, 'as'>[] = [
  { route: '/admin/pos', state: 'a new device', path: '/admin/pos' },
  { route: '/admin/pos', state: 'a PIN is chosen', path: '/admin/pos', open: nameTill },
  { route: '/admin/pos', state: 'no sale yet', path: '/admin/pos', open: openShift },
  { route: '/admin/pos', state: 'a sale', path: '/admin/pos', open: sell },
  { route: '/admin/pos', state: 'cash is taken', path: '/admin/pos', open: takeCash },
  { route: '/admin/pos', state: 'paid', path: '/admin/pos', open: pay },
  { route: '/admin/pos', state: 'a voucher pays', path: '/admin/pos', open: takeBy('Voucher') },
  { route: '/admin/pos', state: 'another size is chosen', path: '/admin/pos', open: exchangeHat },
  {
    route: '/admin/pos',
    state: 'an exchange without a difference',
    path: '/admin/pos',
    async open(page) {
      await (await exchangeHat(page)).click()
      await page.getByRole('dialog', { name: 'Exchange' }).getByText('Nothing to pay').waitFor()
    },
  },
  ...SHEETS.map(([state, key, entry]) => ({
    route: '/admin/pos',
    state,
    path: '/admin/pos',
    open: openFrom(key, entry),
  })),
  {
    route: '/admin/pos',
    state: 'close shift',
    path: '/admin/pos',
    async open(page) {
      await openShift(page)
      await page.keyboard.press('F10')
      await press(page, 'Close shift')
      await page.getByRole('heading', { name: 'Close the shift' }).waitFor()
    },
  },
  {
    route: '/admin/pos',
    state: 'what comes back',
    path: '/admin/pos',
    async open(page) {
      await pay(page)
      await press(page, /^New sale/)
      await page.keyboard.press('F10')
      await press(page, 'Recent sales')
      await press(page, /^Return or exchange: POS/)
      await press(page, /^One more back/)
    },
  },
  { route: '/pos/success', state: 'unknown sale', path: '/pos/success?order=POS-2026-000001' },
  { route: '/pos/failed', state: 'failed', path: '/pos/failed' },
]

export const TILL_SCREENS: Screen[] = [
  ...CASHIERS.map((one) => ({ ...one, as: 'cashier' as const })),
  {
    route: '/admin/pos',
    as: 'admin',
    state: 'a parcel to hand over',
    path: '/admin/pos',
    open: async (page, world) => {
      await openShift(page)
      await openParcel(page, (await world()).shipped)
    },
  },
]
