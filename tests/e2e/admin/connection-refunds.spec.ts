import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import {
  type Act,
  anOrder,
  button,
  counts,
  inTurn,
  make,
  named,
  numbers,
  placeOrder,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'
import { payFor } from '../../support/connections/cut-shop.ts'

// Refunds of orders, as in connection.spec.ts.

const REFERENCE = 'Reference of the bank or the payment service'
const shown = (name: string) => (page: Page) =>
  page.getByLabel(name, { exact: true }).filter({ visible: true }).first()
const types = (name: string, text: string) => (page: Page) => shown(name)(page).fill(text)
const stands = (name: string, text: string) => (page: Page) =>
  expect(shown(name)(page)).toHaveValue(text)

/** Requests a refund as `staff`, without sending it. */
async function ask(staff: APIRequestContext, path: string) {
  const html = await (await staff.get(path)).text()
  const form = html.split('<form').find((one) => one.includes('name="what"')) ?? ''
  const valueOf = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(form)?.[1]
  await make(staff, '/admin/orders', {
    intent: 'refund',
    order: valueOf('order') ?? '',
    version: valueOf('version') ?? '',
    refund: valueOf('refund') ?? randomUUID(),
    what: 'all',
    delivery: 'on',
    way: 'bank',
    reason: 'not-arrived',
  })
}

/** A refund that has to be sent. */
const aRefund = (name: string) => async (admin: APIRequestContext, shopper: APIRequestContext) => {
  const path = await anOrder(name, true, 'money')(admin, shopper)
  await ask(admin, path)
  return path
}

/** A staff member requests a refund of their own order: somebody else has to approve it. */
const anOwnRefund = (name: string) => async (_: APIRequestContext, staff: APIRequestContext) => {
  const { number, pay } = await placeOrder(staff, named(name), 'admin@zovala.test')
  await payFor(staff, pay)
  numbers[name] = number
  const path = `/admin/orders?${new URLSearchParams({ search: named(name), order: number, part: 'money' })}`
  await ask(staff, path)
  return path
}

const ACTS: Record<string, Act> = {
  'money that is given back': {
    act: '/admin/orders refund',
    prepare: anOrder('Given back', true, 'money'),
    fill: inTurn(
      (page) => page.getByText('Give money back…').click(),
      (page) => shown('Why')(page).selectOption('faulty'),
      (page) => shown('How')(page).selectOption('bank'),
      types(REFERENCE, 'NB 4711'),
    ),
    send: button('Give money back'),
    kept: stands(REFERENCE, 'NB 4711'),
    done: inTurn(shows('Money given back'), (page) =>
      expect(page.getByText('reference NB 4711')).toHaveCount(1),
    ),
    // The request, and the sending.
    log: ['Given back', 2],
  },
  'a refund that a second person agrees to': {
    act: '/admin/orders refund-approve',
    prepare: anOwnRefund('Agreed to'),
    send: button('Agree to it'),
    done: inTurn(shows('Refund agreed to'), counts('Agree to it', 0), counts('I have sent it', 1)),
    log: ['Agreed to', 1],
  },
  'money that was sent': {
    act: '/admin/orders refund-give',
    prepare: aRefund('Sent back'),
    fill: types(REFERENCE, 'NB 4712'),
    send: button('I have sent it'),
    kept: stands(REFERENCE, 'NB 4712'),
    done: inTurn(shows('Money given back'), counts('I have sent it', 0), (page) =>
      expect(page.getByText('reference NB 4712')).toHaveCount(1),
    ),
    log: ['Sent back', 1],
  },
  'a refund that is called off': {
    act: '/admin/orders refund-cancel',
    prepare: aRefund('Called off'),
    send: button('Call it off'),
    done: inTurn(shows('Refund called off'), counts('Call it off', 0)),
    log: ['Called off', 1],
  },
}

tryActs(ACTS)
