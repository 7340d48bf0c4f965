import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE } from '../../support/browse.ts'
import { test } from '../../support/connections/cut.ts'
import {
  type Act,
  button,
  fills,
  holds,
  inDialog,
  inTurn,
  make,
  named,
  numbers,
  product,
  search,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'

// Stock-takes, as in connection.spec.ts. One after the other, because stock-takes are numbered in turn.
test.describe.configure({ mode: 'default' })

async function begin(admin: APIRequestContext) {
  const form = { request: randomUUID() }
  const started = await admin.post('/admin/stock-takes', {
    headers: FROM_HERE,
    form,
    maxRedirects: 0,
  })
  expect(started.status(), await started.text()).toBe(302)
  const path = started.headers()['location'] ?? ''
  const html = await (await admin.get(path)).text()
  const [, prefix = '', number = ''] = /Stock-take ([A-Z]+-)(\d+)/.exec(html) ?? []
  return { path, name: prefix + number, next: `${prefix}${Number(number) + 1}` }
}

/** A stock-take with five units of a new product in stock, of which so many were counted. */
const aTake =
  (name: string, counted = '', query = '') =>
  async (admin: APIRequestContext) => {
    await product(named(name), '5')(admin)
    const take = await begin(admin)
    numbers[name] = take.name
    if (counted === '') return take.path + query
    const html = await (await admin.get(`${take.path}?find=${named(name)}`)).text()
    const [, line = ''] = /name="(n:[\w-]{36})"/.exec(html) ?? []
    await make(admin, take.path, { intent: 'note', [line]: counted, request: randomUUID() })
    return take.path + query
  }

/** The difference between the count and the ledger. */
const differs = (by: string) => async (page: Page) => {
  const { origin, pathname } = new URL(page.url())
  await page.goto(`${origin}${pathname}?review=1`)
  await expect(page.getByText(by, { exact: true }).filter({ visible: true })).toHaveCount(1)
}
const scanField = (page: Page) => page.getByLabel('Scan, or search by name, SKU or barcode')
const codes: Record<string, string> = {}

const ACTS: Record<string, Act> = {
  'a stock-take that is booked': {
    act: '/admin/stock-takes/:countId book',
    prepare: aTake('Taken', '3', '?review=1'),
    fill: button('Book differences'),
    send: inDialog('Book'),
    done: inTurn(
      shows('Stock-take booked'),
      (page) => page.goto(search('/admin/products', named('Taken'))),
      (page) =>
        expect(page.getByRole('listitem').filter({ hasText: named('Taken') })).toContainText(
          /Stock:\s*3(?!\d)/,
        ),
    ),
    log: ['Taken', 1],
  },
  'a unit that is scanned in a stock-take': {
    act: '/admin/stock-takes/:countId find',
    async prepare(admin) {
      const path = await aTake('Take scanned')(admin)
      const list = await (await admin.get(search('/admin/products', named('Take scanned')))).text()
      codes['Take scanned'] = /CUT-[\da-f]{8}/i.exec(list)?.[0] ?? ''
      return path
    },
    fill: (page) => scanField(page).fill(codes['Take scanned'] ?? ''),
    // A scanner sends Enter at the end.
    send: (page) => scanField(page).press('Enter'),
    kept: (page) => expect(scanField(page)).toHaveValue(codes['Take scanned'] ?? ''),
    done: inTurn(shows('1 size: 1 noted'), differs('-4')),
    log: ['Take scanned', 0],
  },
  'units that are noted in a stock-take': {
    act: '/admin/stock-takes/:countId note',
    prepare: aTake('Take noted', '', `?${new URLSearchParams({ find: named('Take noted') })}`),
    fill: fills(`Counted of ${named('Take noted')}`, '3'),
    send: button('Note what was counted'),
    kept: holds(`Counted of ${named('Take noted')}`, '3'),
    done: inTurn(shows('1 size: 3 noted'), differs('-2')),
    log: ['Take noted', 0],
  },
  'what is counted again': {
    act: '/admin/stock-takes/:countId forget',
    prepare: aTake('Take again', '3'),
    send: button(`Count again: ${named('Take again')}`),
    done: shows('Nothing is counted yet.'),
    log: ['Take again', 1],
  },
  'a stock-take that is cancelled': {
    act: '/admin/stock-takes/:countId cancel',
    prepare: aTake('Take cancelled', '3'),
    fill: button('Cancel'),
    send: inDialog('Cancel stock-take'),
    done: shows('Stock-take cancelled'),
    log: ['Take cancelled', 1],
  },
  'a new stock-take': {
    act: '/admin/stock-takes',
    async prepare(admin) {
      numbers['Take started'] = (await begin(admin)).next
    },
    path: '/admin/stock-takes',
    fill: fills('Shelf', named('Shelf')),
    send: button('Begin a stock-take'),
    kept: holds('Shelf', named('Shelf')),
    done: inTurn(
      (page) =>
        expect(
          page.getByRole('heading', { name: `Stock-take ${numbers['Take started']}` }),
        ).toBeVisible(),
      (page) => page.goto('/admin/stock-takes'),
      (page) => expect(page.getByRole('link', { name: named('Shelf') })).toHaveCount(1),
    ),
    log: ['Take started', 1],
  },
}

tryActs(ACTS)
