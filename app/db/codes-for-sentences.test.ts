import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  copyMigrations,
  createTestDatabase,
  type TestDatabase,
} from '../../tests/support/database.ts'
import { describeChange } from '../rules/messages/audit/describe-change.ts'
import { labelWords } from '../rules/messages/audit/words.ts'
import { formatCoded } from '../rules/messages/message.ts'
import { orderNotes } from '../rules/messages/orders/orders.ts'
import { paymentAnswers } from '../rules/messages/payments/payments.ts'
import { formatStockReason } from '../rules/messages/stock/stock.ts'
import { unreadReasons } from '../rules/messages/till/event-problems.ts'
import { formatReviewNotes, formatShiftNote } from '../rules/messages/till/review.ts'
import { migrate } from './migrate.server.ts'

// A database as the last release without codes left it, with sentences in its rows, to which today's migrations are
// applied.

const LAST_BEFORE = 22
let database: TestDatabase
let client: pg.Client

const NB = '\u00a0'
const PERSON = '00000000-0000-4000-8000-000000000001'
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const ORDER_NOTES = [
  'Placed',
  'Paid',
  'Paid late',
  'Nothing to pay',
  'Paid a second time: refund one payment',
  'Paid after it was cancelled: refund',
  'Paid after its stock was released: refund',
  'Not paid in time',
  'Payment was cancelled or failed',
  'Cancelled by the shop',
  'Cancelled by the customer',
  'Paid in the test mode of the payment service: no money came',
  'Paid, but the payment service does not say that it is live money',
  'Paid MWK 39000 of MWK 40000',
  'Marked as handled: Paid, but cancelled',
  'Marked as handled: Paid twice',
]
const ANSWERS = [
  'Paid',
  'Paid MWK 39000 of MWK 40000',
  'Paid in the test mode of the payment service: no money came',
  'status pending',
]
/** Notes about sales, what a person wrote after each, and who handled it. */
const REVIEWS: [note: string, codes: string[], handled?: string][] = [
  [
    `Wrap Dress: sold for MK${NB}5,000, its list said MK${NB}6,000. Mr. Hat Co. Hat is no longer in the catalogue.`,
    ['price-differs', 'product-gone'],
  ],
  [
    `Belt: sold for MK${NB}500, by a list of prices that this till did not have. The till said MK${NB}1,500, its lines make MK${NB}500. Only MK${NB}400 was given.`,
    ['price-differs', 'sum-differs', 'cash-short'],
  ],
  [
    `It is not what the till’s device signed. It names Grace Banda, and nothing proves that they made it: whoever sent it is put down. It names a cashier who is none: whoever sent it is put down.`,
    ['signature-wrong', 'maker-unproven', 'maker-none'],
  ],
  [
    `Its shift is not known. It came after its shift was counted. It is dated before its shift was opened. It came after its shift was closed elsewhere, uncounted. It came after its till was taken out of use. The till’s clock was ahead.`,
    [
      'shift-unknown',
      'shift-counted',
      'before-shift',
      'shift-abandoned',
      'till-retired',
      'clock-ahead',
    ],
  ],
  [
    `More off Belt than it costs. MK${NB}9,000 off, approved by nobody. MK${NB}9,000 off, approved without the network. 2 of Belt (M. 2) were not there by the books.`,
    ['discount-above-price', 'discount-unapproved', 'approved-offline', 'short-stock'],
  ],
  [
    `Paid after it was given up: MK${NB}40,000 by a1b2c3d4-…. 1 of Belt missing. MK${NB}500 was to be paid in cash and is not counted. Paid a second time: MK${NB}40,000 by a1b2c3d4-…. Refund one payment. Paid by phone, MK${NB}40,000 by a1b2c3d4-…, and in cash before: refund one.`,
    ['paid-late', 'items-missing', 'cash-not-counted', 'paid-twice', 'paid-in-cash-too'],
  ],
  ['Paid MWK 39000 of MWK 40000.', ['underpaid']],
  [
    'It came after its shift was counted.\nCounted the shelf.\nTwo found.',
    ['shift-counted'],
    'Counted the shelf.\nTwo found.',
  ],
  ['Asked Grace: all is well', [], 'Asked Grace: all is well'],
  ['Words of an older release. Its shift is not known.', ['written']],
]
const UNREAD = [
  'kind: Invalid input',
  'no sale is called POS-2026-000001',
  'a line is not one of POS-2026-000001',
  'the database refused it: 23514',
  'it is not what the till signed',
  'its shift was counted before',
  'said by an older release',
]
const STOCK: [kind: string, reason: string | null, cause: string | null][] = [
  ['release', 'Not paid in time', 'not-paid-in-time'],
  ['release', 'Not paid', 'not-paid'],
  ['return', 'Cancelled by the shop', 'cancelled-by-shop'],
  ['return', 'Taken back: Lost: a button', 'taken-back'],
  ['adjustment', 'Edited on the product page', 'product-edited'],
  ['adjustment', 'Lost: Moths', 'lost'],
  ['adjustment', 'Counted', 'counted'],
  ['adjustment', 'Returned by customer: torn', 'returned-by-customer'],
  ['received', 'Lost: found on the lorry', null],
  ['received', null, null],
]
const SHIFTS = [
  'Never closed: another shift was opened at this till.',
  'Never closed: who opened it has opened others since. Counted by hand',
  'Short: gave too much change',
]
const AUDIT: { before: object | null; after: object }[] = [
  {
    before: { waitedFor: ['More sold than in stock', 'Paid late'], note: null },
    after: { waitedFor: [], note: 'Counted' },
  },
  {
    before: { why: 'no such shift', sent: '{}', note: null },
    after: { why: 'no such shift', sent: null, note: 'Rung up' },
  },
  {
    before: null,
    after: { answers: [`Attempt a1b2c3d4-… over MK${NB}5: no answer.`, 'Another.'] },
  },
  { before: { M: 5 }, after: { M: 4, reason: 'Lost: Moths' } },
  { before: { M: 5 }, after: { M: 4, reason: 'Counted' } },
]
const AUDIT_ACTIONS = [
  'marked as handled',
  'marked as handled',
  'provider asked',
  'stock adjusted',
  'stock adjusted',
]
type Fields = Record<string, unknown> | null
// The database orders the fields in its own way.
const describe = ({ before, after }: { before: unknown; after: unknown }) =>
  describeChange(before as Fields, after as Fields).toSorted((a, b) => (a.field < b.field ? -1 : 1))

