import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts'
import { prepareDatabase } from '../prepare.ts'

const DIR = mkdtempSync(join(tmpdir(), 'zovala-doctor-'))
let database: TestDatabase
let env: Record<string, string>
beforeAll(async () => {
  database = await createTestDatabase()
  env = {
    DATABASE_URL: database.url,
    DATA_DIR: DIR,
    SAMPLE_SHOP: 'on',
    SESSION_SECRET: 'long enough for a test',
  }
  await prepareDatabase(readConfig(env), database.url, createLog({ level: 'silent' }))
})
afterAll(async () => {
  await database.drop()
  rmSync(DIR, { recursive: true, force: true })
})

/** The command as a person calls it. */
const doctor = (...words: string[]) => {
  const { HOME = '', PATH = '' } = process.env
  return spawnSync(process.execPath, ['server/command.mjs', 'doctor', ...words], {
    env: { HOME, PATH, ...env },
    encoding: 'utf8',
  })
}
const run = async (...statements: string[]) => {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  for (const statement of statements) await client.query(statement)
  await client.end()
}

test('the doctor finds nothing in trouble in a new sample shop, and says for which shop', () => {
  const { status, stdout, stderr } = doctor()
  expect(stderr).toContain('Zovala, the sample shop, at http://localhost:3000')
  expect(stdout).toMatch(/^Fine +Stock and its ledger +The stock of \d+ variants is the sum/)
  expect(stdout).not.toContain('Trouble')
  expect(status).toBe(0)
})

test('what is in trouble is named with what to do about it, and ends the command with 1', async () => {
  await run(
    `set session_replication_role = replica`,
    `update variants set inventory = inventory + 1 where sku = (select min(sku) from variants)`,
  )
  const { status, stdout } = doctor()
  expect(stdout).toMatch(
    /^Trouble +Stock and its ledger .*\n +-> Somebody has changed the database/,
  )
  expect(status).toBe(1)
})

test('the doctor knows no other words', () => {
  const { status, stderr } = doctor('everything')
  expect(status).toBe(1)
  expect(stderr).toContain('npm run doctor')
})
