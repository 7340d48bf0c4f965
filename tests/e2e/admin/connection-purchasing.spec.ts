import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE } from '../../support/browse.ts'
import { test } from '../../support/connections/cut.ts'
import {
  type Act,
  button,
  counts,
  dialog,
  fills,
  holds,
  inDialog,
  inTurn,
  isOn,
  make,
  named,
  numbers,
  product,
  search,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'

// Deliveries and suppliers, as in connection.spec.ts. One after the other, because deliveries are numbered in turn.
test.describe.configure({ mode: 'default' })

/** A product of the sample shop in several sizes. */
const DRESS = 'Chitenje Wrap Dress'
const supplier = (name: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/suppliers', { intent: 'save', name, isActive: 'true' })

async function begin(admin: APIRequestContext) {
  const form = { request: randomUUID() }
  const started = await admin.post('/admin/deliveries', {
    headers: FROM_HERE,
    form,
    maxRedirects: 0,
  })
  expect(started.status(), await started.text()).toBe(302)
  const path = started.headers()['location'] ?? ''
  const number = Number(/Delivery D-(\d+)/.exec(await (await admin.get(path)).text())?.[1])
  return { path, number }
}

/** A draft with one unit of a new product. */
const aDraft = (name: string) => async (admin: APIRequestContext) => {
  await product(named(name))(admin)
  const list = await (await admin.get(search('/admin/products', named(name)))).text()
  const [, id = ''] = /edit-product\/([\w-]{36})/.exec(list) ?? []
  const { path, number } = await begin(admin)
  await make(admin, path, { intent: `add:${id}` })
  numbers[name] = `D-${number}`
  return path
}

const unitsOf = (name: string) => `Units of ${named(name)}`
/** Leaves a field, which saves its text before anything else is pressed. */
const leaves = (label: string, text: string) => async (page: Page) => {
  const kept = page.waitForResponse((one) => one.request().method() === 'POST')
  await fills(label, text)(page)
  await page.getByLabel(label, { exact: true }).press('Tab')
  await kept
}
const hasInStock = (name: string, units: number) => async (page: Page) => {
  await page.goto(search('/admin/products', named(name)))
  await expect(page.getByRole('listitem').filter({ hasText: named(name) })).toContainText(
    new RegExp(`Stock:\\s*${units}(?!\\d)`),
  )
}

const ACTS: Record<string, Act> = {
  'a delivery that comes into stock': {
    act: '/admin/deliveries/:deliveryId book',
    isOften: true,
    prepare: aDraft('Booked'),
    fill: leaves(unitsOf('Booked'), '7'),
    send: button('Book into stock'),
    kept: holds(unitsOf('Booked'), '7'),
    done: inTurn(
      shows('7 units booked into stock'),
      counts('Take back', 1),
      hasInStock('Booked', 7),
    ),
    log: ['Booked', 1],
  },
  'a booking that is taken back': {
    act: '/admin/deliveries/:deliveryId reverse',
    prepare: aDraft('Taken back'),
    fill: inTurn(
      leaves(unitsOf('Taken back'), '5'),
      button('Book into stock'),
      shows('5 units booked into stock'),
      button('Take back'),
    ),
    send: inDialog('Take back'),
    done: inTurn(
      shows('Booking taken back'),
      holds(unitsOf('Taken back'), '5'),
      hasInStock('Taken back', 0),
    ),
    log: ['Taken back', 2],
  },
  'a new delivery': {
    act: '/admin/deliveries',
    async prepare(admin) {
      const { number } = await begin(admin)
      numbers['Begun'] = `D-${number + 1}`
      numbers['Not started'] = `D-${number + 2}`
    },
    path: '/admin/deliveries',
    send: button('New delivery'),
    done: inTurn(
      (page) =>
        expect(page.getByRole('heading', { name: `Delivery ${numbers['Begun']}` })).toBeVisible(),
      (page) => page.goto('/admin/deliveries'),
      (page) => expect(page.getByRole('link', { name: numbers['Begun'] ?? '' })).toHaveCount(1),
      (page) =>
        expect(page.getByRole('link', { name: numbers['Not started'] ?? '' })).toHaveCount(0),
    ),
    log: ['Begun', 1],
  },
  'numbers of a delivery that are left': {
    act: '/admin/deliveries/:deliveryId keep',
    prepare: aDraft('Kept'),
    fill: fills(unitsOf('Kept'), '7'),
    send: (page) => page.getByLabel(unitsOf('Kept'), { exact: true }).press('Tab'),
    kept: holds(unitsOf('Kept'), '7'),
    done: inTurn(
      (page) => expect(page.getByText('7 units', { exact: true })).toBeVisible(),
      (page) => page.reload(),
      holds(unitsOf('Kept'), '7'),
    ),
    log: ['Kept', 0],
  },
  'a delivery that is saved': {
    act: '/admin/deliveries/:deliveryId save',
    prepare: aDraft('Saved'),
    fill: leaves('Note', named('Note')),
    send: button(/^Save$/),
    kept: holds('Note', named('Note')),
    done: inTurn(shows('Delivery saved'), holds('Note', named('Note'))),
    log: ['Saved', 0],
  },
  'a delivery that is expected': {
    act: '/admin/deliveries/:deliveryId expect',
    prepare: aDraft('Expected'),
    send: button('Mark as expected'),
    kept: holds(unitsOf('Expected'), '1'),
    done: inTurn(shows('Delivery is expected'), shows('0 of 1'), holds(unitsOf('Expected'), '')),
    log: ['Expected', 1],
  },
  'a delivery that is closed': {
    act: '/admin/deliveries/:deliveryId close',
    prepare: aDraft('Closed'),
    fill: inTurn(button('Mark as expected'), shows('Delivery is expected'), button('Close')),
    send: inDialog('Close delivery'),
    done: inTurn(shows('Delivery closed'), counts('Book into stock', 0)),
    log: ['Closed', 2],
  },
  'a draft that is discarded': {
    act: '/admin/deliveries/:deliveryId discard',
    prepare: aDraft('Discarded'),
    fill: button('Discard draft'),
    send: inDialog('Discard draft'),
    done: shows('Draft discarded'),
    log: ['Discarded', 1],
  },
  'a product that is taken out of a delivery': {
    act: '/admin/deliveries/:deliveryId drop',
    prepare: aDraft('Dropped'),
    send: button(`Take out ${named('Dropped')}`),
    kept: counts(`Take out ${named('Dropped')}`, 1),
    done: counts(`Take out ${named('Dropped')}`, 0),
    log: ['Dropped', 0],
  },
  // In several sizes: with a single size, as with a scan, each `add` counts a unit, also when it is repeated.
  'a product that is put into a delivery': {
    act: '/admin/deliveries/:deliveryId add',
    async prepare(admin) {
      const { path, number } = await begin(admin)
      numbers['Put in'] = `D-${number}`
      return `${path}?${new URLSearchParams({ find: DRESS })}`
    },
    send: button(`Add ${DRESS}`),
    kept: counts(`Add ${DRESS}`, 1),
    done: counts(`Take out ${DRESS}`, 1),
    log: ['Put in', 0],
  },
  'what is looked for in a delivery': {
    act: '/admin/deliveries/:deliveryId find',
    prepare: aDraft('Looked for'),
    fill: (page) => scanField(page).fill(DRESS),
    send: (page) => scanField(page).press('Enter'),
    kept: (page) => expect(scanField(page)).toHaveValue(DRESS),
    done: inTurn(counts(`Add ${DRESS}`, 1), holds(unitsOf('Looked for'), '1')),
    log: ['Looked for', 0],
  },
  'a new supplier': {
    act: '/admin/suppliers save',
    path: '/admin/suppliers?new',
    fill: (page) => dialog(page).getByLabel('Name').fill(named('Textiles')),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Name')).toHaveValue(named('Textiles')),
    done: inTurn(shows('Supplier saved'), counts(`Delete ${named('Textiles')}`, 1)),
    log: [named('Textiles'), 1],
  },
  'a supplier’s switch': {
    act: '/admin/suppliers switch',
    prepare: supplier(named('Buttons')),
    path: search('/admin/suppliers', named('Buttons')),
    send: (page) => page.getByRole('switch').click(),
    kept: isOn(true),
    done: isOn(false),
    log: [named('Buttons'), 1],
  },
  'a supplier that is deleted': {
    act: '/admin/suppliers delete',
    prepare: supplier(named('Threads')),
    path: search('/admin/suppliers', named('Threads')),
    fill: button(`Delete ${named('Threads')}`),
    send: inDialog('Delete supplier'),
    kept: shows(named('Threads')),
    done: inTurn(shows('Supplier deleted'), counts(`Delete ${named('Threads')}`, 0)),
    log: [named('Threads'), 1],
  },
}
const scanField = (page: Page) => page.getByLabel('Scan, or search by name, SKU or barcode')

tryActs(ACTS)
