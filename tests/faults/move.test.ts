import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { movedNoteOf } from '../../server/backup/unfinished.ts'
import { parseSettings } from '../../server/commands/settings.ts'
import { livePostmaster } from '../../server/postgres/postgres-place.ts'
import { ask, makeDataDir, openProduct, startProduct, until } from '../support/product.ts'

const LOCK = 4_242

async function connect(url: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}

async function anEmptyServer() {
  const name = `test_${process.pid}_${randomBytes(5).toString('hex')}`
  const server = await connect(inject('testServer').server)
  await server.query(`create database ${name}`)
  const url = new URL(inject('testServer').server)
  url.pathname = `/${name}`
  const client = await connect(url.href)
  onTestFinished(async () => {
    await client.end()
    await server.query(`drop database ${name} with (force)`)
    await server.end()
  })
  return { url: url.href, client }
}

/** Runs the command as a person does, with only the service's file of settings. */
function move(file: string, url: string) {
  const { HOME = '', PATH = '' } = process.env
  const child = spawn(process.execPath, ['server/command.mjs', 'move'], {
    env: { HOME, PATH, SETTINGS_FILE: file, MOVE_TO: url },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => (printed += part.toString()))
  const ended = new Promise<{ code: number | null; printed: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, printed })),
  )
  onTestFinished(() => void child.kill('SIGKILL'))
  return { child, ended }
}

test('a stopped shop moves to a server by one command, also after a move that was killed in the middle', async () => {
  const dataDir = makeDataDir()
  const file = join(makeDataDir(), 'zovala.env')
  const before = `# of this shop\nDATA_DIR=${dataDir}\nSAMPLE_SHOP=off\n`
  writeFileSync(file, before, { mode: 0o640 })
  const { url, client } = await anEmptyServer()
  const refused = async (to: string, reason: string) => {
    const { code, printed } = await move(file, to).ended
    expect([code, printed]).toEqual([1, expect.stringContaining(reason)])
    expect(printed).toContain(`its own PostgreSQL in ${dataDir}`)
    expect(readFileSync(file, 'utf8')).toBe(before)
  }

  const first = await openProduct({ dataDir, empty: true })
  await ask(dataDir, `insert into shop_facts values ('test', 'kept')`)
  await refused(url, 'The shop runs: stop it first')
  await first.end()
  await refused('postgresql://zovala@db.example/zovala', 'another machine without TLS')

  // Killed when all rows are copied but not committed yet: by then the server waits for this lock.
  await client.query(
    `create function wait_when_filled() returns event_trigger language plpgsql as $$ begin
       if to_regclass('public.shop_facts') is not null then
         if exists (select from public.shop_facts where key = 'test') then perform pg_advisory_lock(${LOCK}); end if;
       end if;
     end $$;
     create event trigger waits on ddl_command_end when tag in ('ALTER TABLE') execute function wait_when_filled();
     select pg_advisory_lock(${LOCK})`,
  )
  const { child, ended } = move(file, url)
  const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${LOCK} and not granted`
  await until(async () => (await client.query(waiting)).rowCount === 1, 'all rows are copied')
  child.kill('SIGKILL')
  await ended
  await client.query(`select pg_advisory_unlock(${LOCK})`)
  expect(readFileSync(file, 'utf8')).toBe(before)

  const done = await move(file, url).ended
  expect([done.code, done.printed]).toEqual([
    0,
    expect.stringMatching(/Moved to database test_\w+ on .*: \d+ tables with [\d,]+ rows/),
  ])
  expect(livePostmaster(join(dataDir, 'postgres'))).toBeNull()
  const after = readFileSync(file, 'utf8')
  expect(after.startsWith(before)).toBe(true)
  expect(statSync(file).mode & 0o777).toBe(0o640)
  const env = parseSettings(after, file) as Record<string, string>
  expect(env).toEqual({
    DATA_DIR: dataDir,
    SAMPLE_SHOP: 'off',
    DATABASE_URL: url,
    SESSION_SECRET: readFileSync(join(dataDir, 'session-secret'), 'utf8'),
  })
  const twice = await move(file, url).ended
  expect([twice.code, twice.printed]).toEqual([0, expect.stringContaining('already')])

  // With the former settings, nothing is sold in the database that was left.
  const former = await startProduct({ dataDir, empty: true })
  expect(await former.exited).toBe(1)
  expect(former.output()).toContain(`delete ${movedNoteOf(dataDir)}`)
  const again = await openProduct({ dataDir, empty: true, env })
  expect((await fetch(`${again.origin}/readyz`)).status).toBe(200)
  const { rows } = await client.query(`select value from shop_facts where key = 'test'`)
  expect(rows).toEqual([{ value: 'kept' }])
  expect(livePostmaster(join(dataDir, 'postgres'))).toBeNull()
  expect(existsSync(join(dataDir, 'postgres', 'PG_VERSION'))).toBe(true)
})
