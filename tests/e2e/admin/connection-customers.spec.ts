import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { FROM_HERE, makeCashier, openAccount } from '../../support/browse.ts'
import { test } from '../../support/connections/cut.ts'
import {
  type Act,
  anOrder,
  button,
  counts,
  dialog,
  fills,
  holds,
  inDialog,
  inTurn,
  isOn,
  link,
  make,
  mark,
  named,
  numbers,
  product,
  search,
  shows,
  tryActs,
} from '../../support/connections/cut-acts.ts'
import { openOrderOnItsWay, openStaff } from '../../support/connections/cut-shop.ts'
import { ask } from '../../support/product.ts'

// Acts of staff on customers' messages, reviews, requests and searches. One after the other, as in connection.spec.ts.
test.describe.configure({ mode: 'default' })

/** An order with a message of its customer. */
const anOrderWithMessage =
  (name: string) => async (admin: APIRequestContext, shopper: APIRequestContext) => {
    const path = await anOrder(name, true, 'messages')(admin, shopper)
    const form = { intent: 'message', kind: 'not-arrived', text: `Where is it? ${mark}` }
    await make(shopper, `/orders/${numbers[name]}`, form)
    return path
  }

/** A buyer's review of a bag, in its own words. */
const aReview =
  (words: string, isHidden = false) =>
  async (admin: APIRequestContext, shopper: APIRequestContext) => {
    await openOrderOnItsWay(shopper)
    const sent = await shopper.post('/reviews/new/canvas-tote-bag', {
      headers: FROM_HERE,
      multipart: { stars: '4', words: named(words), writer: 'Chisomo' },
      maxRedirects: 0,
    })
    expect(sent.status(), await sent.text()).toBe(302)
    const list = await (await admin.get(search('/admin/reviews', named(words)))).text()
    const [, id = ''] = /review=([\w-]{36})/.exec(list) ?? []
    if (isHidden)
      await make(admin, '/admin/reviews', { intent: 'hide', id, version: '1', reason: 'Not ours' })
    return `/admin/reviews?${new URLSearchParams({ search: named(words), review: id })}`
  }

const PHONE = '0881 234 567'
/** A customer who waits for a sold-out scarf and has left a phone number. */
const someoneWaits = async (_admin: APIRequestContext, shopper: APIRequestContext) => {
  const { variants } = (await (await shopper.get('/api/products/sold-out-scarf')).json()) as {
    variants: { id: string }[]
  }
  const variant = variants[0]?.id ?? ''
  await make(shopper, '/waitlist', { variant, then: '/', email: '', phone: PHONE })
  return `/admin/waitlist?variant=${variant}`
}

const words = (text: string) => (admin: APIRequestContext) =>
  make(admin, '/admin/search-words', { intent: 'save', words: text, isActive: 'true' })
const plainMark = mark.replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')

/** A customer with their own account. */
const someone =
  (query = '') =>
  async (admin: APIRequestContext, shopper: APIRequestContext) => {
    const email = await openAccount(shopper)
    numbers['Someone'] = email
    const list = await (await admin.get(search('/admin/customers', email))).text()
    const [, id = ''] = /person=([\w-]{36})/.exec(list) ?? []
    return `/admin/customers?${new URLSearchParams({ search: email, person: id })}${query}`
  }

