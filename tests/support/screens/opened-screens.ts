import { expect, type Page } from '@playwright/test'
import { SHOP } from '../browse.ts'
import { ask } from '../product.ts'
import { press, type Screen, searchInStockTake } from './screen.ts'
import { pay } from './till-screens.ts'

// Parts that are opened within a back-office screen: parts of an order, folded forms, groups of settings.

type State = Omit<Screen, 'as' | 'route'>

const unfold = (label: string) => async (page: Page) =>
  page.locator('summary', { hasText: label }).filter({ visible: true }).first().click()
const inTurn =
  (...steps: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page)
  }
const choose = (label: string, value: string) => (page: Page) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true }).first().selectOption(value)
const at =
  (part: string, of: 'paid' | 'shipped' = 'paid'): Exclude<State['path'], string> =>
  (world) =>
    `/admin/orders?order=${world[of]}&part=${part}`

const IN_ORDERS: State[] = [
  { state: 'an order, all unfolded', path: at('order'), open: unfoldAll },
  {
    state: 'ready sentences',
    path: at('messages', 'shipped'),
    open: unfold('Ready sentences…'),
  },
  {
    state: 'a return that is noted',
    path: at('returns', 'shipped'),
    open: unfold('Note a return'),
  },
  {
    state: 'money by bank',
    path: at('money'),
    open: inTurn(unfold('Give money back…'), choose('How', 'bank')),
  },
  {
    state: 'money for some items, in cash',
    path: at('money'),
    open: inTurn(
      unfold('Give money back…'),
      async (page) => page.getByText('These items', { exact: true }).click(),
      choose('How', 'cash'),
    ),
  },
  { state: 'history', path: at('history') },
]

/** Opens every fold of an order at once: packing, parcels, hand-over, tags, notes, the question before cancelling. */
async function unfoldAll(page: Page) {
  await page
    .locator('.side-panel details')
    .evaluateAll((all) => all.forEach((one) => ((one as HTMLDetailsElement).open = true)))
}

const SETTINGS: State[] = [
  { state: 'the groups', path: '/admin/settings' },
  ...[
    'contact',
    'texts',
    'policy',
    'limits',
    'areas',
    'couriers',
    'couriers&edit=cts-courier',
    'couriers&new',
    'calendar',
    'staff',
  ].map((section) => ({ state: section, path: `/admin/settings?section=${section}` })),
  {
    state: 'a value that is refused',
    path: '/admin/settings?section=policy',
    async open(page) {
      await page.getByLabel('Days to return').fill('0')
      await press(page, 'Save')
      await page.getByLabel('Days to return').and(page.locator('[aria-invalid]')).waitFor()
    },
  },
]

const IN_CREDIT: State[] = [
  { state: 'issuing a code', path: '/admin/credit', open: unfold('Issue a code…') },
  {
    state: 'a code, and its money back',
    path: '/admin/credit',
    async open(page) {
      await unfold('Issue a code…')(page)
      await choose('What it is', 'voucher')(page)
      await page.getByLabel(/^Amount/).fill('5000')
      await page.getByLabel('Why', { exact: true }).fill('Paid in the shop, receipt 12')
      await press(page, 'Issue the code')
      await page.getByRole('link', { name: 'Close details' }).waitFor()
      await unfoldAll(page)
    },
  },
]

const IN_SALES: State[] = [
  {
    state: 'a sale that is not paid whole',
    path: '/admin/pos',
    async open(page) {
      await pay(page)
      const receipt = page.getByText(/POS-\d{4}-\d{6}/).first()
      const [number = ''] = /POS-[\d-]+/.exec((await receipt.textContent()) ?? '') ?? []
      // Set directly in the database, because such a sale comes about only when a code was spent elsewhere while a till
      // was offline. It is made another cashier's, because nobody may end their own sale.
      const makeShort = () =>
        ask(
          SHOP,
          `update pos_sales set unpaid_amount = 1000, payment_method = 'paychangu', cash_amount = 0, cash_given = null,
             cashier_id = (select id from users where email = 'cashier@zovala.test')
           from (select set_config('session_replication_role', 'replica', false)) past
           where sale_number = '${number}' returning id`,
        )
      await expect.poll(async () => (await makeShort()).length).toBe(1)
      await page.goto(`/admin/pos-sales?sale=${number}`)
      await unfold('The rest was taken…')(page)
      await unfold('Call the sale off…')(page)
      await choose('How', 'cash')(page)
    },
  },
]

const IN_STOCK_TAKES: State[] = [
  {
    state: 'the review',
    path: '/admin/stock-takes',
    async open(page) {
      await searchInStockTake(page)
      await page
        .getByLabel(/^Counted of/)
        .first()
        .fill('2')
      await press(page, 'Note what was counted')
      // Pressing a link before the form's answer has arrived would cancel the form.
      await page.getByText('1 size: 2 noted').first().waitFor()
      // The customers' reviews are a separate screen.
      await press(page, /^Review$/, 'link')
      await page.getByRole('button', { name: 'Book differences' }).waitFor()
    },
  },
]

export const OPENED_SCREENS: Omit<Screen, 'as'>[] = Object.entries({
  '/admin/orders': IN_ORDERS,
  '/admin/settings': SETTINGS,
  '/admin/credit': IN_CREDIT,
  '/admin/pos-sales': IN_SALES,
  '/admin/stock-takes/:countId': IN_STOCK_TAKES,
}).flatMap(([route, states]) => states.map((state) => ({ route, ...state })))
