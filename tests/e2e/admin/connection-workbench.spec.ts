import type { Page } from '@playwright/test'
import {
  type Act,
  anOrder,
  button,
  fills,
  holds,
  inTurn,
  make,
  mark,
  named,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'

// Packing an order, as in connection.spec.ts.

const unfold = (title: string) => (page: Page) => page.getByRole('heading', { name: title }).click()
const tick = (page: Page) => page.locator('input[name=line]').check()

const acts: Record<string, Act> = {
  'an order that is packed': {
    act: '/admin/orders pack',
    prepare: anOrder('Packed'),
    fill: tick,
    send: button('Packed'),
    done: shows(/is ready to ship/),
    log: ['Packed', 1],
  },
  'an order that is not packed after all': {
    act: '/admin/orders unpack',
    prepare: anOrder('Unpacked'),
    fill: inTurn(tick, button('Packed'), shows(/is ready to ship/), (page) =>
      page.getByText('Not packed after all…').click(),
    ),
    send: button('Pack it again'),
    done: shows(/is to be packed again/),
    log: ['Unpacked', 2],
  },
  'an order that staff make': {
    act: '/admin/orders/new save',
    prepare: async () => '/admin/orders/new',
    fill: inTurn(
      fills('Scan, or search by name, SKU or barcode', 'Canvas Tote Bag'),
      button('Find'),
      button('Add Canvas Tote Bag'),
      (page) => page.getByLabel(/^Units of Canvas Tote Bag/).fill('1'),
      fills('First name', 'Chikondi'),
      fills('Last name', named('Made')),
      fills('Phone', '0991 555 777'),
      fills('Email', `made-${mark}@example.com`),
      (page) => page.getByLabel('Delivery', { exact: true }).selectOption('pickup'),
    ),
    send: button('Make order'),
    kept: holds('Last name', named('Made')),
    done: shows(/waits for its payment/),
    log: [`made-${mark}@example.com`, 1],
  },
  'a note of the staff': {
    act: '/admin/orders note',
    prepare: anOrder('Noted'),
    fill: inTurn(unfold('Notes of the staff'), fills('A note that only staff see', 'Rang twice')),
    send: button('Add note'),
    kept: holds('A note that only staff see', 'Rang twice'),
    done: shows('Only staff read it.'),
    log: ['Noted', 1],
  },
  'a tag': {
    act: '/admin/orders tag',
    prepare: anOrder('Tagged'),
    fill: inTurn(unfold('Tags'), fills('A tag', named('gift'))),
    send: button('Add tag'),
    kept: holds('A tag', named('gift')),
    done: shows('Tags saved'),
    log: ['Tagged', 1],
  },
  'a tag that is taken off': {
    act: '/admin/orders untag',
    prepare: anOrder('Untagged'),
    fill: inTurn(
      unfold('Tags'),
      fills('A tag', named('call')),
      button('Add tag'),
      shows('Tags saved'),
    ),
    send: button(`Take off ${named('call')}`),
    done: shows('Tags saved'),
    log: ['Untagged', 2],
  },
  'a ready sentence': {
    act: '/admin/orders sentence-keep',
    prepare: anOrder('Sentence', true, 'messages'),
    fill: inTurn(
      (page) => page.getByText('Ready sentences…').click(),
      fills('Its name', named('Way')),
      fills('Its text', '{name}, it is on its way'),
    ),
    send: button('Keep sentence'),
    kept: holds('Its name', named('Way')),
    done: shows('Ready sentence kept'),
    log: [named('Way'), 1],
  },
  'a ready sentence that is deleted': {
    act: '/admin/orders sentence-delete',
    async prepare(admin, shopper) {
      const path = await anOrder('Deleting', true, 'messages')(admin, shopper)
      const fields = { intent: 'sentence-keep', name: named('Gone'), sentence: 'x' }
      await make(admin, '/admin/orders', fields)
      return path
    },
    fill: (page) => page.getByText('Ready sentences…').click(),
    send: button(`Delete sentence ${named('Gone')}`),
    done: shows('Ready sentence deleted'),
    log: [named('Gone'), 1],
  },
}

tryActs(acts)