const ACTS: Record<string, Act> = {
  'a waybill': {
    act: '/admin/orders waybill',
    prepare: anOrder('Waybill'),
    fill: (page) => page.getByLabel(/^Waybill of/).fill(`WB-${mark}`),
    send: button('Save waybill'),
    kept: (page) => expect(page.getByLabel(/^Waybill of/)).toHaveValue(`WB-${mark}`),
    done: shows('Waybill saved'),
    log: ['Waybill', 1],
  },
  'an answer by email': {
    act: '/admin/orders answer-email',
    isOften: true,
    prepare: anOrderWithMessage('Answered'),
    fill: fills('Your answer', `On Monday ${mark}`),
    send: button('Send by email'),
    kept: holds('Your answer', `On Monday ${mark}`),
    done: inTurn(shows('Answer noted'), (page) =>
      expect(page.getByRole('listitem').filter({ hasText: `On Monday ${mark}` })).toHaveCount(1),
    ),
    log: ['Answered', 1],
  },
  'an answer by WhatsApp': {
    act: '/admin/orders answer-whatsapp',
    prepare: anOrderWithMessage('Texted'),
    fill: fills('Your answer', `On Tuesday ${mark}`),
    send: button('By WhatsApp'),
    kept: holds('Your answer', `On Tuesday ${mark}`),
    done: inTurn(shows('Answer noted'), (page) =>
      expect(page.getByRole('listitem').filter({ hasText: `On Tuesday ${mark}` })).toHaveCount(1),
    ),
    log: ['Texted', 1],
  },
  'messages that need no answer': {
    act: '/admin/orders messages-aside',
    prepare: anOrderWithMessage('Aside'),
    send: button('No answer needed'),
    done: shows('Nothing to answer any more'),
    log: ['Aside', 1],
  },
  'an answer to a review': {
    act: '/admin/reviews answer',
    prepare: aReview('Answered review'),
    fill: fills('Shown under the review, for everybody', 'Thank you!'),
    send: button('Save answer'),
    kept: holds('Shown under the review, for everybody', 'Thank you!'),
    done: inTurn(
      shows('Answer saved'),
      holds('Shown under the review, for everybody', 'Thank you!'),
    ),
    log: ['Canvas Tote Bag', 1],
  },
  'a review that is hidden': {
    act: '/admin/reviews hide',
    prepare: aReview('Hidden review'),
    fill: inTurn(
      (page) => page.getByText('Hide this review…').click(),
      fills('Why is it hidden?', 'Names somebody'),
    ),
    send: button('Hide it'),
    kept: holds('Why is it hidden?', 'Names somebody'),
    done: inTurn(shows('Review hidden'), counts('Show it again', 1)),
    log: ['Canvas Tote Bag', 1],
  },
  'a review that is shown again': {
    act: '/admin/reviews show-review',
    prepare: aReview('Shown review', true),
    send: button('Show it again'),
    done: shows('Review shown again'),
    log: ['Canvas Tote Bag', 1],
  },
  'a review that was read': {
    act: '/admin/reviews read',
    prepare: aReview('Read review'),
    send: button('Mark as read'),
    done: inTurn(shows('Marked as read'), counts('Mark as read', 0)),
    log: ['Canvas Tote Bag', 1],
  },
  'who was told that something is back': {
    act: '/admin/waitlist told',
    prepare: someoneWaits,
    send: button(/^Told \+?265/),
    done: inTurn(shows('Marked as told'), shows(/^Told. Undo/)),
    log: ['Scarf', 1],
  },
  'who was not told that something is back': {
    act: '/admin/waitlist not-told',
    prepare: someoneWaits,
    fill: inTurn(button(/^Told \+?265/), shows('Marked as told')),
    send: button(/^Told. Undo/),
    done: shows('Not told yet'),
    log: ['Scarf', 2],
  },
  'new search words': {
    act: '/admin/search-words save',
    path: '/admin/search-words?new',
    fill: (page) => dialog(page).getByLabel('Words').fill(`aaa${plainMark}, bbb${plainMark}`),
    send: inDialog('Save'),
    kept: (page) =>
      expect(dialog(page).getByLabel('Words')).toHaveValue(`aaa${plainMark}, bbb${plainMark}`),
    done: inTurn(shows('Search words saved'), counts(`Delete aaa${plainMark}, bbb${plainMark}`, 1)),
    log: [`aaa${plainMark}`, 1],
  },
  'search words’ switch': {
    act: '/admin/search-words switch',
    prepare: words(`ccc${plainMark}, ddd${plainMark}`),
    path: '/admin/search-words',
    send: (page) => wordsSwitch(page).click(),
    done: (page) => expect(wordsSwitch(page)).not.toBeChecked(),
    log: [`ccc${plainMark}`, 1],
  },
  'search words that are deleted': {
    act: '/admin/search-words delete',
    prepare: words(`eee${plainMark}, fff${plainMark}`),
    path: '/admin/search-words',
    fill: button(`Delete eee${plainMark}, fff${plainMark}`),
    send: inDialog('Delete words'),
    done: inTurn(
      shows('Search words deleted'),
      counts(`Delete eee${plainMark}, fff${plainMark}`, 0),
    ),
    log: [`eee${plainMark}`, 1],
  },
  'a search without result that is dismissed': {
    act: '/admin/search-words remove',
    async prepare(_admin, shopper) {
      await shopper.get(search('/products', `zzz${plainMark}`))
      await expect
        .poll(() =>
          ask(
            resolve('.cache/e2e-data'),
            `select 1 from missed_searches where words = 'zzz${plainMark}'`,
          ),
        )
        .toHaveLength(1)
    },
    path: '/admin/search-words',
    send: button(`Dismiss zzz${plainMark}`),
    done: inTurn(shows('Taken off the list'), counts(`Dismiss zzz${plainMark}`, 0)),
    log: [`zzz${plainMark}`, 0],
  },
  'units that are counted, from the product’s own page': {
    act: '/admin/stock/:productId adjust',
    prepare: product(named('Recounted'), '5'),
    path: search('/admin/stock', named('Recounted')),
    fill: inTurn(
      link(named('Recounted')),
      shows('On the shelf'),
      link(/^Adjust/),
      (page) => dialog(page).getByLabel('Reason').selectOption('counted'),
      (page) => dialog(page).getByLabel('Units counted').fill('3'),
    ),
    send: inDialog('Save'),
    kept: (page) => expect(dialog(page).getByLabel('Units counted')).toHaveValue('3'),
    done: inTurn(shows('Stock updated'), shows(`${named('Recounted')}: 3 on hand.`)),
    log: [named('Recounted'), 1],
  },
  'ticked products that are put up': {
    act: '/admin/products activate',
    prepare: product(named('Put up')),
    path: search('/admin/products', named('Put up')),
    fill: inTurn(
      (page) => page.getByRole('switch').click(),
      isOn(false),
      (page) => page.getByLabel(`Choose ${named('Put up')}`).check(),
    ),
    send: button('Activate'),
    done: inTurn(shows('1 product activated'), isOn(true)),
    log: [named('Put up'), 2],
  },
  'a second step that is reset': {
    act: '/admin/customers reset-second-step',
    async prepare(admin, shopper) {
      const path = await someone()(admin, shopper)
      const email = numbers['Someone'] ?? ''
      // In a separate browser, because signing in anew would end this page's session.
      const staff = await openStaff()
      await makeCashier(staff, email)
      await staff.dispose()
      await ask(
        resolve('.cache/e2e-data'),
        `insert into second_factors (user_id, secret, confirmed_at)
         select id, 'lost', now() from users where email = '${email}' returning 1`,
      )
      return path
    },
    fill: button('Reset the second step…'),
    send: inDialog('Reset it'),
    done: shows(/signs in with the password alone/),
    log: ['Someone', 1],
  },
  'whom a second step is demanded of': {
    act: '/admin/customers demand-second-step',
    path: '/admin/customers',
    fill: (page) => page.getByLabel('Who must use a second step to sign in').selectOption('nobody'),
    send: (page) => demand(page).getByRole('button', { name: 'Save' }).click(),
    done: shows('It counts from the next request on.'),
    log: ['second step', 0],
  },
  'the answer of staff to “Is it you?”': {
    act: '/admin/customers download-data',
    async prepare(admin, shopper) {
      const path = await someone()(admin, shopper)
      // Only this session: others of the same person continue.
      const { cookies } = await admin.storageState()
      const [token] = cookies.flatMap(({ name, value }) =>
        name.endsWith('session_token') ? (decodeURIComponent(value).split('.')[0] ?? []) : [],
      )
      const aged = await ask(
        resolve('.cache/e2e-data'),
        `update sessions set proven_at = proven_at - interval '11 minutes' where token = '${token}' returning 1`,
      )
      expect(aged).toHaveLength(1)
      return path
    },
    fill: inTurn(
      button('Download all data…'),
      fills('Your password, or a code of your app', 'zovala-demo'),
    ),
    send: button('Go on'),
    kept: holds('Your password, or a code of your app', 'zovala-demo'),
    done: shows('Your file is ready'),
    log: ['Someone', 0],
  },
  'an account that is erased': {
    act: '/admin/customers erase',
    prepare: someone('&erase=1'),
    send: inDialog('Erase the account'),
    done: shows('Account erased'),
    log: ['Someone', 0],
  },
  'a contact that is erased': {
    act: '/admin/customers erase-contact',
    async prepare(_admin, shopper) {
      const email = `reader-${randomUUID().slice(0, 8)}@example.com`
      await make(shopper, '/newsletter', { email, then: '/' })
      return `/admin/customers?${new URLSearchParams({ contact: email, erase: '1' })}`
    },
    send: inDialog('Erase it'),
    done: shows('Sales stay with their sums, without a name.'),
    log: [`reader-`, 0],
  },
}
const wordsSwitch = (page: Page) =>
  page.getByRole('switch', { name: `ccc${plainMark}, ddd${plainMark}` })
const demand = (page: Page) =>
  page.locator('form', { has: page.getByLabel('Who must use a second step to sign in') })

tryActs(ACTS)
