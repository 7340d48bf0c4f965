import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { MIGRATION_LOCK } from '../../app/db/migrate.server.ts'
import { loseAnswerTo } from '../../tests/support/connections/lose-answer.ts'
import { createTestDatabase } from '../../tests/support/database.ts'
import { aPendingOrder, aProduct, aUser } from '../../tests/support/factories.ts'
import { useShop } from '../../tests/support/shop.ts'
import { holdDatabase } from '../postgres/hold-database.ts'
import { moveDatabase } from './move-database.ts'
import { movedNoteOf, refuseMoved } from './unfinished.ts'

let from = ''
const shop = useShop({}, async (url) => void (from = url))

async function run(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows
  } finally {
    await client.end()
  }
}

async function aMove() {
  const dataDir = mkdtempSync(join(tmpdir(), 'zovala-move-'))
  mkdirSync(join(dataDir, 'postgres'))
  const server = await createTestDatabase('template0')
  onTestFinished(async () => {
    await server.drop()
    rmSync(dataDir, { recursive: true })
  })
  return { from, dataDir, to: server.url, place: 'database shop on db.example' }
}

async function anOrder() {
  const product = await aProduct(shop, { stock: 7, name: 'Chitenje\t👗' })
  const { userId } = await aUser(shop)
  const { order } = await aPendingOrder(shop, userId, [{ product }])
  return order.orderNumber
}

const tablesIn = (url: string) =>
  run(url, `select tablename from pg_tables where schemaname in ('public', 'drizzle')`)

test('a database is moved row by row; a complete copy of a killed move is kept by the next one, unless it has new sales', async () => {
  const number = await anOrder()
  const move = await aMove()
  const tables = await moveDatabase(move)
  expect(tables.find(({ name }) => name === 'public.orders')?.rows).toBe(1)
  expect(tables.find(({ name }) => name === 'pgboss.job')?.rows).toBeGreaterThan(0)
  expect(await run(move.to, 'select order_number from orders')).toEqual([{ order_number: number }])
  expect(await run(move.to, 'select name, inventory_quantity from products')).toEqual([
    { name: 'Chitenje\t👗', inventory_quantity: 6 },
  ])
  const next = `select nextval('order_numbers')::int as n`
  expect(await run(move.to, next)).toEqual(await run(from, next))
  await expect(run(move.to, 'update products set inventory_quantity = 1')).rejects.toThrow(
    'only through stock_movements',
  )
  // The former database is unchanged, and no shop starts on it by mistake.
  expect(await run(from, 'select order_number from orders')).toEqual([{ order_number: number }])
  expect(() => refuseMoved(move.dataDir)).toThrow('was moved from')

  // The state after a kill before the settings were written.
  expect(await moveDatabase(move)).toEqual(tables)
  await expect(moveDatabase({ ...move, place: 'database other on db.example' })).rejects.toThrow(
    'to database shop on db.example',
  )
  await run(move.to, `update orders set notes = 'sold since'`)
  await expect(moveDatabase(move)).rejects.toThrow('not as this shop was copied into it')
  expect(existsSync(movedNoteOf(move.dataDir))).toBe(true)
})

test('a failed move leaves nothing in the new database, and the shop on the former one', async () => {
  await anOrder()
  const move = await aMove()
  await run(move.to, 'create table notes_of_mine (id int)')
  await expect(moveDatabase(move)).rejects.toThrow('into an empty one only')
  await run(move.to, 'drop table notes_of_mine')
  await run(
    move.to,
    `create function fail_when_filled() returns event_trigger language plpgsql as $$ begin
       if to_regclass('public.orders') is not null then
         if exists (select from public.orders) then raise 'the server gave up'; end if;
       end if;
     end $$;
     create event trigger fails on ddl_command_end when tag in ('ALTER TABLE') execute function fail_when_filled()`,
  )
  await expect(moveDatabase(move)).rejects.toThrow('the server gave up')
  expect(await tablesIn(move.to)).toEqual([])
  expect(() => refuseMoved(move.dataDir)).not.toThrow()
  await run(move.to, 'drop event trigger fails')
  await expect(moveDatabase(move)).resolves.toBeTruthy()
})

test('a move that loses the answer to its commit starts no shop on the former database, and the next call keeps the copy', async () => {
  await anOrder()
  const move = await aMove()
  const lost = loseAnswerTo('commit')
  await expect(moveDatabase(move)).rejects.toThrow('terminated')
  lost.mockRestore()
  expect(() => refuseMoved(move.dataDir)).toThrow('was moved from')
  const tables = await moveDatabase(move)
  expect(tables.find(({ name }) => name === 'public.orders')?.rows).toBe(1)
})

test('a database is not moved while a command uses it, and no command starts on it while it is moved', async () => {
  await anOrder()
  const move = await aMove()
  const commands = await Promise.all([holdDatabase(from, 'shared'), holdDatabase(from, 'shared')])
  await commands[0]?.()
  await expect(moveDatabase(move)).rejects.toThrow('Another command works on this shop')
  expect(await tablesIn(move.to)).toEqual([])
  await commands[1]?.()
  // During the copy: the new database waits for this lock by then.
  const held = new Client({ connectionString: move.to })
  await held.connect()
  onTestFinished(() => held.end())
  await held.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
  const moving = moveDatabase(move)
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  const isWaiting = async () => expect((await held.query(waiting)).rowCount).toBe(1)
  await vi.waitFor(isWaiting, { timeout: 60_000 })
  expect(await holdDatabase(from, 'shared')).toBeNull()
  await held.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
  expect(await moving).toBeTruthy()
  const release = await holdDatabase(from, 'shared')
  expect(release).toBeTruthy()
  await release?.()
})
