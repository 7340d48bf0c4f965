import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  copyMigrations,
  createTestDatabase,
  type TestDatabase,
} from '../../tests/support/database.ts'
import { labelWords } from '../rules/messages/audit/words.ts'
import { formatCoded } from '../rules/messages/message.ts'
import { attemptAnswers, paymentAnswers } from '../rules/messages/payments/payments.ts'
import { payoutAnswers } from '../rules/messages/refunds/payouts.ts'
import { migrate } from './migrate.server.ts'

// A database as an earlier release left it, with the sentences that our adapters wrote about payments and payouts, to
// which today's migrations are applied.

const LAST_BEFORE = 96
let database: TestDatabase
let client: pg.Client
const ID = '00000000-0000-4000-8000-000000000001'
const LONG = 'x'.repeat(300)

/** Every sentence that an adapter ever wrote, its code with parameters, and its new text when that differs. */
const SENTENCES: [written: string, report: object, text?: string][] = [
  ['the reference is not one of ours', { code: 'reference-not-ours' }],
  [
    'the number is not one of ours',
    { code: 'reference-not-ours' },
    'the reference is not one of ours',
  ],
  ['the amount is not whole kwacha', { code: 'amount-not-kwacha' }],
  ['online payment is off', { code: 'payments-off' }],
  ['PAYMENTS is off', { code: 'payments-off' }, 'online payment is off'],
  ['no answer within 8 s', { code: 'no-answer', seconds: 8 }],
  ['no answer within 0.2 s', { code: 'no-answer', seconds: 0.2 }],
  ['the connection failed', { code: 'connection-failed', cause: null }],
  ['the connection failed (ECONNREFUSED)', { code: 'connection-failed', cause: 'ECONNREFUSED' }],
  ['HTTP 503: not JSON', { code: 'not-json', http: 503 }],
  [
    'HTTP 400: amount: Too small. No.',
    { code: 'provider-message', http: 400, words: 'amount: Too small. No.' },
  ],
  ['HTTP 401: no message', { code: 'provider-message', http: 401, words: null }],
  [
    'HTTP 200: ok; no usable checkout_url',
    { code: 'without-page', http: 200, words: 'ok' },
    'no usable checkout_url (HTTP 200: ok)',
  ],
  [
    'HTTP 200: ok; it is about another reference',
    { code: 'other-reference', http: 200, words: 'ok' },
    'the answer is about another reference (HTTP 200: ok)',
  ],
  [
    'HTTP 200: ok; in test mode: this is a test key, and the shop is live',
    { code: 'test-key', http: 200, words: 'ok' },
    'in test mode: this is a test key, and the shop is live (HTTP 200: ok)',
  ],
  [
    'the provider says nothing about it (HTTP 404: Not (yet) found)',
    { code: 'nothing-about-it', http: 404, words: 'Not (yet) found' },
  ],
  [
    'it says nothing about it (HTTP 200: no message)',
    { code: 'nothing-about-it', http: 200, words: null },
    'the provider says nothing about it (HTTP 200: no message)',
  ],
  [
    'the provider says nothing about it (HTTP 503: not JSON)',
    { code: 'not-json', http: 503 },
    'HTTP 503: not JSON',
  ],
  [
    'no answer that can be read (HTTP 502: not JSON)',
    { code: 'not-json', http: 502 },
    'HTTP 502: not JSON',
  ],
  [
    'the answer is about another reference (HTTP 200: ok)',
    { code: 'other-reference', http: 200, words: 'ok' },
  ],
  [
    'the answer is about another payout (HTTP 200: ok)',
    { code: 'other-reference', http: 200, words: 'ok' },
    'the answer is about another reference (HTTP 200: ok)',
  ],
  [
    'said to be paid, without our reference (HTTP 200: ok)',
    { code: 'without-reference', http: 200, words: 'ok' },
    'paid by the answer, but without our reference (HTTP 200: ok)',
  ],
  ['paid in no currency (HTTP 200: ok)', { code: 'without-currency', http: 200, words: 'ok' }],
  [
    'declined (HTTP 200: Wrong PIN)',
    { code: 'failed', status: 'declined', http: 200, words: 'Wrong PIN' },
  ],
  [
    'status failed, payment pending (HTTP 400: Payment transaction not created.)',
    {
      code: 'undecided',
      what: 'payment',
      outer: 'failed',
      inner: 'pending',
      http: 400,
      words: 'Payment transaction not created.',
    },
  ],
  [
    'status none, payout none (HTTP 200: no message)',
    { code: 'undecided', what: 'payout', outer: null, inner: null, http: 200, words: null },
  ],
  [
    'paid an amount that is not whole: 999.50 (HTTP 200: ok)',
    { code: 'amount-not-whole', amount: '999.50', http: 200, words: 'ok' },
  ],
  [
    'paid an amount that is not whole: undefined (HTTP 200: ok)',
    { code: 'amount-not-whole', amount: null, http: 200, words: 'ok' },
    'paid an amount that is not whole (HTTP 200: ok)',
  ],
  [
    'an amount that is not whole (HTTP 200: ok)',
    { code: 'amount-not-whole', amount: null, http: 200, words: 'ok' },
    'paid an amount that is not whole (HTTP 200: ok)',
  ],
  ['tx_ref: already used', { code: 'reference-used' }, 'the reference was used before'],
  ['charge_id: already used', { code: 'reference-used' }, 'the reference was used before'],
  [
    'the sandbox knows no such payment',
    { code: 'unknown-to-provider' },
    'the payment service does not know of it',
  ],
  [
    'the sandbox knows no such payout',
    { code: 'unknown-to-provider' },
    'the payment service does not know of it',
  ],
  ['not paid yet', { code: 'not-paid-yet' }],
  ['under way', { code: 'under-way' }],
  ['cancelled on the test page', { code: 'ended-on-test-page', status: 'cancelled' }],
  [
    'the wallet of this number takes no money',
    { code: 'wallet-takes-none' },
    'The wallet of this number takes no money',
  ],
  ['The wallet of this number takes no money', { code: 'wallet-takes-none' }],
  ['the sandbox cannot reach its table', { code: 'sandbox-unreachable', cause: null }],
  [
    'the sandbox cannot reach its table: connect ECONNREFUSED',
    { code: 'sandbox-unreachable', cause: 'connect ECONNREFUSED' },
    'the sandbox cannot reach its table (connect ECONNREFUSED)',
  ],
  // A long answer was cut.
  [
    `failed (HTTP 200: ${LONG}`.slice(0, 300),
    { code: 'failed', status: 'failed', http: 200, words: LONG.slice(0, 282) },
    `failed (HTTP 200: ${LONG.slice(0, 282)})`,
  ],
]
/** Written about payments only, by the module that asks. */
const OPENED = 'opened with sandbox, which takes no payments here now'
/** Text that no adapter wrote stays word for word. */
const FOREIGN = ['status pending', 'Refunded', 'failed (HTTP 200: never closed', 'failed']
const ATTEMPTS: [before: object, now: object][] = [
  [
    { code: 'answered', reference: 'zv-1', amount: 5, answer: { code: 'said', text: 'under way' } },
    { code: 'answered', reference: 'zv-1', amount: 5, answer: { code: 'under-way' } },
  ],
  [
    { code: 'answered', reference: 'zv-1', amount: 5, answer: null },
    { code: 'answered', reference: 'zv-1', amount: 5, answer: null },
  ],
  [
    { code: 'written', text: 'Attempt a1b2c3d4-… over MK\u00a012,500: not paid yet.' },
    {
      code: 'answered',
      reference: 'a1b2c3d4-',
      amount: 12_500,
      answer: { code: 'not-paid-yet' },
    },
  ],
  [
    { code: 'written', text: 'Attempt a1b2c3d4-… over MK\u00a05: no answer.' },
    { code: 'answered', reference: 'a1b2c3d4-', amount: 5, answer: null },
  ],
  [
    { code: 'written', text: 'Attempt a1b2c3d4-… over MK\u00a05: MK\u00a05 paid by Card.' },
    { code: 'written', text: 'Attempt a1b2c3d4-… over MK\u00a05: MK\u00a05 paid by Card.' },
  ],
]

