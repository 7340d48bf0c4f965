import { randomUUID } from 'node:crypto'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import {
  type Act,
  anOrder,
  button,
  counts,
  inTurn,
  make,
  numbers,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'
import { moveOrder } from '../../support/connections/cut-shop.ts'

// Returns of orders, as in connection.spec.ts.

const shown = (name: string) => (page: Page) =>
  page.getByLabel(name, { exact: true }).filter({ visible: true }).first()
const types = (name: string, text: string) => (page: Page) => shown(name)(page).fill(text)
const stands = (name: string, text: string) => (page: Page) =>
  expect(shown(name)(page)).toHaveValue(text)
const REFERENCE = 'Reference of the bank or the payment service'
const WHY_NOT = 'Why it is not taken back'

type Made = { path: string; about: { return: string }; lineId: string }

/** A delivered order, and the return that its customer requests. */
const anAskedReturn =
  (name: string) => async (admin: APIRequestContext, shopper: APIRequestContext) => {
    const path = await anOrder(name, true, 'returns')(admin, shopper)
    await moveOrder(admin, numbers[name] ?? '', 'delivered')
    const own = `/orders/${numbers[name]}`
    const [, units = ''] = /name="(units:[^"]+)"/.exec(await (await shopper.get(own)).text()) ?? []
    await make(shopper, own, {
      intent: 'return',
      return: randomUUID(),
      reason: 'faulty',
      [units]: '1',
    })
    return path
  }

/** Approves the return. */
async function agree(
  name: string,
  admin: APIRequestContext,
  shopper: APIRequestContext,
): Promise<Made> {
  const path = await anOrder(name, true, 'returns')(admin, shopper)
  await moveOrder(admin, numbers[name] ?? '', 'delivered')
  const html = await (await admin.get(path)).text()
  const form = html.split('<form').find((one) => one.includes('name="return"')) ?? ''
  const [, order = ''] = /name="order" value="([^"]+)"/.exec(form) ?? []
  const [, lineId = ''] = /name="units:([^"]+)"/.exec(form) ?? []
  const about = { return: randomUUID() }
  const asked = { order, reason: 'faulty', [`units:${lineId}`]: '1' }
  await make(admin, '/admin/orders', { intent: 'return', ...about, ...asked })
  return { path, about, lineId }
}
/** A return that waits for a step; the forms themselves took the steps before. */
const aReturn =
  (name: string, to: 'approved' | 'received' | 'inspected') =>
  async (admin: APIRequestContext, shopper: APIRequestContext) => {
    const { path, about, lineId } = await agree(name, admin, shopper)
    if (to !== 'approved')
      await make(admin, '/admin/orders', { intent: 'return-receive', ...about, version: '1' })
    const faulty = { [`faulty:${lineId}`]: '1' }
    if (to === 'inspected')
      await make(admin, '/admin/orders', {
        intent: 'return-inspect',
        ...about,
        ...faulty,
        version: '2',
      })
    return path
  }

const ACTS: Record<string, Act> = {
  'a return that is settled with money': {
    act: '/admin/orders return-settle',
    prepare: aReturn('Settled', 'inspected'),
    fill: inTurn(
      (page) => shown('Money for what came back')(page).selectOption('bank'),
      types(REFERENCE, 'NB 4713'),
    ),
    send: button('Settle the return'),
    kept: stands(REFERENCE, 'NB 4713'),
    done: inTurn(
      shows('Return updated'),
      counts('Settle the return', 0),
      (page) => page.getByRole('link', { name: 'Money', exact: true }).click(),
      (page) => expect(page.getByText('reference NB 4713')).toHaveCount(1),
    ),
    // The step and its refund: requested, and sent.
    log: ['Settled', 3],
  },
  'what came back, as it was found': {
    act: '/admin/orders return-inspect',
    prepare: aReturn('Inspected', 'received'),
    send: button('Note what came'),
    done: inTurn(shows('Return updated'), shows(/0 to stock, 1 written off/)),
    log: ['Inspected', 1],
  },
  'a return that is noted': {
    act: '/admin/orders return',
    async prepare(admin, shopper) {
      const path = await anOrder('Noted return', true, 'returns')(admin, shopper)
      await moveOrder(admin, numbers['Noted return'] ?? '', 'delivered')
      return path
    },
    fill: inTurn(
      (page) => page.getByText('Note a return…').click(),
      (page) =>
        page
          .getByLabel(/^Pieces of/)
          .filter({ visible: true })
          .fill('1'),
      (page) => shown('Why')(page).selectOption('faulty'),
    ),
    send: button('Note the return'),
    kept: stands('Why', 'faulty'),
    done: inTurn(shows('Return noted'), counts('It has arrived', 1)),
    log: ['Noted return', 1],
  },
  'a return that is agreed to': {
    act: '/admin/orders return-approve',
    prepare: anAskedReturn('Approved'),
    send: button('Agree'),
    done: inTurn(shows('Return updated'), counts('It has arrived', 1)),
    log: ['Approved', 1],
  },
  'a return that is refused': {
    act: '/admin/orders return-refuse',
    prepare: anAskedReturn('Refused'),
    fill: types(WHY_NOT, 'It was worn'),
    send: button('Refuse'),
    kept: stands(WHY_NOT, 'It was worn'),
    done: inTurn(shows('Return updated'), shows('Answered: “It was worn”')),
    log: ['Refused', 1],
  },
  'a return that has arrived': {
    act: '/admin/orders return-receive',
    prepare: aReturn('Arrived', 'approved'),
    send: button('It has arrived'),
    done: inTurn(shows('Return updated'), counts('Note what came', 1)),
    log: ['Arrived', 1],
  },
  'a return that is called off': {
    act: '/admin/orders return-cancel',
    prepare: aReturn('Not returned', 'approved'),
    send: button('Call it off'),
    done: inTurn(shows('Return updated'), counts('It has arrived', 0)),
    log: ['Not returned', 1],
  },
}

tryActs(ACTS)
