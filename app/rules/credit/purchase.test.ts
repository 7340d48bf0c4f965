import { expect, test } from 'vitest'
import {
  PURCHASE_FIELDS,
  PURCHASE_REVIEWS,
  PURCHASE_STATUSES,
  PURCHASE_STEPS,
  purchaseLabel,
  readPurchase,
} from './purchase.ts'
import { voucherBounds } from './voucher-sum.ts'

// As the table of docs/product.md, Store credit, has them.
test('a bought voucher has exactly these steps: a payment counts in every status, the timer ends what waits', () => {
  expect(PURCHASE_STEPS).toEqual({
    payment: {
      pending: { to: 'paid', review: null },
      ended: { to: 'paid', review: 'paid-late' },
      paid: { to: 'paid', review: 'paid-twice' },
    },
    timer: { pending: { to: 'ended', review: null } },
  })
  expect(PURCHASE_STATUSES).toEqual(['pending', 'paid', 'ended'])
  expect(PURCHASE_REVIEWS).toEqual([
    'underpaid',
    'not-live-money',
    'paid-late',
    'paid-twice',
    'nobody-told',
  ])
})

const { from: FROM, upTo: UP_TO } = voucherBounds()
const typed = {
  amount: '10,000',
  name: 'Mary',
  email: ' Mary@Example.com ',
  phone: '0991 234 567',
  recipientName: '',
  recipientEmail: '',
  message: '',
}
const bought = {
  amount: 10_000,
  buyerName: 'Mary',
  buyerEmail: 'mary@example.com',
  buyerPhone: '+265991234567',
  recipientName: null,
  recipientEmail: null,
  message: null,
}
const TO_ALICE = { recipientEmail: 'Alice@Example.com' }

test.each([
  [{}, {}],
  [{ amount: ` ${FROM} ` }, { amount: FROM }],
  [{ amount: String(UP_TO) }, { amount: UP_TO }],
  [TO_ALICE, { recipientEmail: 'alice@example.com' }],
  [
    { ...TO_ALICE, recipientName: 'Alice', message: 'For you' },
    { recipientEmail: 'alice@example.com', recipientName: 'Alice', message: 'For you' },
  ],
])('a purchase with %j is read', (change, request) => {
  expect(readPurchase({ ...typed, ...change })).toEqual({
    ok: true,
    request: { ...bought, ...request },
  })
})

test.each([
  [{ amount: '' }, { amount: 'amount-bad' }],
  [{ amount: String(FROM - 1) }, { amount: 'amount-bad' }],
  [{ amount: String(UP_TO + 1) }, { amount: 'amount-bad' }],
  // Numbers to JavaScript, but not to people.
  [{ amount: '1e4' }, { amount: 'amount-bad' }],
  [{ amount: '0x2710' }, { amount: 'amount-bad' }],
  [{ amount: '+10000' }, { amount: 'amount-bad' }],
  [{ amount: '10000e0' }, { amount: 'amount-bad' }],
  [{ name: '' }, { name: 'name-missing' }],
  [{ email: 'mary' }, { email: 'email-bad' }],
  [{ phone: 'call me' }, { phone: 'phone-bad' }],
  [{ recipientEmail: 'alice' }, { recipientEmail: 'email-bad' }],
  [{ recipientName: 'Alice' }, { recipientEmail: 'recipient-missing' }],
  [{ message: 'For you' }, { recipientEmail: 'recipient-missing' }],
  [{ message: 'For you', recipientEmail: 'alice' }, { recipientEmail: 'email-bad' }],
  [
    { amount: '5', name: '', email: '', phone: '', recipientEmail: '@' },
    {
      amount: 'amount-bad',
      name: 'name-missing',
      email: 'email-bad',
      phone: 'phone-bad',
      recipientEmail: 'email-bad',
    },
  ],
])('a purchase with %j is refused beside its fields: %j', (change, errors) => {
  expect(readPurchase({ ...typed, ...change })).toEqual({ ok: false, errors })
})

test('the fields of a purchase end at these lengths, and its label is the start of its id', () => {
  expect(PURCHASE_FIELDS).toEqual({
    amount: 20,
    name: 100,
    email: 254,
    phone: 30,
    recipientName: 100,
    recipientEmail: 254,
    message: 300,
  })
  expect(purchaseLabel('0198c0de-0000-4000-8000-00000000abcd')).toBe('GV-0198C0DE')
})
