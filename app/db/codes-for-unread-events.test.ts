import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { copyMigrations, createTestDatabase } from '../../tests/support/database.ts'
import { formatCoded } from '../rules/messages/message.ts'
import { unreadReasons } from '../rules/messages/till/event-problems.ts'
import { migrate } from './migrate.server.ts'

const LAST_BEFORE = 99
/** Sentences of zod and of ours that were stored with unreadable events, and the codes that replace them. */
const PROBLEMS: [problem: string, code: string][] = [
  ['a line is there twice', 'line-twice'],
  ['more than can be paid', 'above-payable'],
  ['a sale is of products or of a voucher', 'products-or-voucher'],
  ["Invalid discriminator value. Expected 'sale'", 'invalid_union'],
  ['Invalid input: expected int, received number', 'invalid_type'],
  ['Invalid input: expected "sale"', 'invalid_value'],
  ['Too small: expected number to be >=0', 'too_small'],
  ['Too big: expected string to have <=2 characters', 'too_big'],
  ['Unrecognized key: "a"', 'unrecognized_keys'],
  ['Invalid key in record', 'invalid_key'],
  ['Invalid UUID', 'invalid_format'],
  ['Invalid ISO datetime', 'invalid_format'],
  ['Invalid string: must match pattern /^a$/', 'invalid_format'],
  ['Invalid input', 'custom'],
  ['', 'custom'],
  ['of nobody we know', 'of nobody we know'],
]

test('the fault of an unreadable event becomes a code, in the log as well', {
  tags: 'slow',
}, async () => {
  const database = await createTestDatabase('template0')
  const { folder, remove } = copyMigrations(LAST_BEFORE)
  await migrate(database.url, { folder })
  remove()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await database.drop()
  })
  await client.query('set session_replication_role = replica')
  const whys = [
    ...PROBLEMS.map(([problem]) => ({ code: 'unreadable', path: 'kind', problem })),
    { code: 'till-unknown' },
  ]
  const user = '00000000-0000-4000-8000-000000000001'
  for (const [n, why] of whys.entries()) {
    const name = String(n).padStart(2, '0')
    await client.query(
      `insert into unreadable_till_events (id, sent_by, body, why) values ($1, $2, '{}', $3)`,
      [name, user, why],
    )
    await client.query(
      `insert into audit_log (action, entity, entity_id, label, before, after) values ('marked as handled', 'pos_sale', $1, 'x', $2, $3)`,
      [name, { why, sent: '{}', note: null }, { why, sent: null, note: 'Seen' }],
    )
  }
  await migrate(database.url)
  const expected = [
    ...PROBLEMS.map(([, problem]) => ({ code: 'unreadable', path: 'kind', problem })),
    { code: 'till-unknown' },
  ]
  const { rows } = await client.query('select why from unreadable_till_events order by id')
  expect(rows.map(({ why }) => why)).toEqual(expected)
  const logged = await client.query('select before, after from audit_log order by entity_id')
  expect(logged.rows).toEqual(
    expected.map((why) => ({
      before: { why, sent: '{}', note: null },
      after: { why, sent: null, note: 'Seen' },
    })),
  )
  expect(formatCoded(unreadReasons, rows[0]?.why)).toBe('kind: a line is there twice')
  expect(formatCoded(unreadReasons, rows[15]?.why)).toBe('kind: of nobody we know')
})