beforeAll(async () => {
  database = await createTestDatabase('template0')
  const { folder, remove } = copyMigrations(LAST_BEFORE)
  await migrate(database.url, { folder })
  remove()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  // The rows need no valid references here, nor do the migrations after those under test.
  await client.query('set session_replication_role = replica')
  await client.query(
    `do $$ begin execute format('alter database %I set session_replication_role = replica', current_database()); end $$`,
  )
  const add = (statement: string, values: unknown[]) => client.query(statement, values)
  for (const note of ORDER_NOTES)
    await add(`insert into order_events (order_id, to_status, note) values ($1, 'pending', $2)`, [
      PERSON,
      note,
    ])
  await add(`insert into order_events (order_id, to_status) values ($1, 'shipped')`, [PERSON])
  for (const [n, answer] of ANSWERS.entries())
    await add(
      `insert into payments (reference, order_id, provider, amount, last_answer) values ($1, $2, 'sandbox', 1, $3)`,
      [`r${n}`, PERSON, answer],
    )
  for (const [n, [note, , handled]] of REVIEWS.entries())
    await add(
      `insert into pos_sales (sale_number, cashier_id, payment_method, subtotal, total_amount, cash_amount,
        payment_status, idempotency_key, review_note, handled_at)
       values ($1, $2, 'cash', 1, 1, 1, 'completed', $1, $3, $4)`,
      [`s${n}`, PERSON, note, handled ? new Date() : null],
    )
  for (const [n, why] of UNREAD.entries())
    await add(
      `insert into unreadable_till_events (id, sent_by, body, why) values ($1, $2, '{}', $3)`,
      [`u${n}`, PERSON, why],
    )
  for (const [kind, reason] of STOCK)
    await add(
      `insert into stock_movements (variant_id, kind, quantity, reason) values ($1, $2, 1, $3)`,
      [PERSON, kind, reason],
    )
  for (const [n, note] of SHIFTS.entries())
    await add(
      `insert into shifts (id, till_id, opened_by, opened_at, opening_float, closed_at, closed_by, note)
       values ($1, $2, $2, now(), 0, now(), $2, $3)`,
      [id(n), PERSON, note],
    )
  for (const [n, { before, after }] of AUDIT.entries())
    await add(
      `insert into audit_log (action, entity, entity_id, label, before, after) values ($1, 'pos_sale', 'x', $2, $3, $4)`,
      [AUDIT_ACTIONS[n], n === 1 ? 'Sent by a till, not understood' : `l${n}`, before, after],
    )
  await migrate(database.url)
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const read = async (statement: string) => (await client.query(statement)).rows

test('an order’s history has the same texts as before, from codes', async () => {
  const rows = await read('select note from order_events order by id')
  expect(rows.at(-1)?.note).toBeNull()
  const notes = rows.slice(0, -1).map(({ note }) => note)
  expect(notes.map((note) => formatCoded(orderNotes, note))).toEqual(ORDER_NOTES)
  expect(notes.map(({ code }) => code)).not.toContain('written')
})

test('a migrated answer of the provider is kept, in the provider’s own words if there are any', async () => {
  const rows = await read('select last_answer as answer from payments order by reference')
  expect(rows.map(({ answer }) => formatCoded(paymentAnswers, answer))).toEqual(ANSWERS)
  expect(rows.map(({ answer }) => answer.code)).toEqual(['paid', 'underpaid', 'test-money', 'said'])
})

test('notes about a sale become codes; a person’s own text is in its own column', async () => {
  const rows = await read(
    'select review_notes as notes, handled_note as handled from pos_sales order by sale_number',
  )
  expect(rows.map(({ notes, handled }) => formatReviewNotes(notes, handled))).toEqual(
    REVIEWS.map(([note]) => note),
  )
  expect(rows.map(({ notes }) => notes.map(({ code }: { code: string }) => code))).toEqual(
    REVIEWS.map(([, codes]) => codes),
  )
  expect(rows.map(({ handled }) => handled)).toEqual(
    REVIEWS.map(([, , handled]) => handled ?? null),
  )
  expect(rows[0]?.notes).toEqual([
    { code: 'price-differs', product: 'Wrap Dress', sold: 5000, listed: 6000 },
    { code: 'product-gone', product: 'Mr. Hat Co. Hat' },
  ])
})

test('a migrated unreadable till event still says why it could not be read', async () => {
  const rows = await read('select why from unreadable_till_events order by id')
  // zod's sentences have become codes of their own since then (codes-for-unread-events.test.ts).
  const now = UNREAD.map((text) => text.replace('Invalid input', 'not as it should be'))
  expect(rows.map(({ why }) => formatCoded(unreadReasons, why))).toEqual(now)
  expect(rows.filter(({ why }) => why.code === 'written')).toHaveLength(1)
})

test('the ledger’s reasons become causes beside a person’s own words', async () => {
  const rows = await read('select cause, reason from stock_movements order by id')
  expect(rows.map((row) => formatStockReason(row as never))).toEqual(
    STOCK.map(([, reason]) => reason),
  )
  expect(rows.map(({ cause }) => cause)).toEqual(STOCK.map(([, , cause]) => cause))
})

test('a shift that the shop ended has its reason beside the cashier’s note', async () => {
  const rows = await read('select ending, note from shifts order by id')
  expect(rows.map(({ ending, note }) => formatShiftNote(ending, note))).toEqual(SHIFTS)
  expect(rows.map(({ note }) => note)).toEqual([null, 'Counted by hand', SHIFTS[2]])
})

test('the log has the same texts as before', async () => {
  const rows = await read('select label, before, after from audit_log order by id')
  expect(rows.map((row) => describe(row as never))).toEqual(AUDIT.map(describe))
  expect(rows[0]?.before.waitedFor).toEqual(['short-stock', 'paid-late'])
  expect(rows[3]?.after.reason).toEqual({ cause: 'lost', reason: 'Moths' })
  expect(labelWords(rows[1]?.label)).toBe('Sent by a till, not understood')
})
