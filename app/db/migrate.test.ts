import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, test } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { until } from '../../tests/support/product.ts'
import { migrate } from './migrate.server.ts'

const database = useDatabase()

/** A folder with the shop's migrations and one more. */
function addMigration(statement: string) {
  const folder = mkdtempSync(join(tmpdir(), 'zovala-migrate-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync('db/migrations', folder, { recursive: true })
  const file = join(folder, 'meta', '_journal.json')
  mkdirSync(join(folder, 'meta'), { recursive: true })
  const journal = JSON.parse(readFileSync(file, 'utf8')) as {
    entries: { idx: number; when: number }[]
  }
  const last = journal.entries.at(-1)
  const next = {
    ...last,
    idx: (last?.idx ?? 0) + 1,
    when: (last?.when ?? 0) + 1000,
    tag: '9999_next',
  }
  writeFileSync(file, JSON.stringify({ ...journal, entries: [...journal.entries, next] }))
  writeFileSync(join(folder, '9999_next.sql'), statement)
  return folder
}

test('a migration waits for a locked table without blocking its readers meanwhile', {
  tags: 'slow',
}, async () => {
  const folder = addMigration('alter table banners add column next text')
  const { pool } = database
  const holder = await pool.connect()
  await holder.query('begin; lock table banners in access share mode')
  const migrating = migrate(database.url, { folder, patienceMs: 200 })
  const isWaiting = async () => {
    const { rows } = await pool.query(
      `select from pg_locks where relation = 'banners'::regclass and not granted`,
    )
    return rows.length > 0
  }
  await until(isWaiting, 'the migration waits for the table')
  // This query queues behind the migration: it is served once the migration has given up, long before the table is
  // free.
  await pool.query('select count(*) from banners')
  await holder.query('commit')
  holder.release()
  await migrating
  await pool.query('select next from banners')
  await pool.query('alter table banners drop column next')
})