/** The log's names for lists that were taken, and a name that reads the same. */
const LISTS = [
  'Online Orders',
  'Packing slips',
  'POS Sales',
  'Shifts',
  'Activity',
  'Store Credit',
  'Waiting for stock',
  'Discount Codes',
  'Returns',
  'Pictures',
  'Products',
  'Customers',
  'Newsletter',
  'Stock',
  'Sample of prices',
  'Sample of stock',
]

beforeAll(async () => {
  database = await createTestDatabase('template0')
  const { folder, remove } = copyMigrations(LAST_BEFORE)
  await migrate(database.url, { folder })
  remove()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The rows need no valid references here.
  await client.query('set session_replication_role = replica')
  const texts = [...SENTENCES.map(([written]) => written), ...FOREIGN]
  for (const [n, text] of texts.entries()) {
    const answer = { code: 'said', text }
    const name = `r${String(n).padStart(3, '0')}`
    await client.query(
      `insert into payments (reference, order_id, provider, amount, last_answer) values ($1, $2, 'sandbox', 1, $3)`,
      [name, ID, answer],
    )
    await client.query(
      `insert into key_trials (reference, provider, amount, last_answer) values ($1, 'sandbox', 1, $2)`,
      [name, answer],
    )
    await client.query(
      `insert into payouts (charge_id, refund_id, provider, amount, status, settled_at, refused_at, refusal, last_answer)
       values ($1, $2, 'sandbox', 1, 'failed', now(), now(), $3, $4)`,
      [name, ID, text, n % 2 === 0 ? answer : { code: 'refused', text }],
    )
  }
  for (const [reference, answer] of [
    ['y', { code: 'said', text: OPENED }],
    ['z', { code: 'paid' }],
  ])
    await client.query(
      `insert into payments (reference, order_id, provider, amount, last_answer) values ($1, $2, 'sandbox', 1, $3)`,
      [reference, ID, answer],
    )
  await client.query(
    `insert into audit_log (action, entity, entity_id, label, after) values ('provider asked', 'order', 'x', 'x', $1)`,
    [{ answers: ATTEMPTS.map(([before]) => before) }],
  )
  for (const label of LISTS)
    await client.query(
      `insert into audit_log (action, entity, entity_id, label) values ('exported', 'product', 'list', $1), ('created', 'product', $2, $1)`,
      [label, ID],
    )
  for (const detail of ['Customers: erase', 'Staff: invite', 'GET /admin'])
    await client.query(
      `insert into account_events (user_id, kind, detail) values ($1, 'refused', $2)`,
      [ID, detail],
    )
  await migrate(database.url)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const read = async (statement: string) => (await client.query(statement)).rows

test.each([
  'select last_answer as answer from payments order by reference limit $1',
  'select last_answer as answer from key_trials order by reference limit $1',
  'select refused_with as answer from payouts order by charge_id limit $1',
])(
  'each answer stored as a sentence by the shop becomes its code and parameters: %s',
  async (statement) => {
    const { rows } = await client.query(statement, [SENTENCES.length])
    expect(rows.map(({ answer }) => answer)).toEqual(SENTENCES.map(([, report]) => report))
  },
)

test('a migrated answer of the provider has the same text as before, or as a new one', async () => {
  const rows = await read('select last_answer as answer from payments order by reference')
  expect(
    rows.slice(0, SENTENCES.length).map(({ answer }) => formatCoded(paymentAnswers, answer)),
  ).toEqual(SENTENCES.map(([written, , text = written]) => text))
})

test('a refused payout keeps the refusal apart from the provider’s answer', async () => {
  const rows = await read('select last_answer as answer, refusal from payouts order by charge_id')
  for (const [n, [written, report, text = written]] of SENTENCES.entries()) {
    const { answer, refusal } = rows[n] ?? {}
    expect(refusal, written).toBeNull()
    expect(answer).toEqual(n % 2 === 0 ? report : { code: 'not-accepted', report })
    expect(formatCoded(payoutAnswers, answer)).toBe(
      n % 2 === 0 ? text : `The payment service refuses it: ${text}`,
    )
  }
})

test('the provider’s own words stay as they are, and so do earlier codes', async () => {
  const rows = await read('select last_answer as answer from payments order by reference')
  expect(rows.slice(SENTENCES.length).map(({ answer }) => answer)).toEqual([
    ...FOREIGN.map((text) => ({ code: 'said', text })),
    { code: 'other-provider', provider: 'sandbox' },
    { code: 'paid' },
  ])
  const kept = await read('select refusal, refused_with from payouts order by charge_id')
  expect(kept.slice(SENTENCES.length)).toEqual(
    FOREIGN.map((refusal) => ({ refusal, refused_with: null })),
  )
})

test('the log of payment checks gets the same codes, also for sentences older than the codes', async () => {
  const [row] = await read(`select after from audit_log where action = 'provider asked'`)
  const answers: Parameters<typeof formatCoded<typeof attemptAnswers>>[1][] = row?.after.answers
  expect(answers).toEqual(ATTEMPTS.map(([, now]) => now))
  expect(answers.slice(2).map((answer) => formatCoded(attemptAnswers, answer))).toEqual(
    ATTEMPTS.slice(2).map(([before]) => (before as { text: string }).text),
  )
})

test('an exported list is logged under a code, and keeps its name', async () => {
  const rows = await read(`select label from audit_log where entity_id = 'list' order by id`)
  expect(rows.map(({ label }) => labelWords(label))).toEqual(LISTS)
  for (const { label } of rows) expect(label).toMatch(/^(list|packing|sample)-[a-z-]+$/)
  const names = await read(`select label from audit_log where action = 'created' order by id`)
  expect(names.map(({ label }) => label)).toEqual(LISTS)
})

test('the migrated record of a refused act has the address and the button instead of the screen’s name', async () => {
  const rows = await read('select detail from account_events order by id')
  expect(rows.map(({ detail }) => detail)).toEqual([
    'POST /admin/customers: erase',
    'POST /admin/staff: invite',
    'GET /admin',
  ])
})
