import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { prepareDatabase, waitForDatabase } from '../prepare.ts'
import { ShownError } from '../shown-error.ts'

const DIR = mkdtempSync(join(tmpdir(), 'zovala-staff-'))
const name = `staff_${process.pid}`
const run = async (statement: string) => {
  const client = new Client({ connectionString: inject('testServer').server })
  await client.connect()
  await client.query(statement)
  await client.end()
}
afterAll(async () => {
  rmSync(DIR, { recursive: true })
  await run(`drop database if exists ${name}`)
  await run(`drop role if exists ${name}`)
})

/** Calls the command as a person does, in a shell with only these settings. */
const staff = (env: Record<string, string>, ...words: string[]) => {
  const { HOME = '', PATH = '' } = process.env
  const options = { env: { HOME, PATH, ...env }, encoding: 'utf8' as const }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['server/command.mjs', 'staff', ...words],
    options,
  )
  return { status, stderr }
}

/** An empty database; `owner` may sign in. */
async function anEmptyDatabase(owner: string | null) {
  await run(`drop database if exists ${name}`)
  await run(`create database ${name} ${owner ? `owner ${owner}` : ''}`)
  const url = new URL(inject('testServer').server)
  url.pathname = `/${name}`
  return url
}

test('the staff command makes no shop in a plain shell: it says what it read, and what to do', () => {
  const DATA_DIR = join(DIR, 'nothing-here')
  const { status, stderr } = staff({ DATA_DIR }, 'add', 'owner@shop.example', 'super_admin')
  expect(status).toBe(1)
  expect(stderr).toContain('DATABASE_URL is not set')
  expect(stderr).toContain(DATA_DIR)
  expect(stderr).toContain('SETTINGS_FILE')
  expect(stderr).not.toMatch(/^\s+at /m)
  expect(existsSync(DATA_DIR)).toBe(false)
})

test('the staff command first says on which shop it acts, without a password', async () => {
  const url = await anEmptyDatabase(null)
  url.password = 'of-the-database'
  const file = join(DIR, 'shop.env')
  writeFileSync(
    file,
    [
      '# as systemd reads it',
      'BASE_URL="https://shop.example"',
      `DATABASE_URL=${url.href}`,
      "SESSION_SECRET='long enough # for a test'",
      `DATA_DIR=${DIR}`,
    ].join('\n'),
  )
  // Other values in the environment belong to another shop.
  const { stderr } = staff({ SETTINGS_FILE: file, DATA_DIR: join(DIR, 'other') }, 'list')
  const [first] = stderr.split('\n')
  expect(first).toContain('Zovala at https://shop.example')
  expect(first).toContain(`database ${name} on `)
  expect(first).toContain(`settings: ${file}`)
  expect(stderr).not.toContain('of-the-database')
  expect(stderr).toContain('does not let us in')
})

test('a settings file that this account may not read is named', () => {
  const { status, stderr } = staff({ SETTINGS_FILE: join(DIR, 'not-there.env') }, 'list')
  expect(status).toBe(1)
  expect(stderr).toMatch(/The settings in \S+not-there\.env cannot be read \(ENOENT\)/)
})

test('the staff command makes no shop in an empty database either', async () => {
  const url = await anEmptyDatabase(null)
  const env = { DATABASE_URL: url.href, SESSION_SECRET: 'long enough for a test', DATA_DIR: DIR }
  const { status, stderr } = staff(env, 'list')
  expect(status).toBe(1)
  expect(stderr).toContain('The database of DATABASE_URL has no shop yet: start it once')
  const client = new Client({ connectionString: url.href })
  await client.connect()
  const { rows } = await client.query(`select 1 from pg_tables where schemaname = 'public'`)
  await client.end()
  expect(rows).toEqual([])
})

test('a missing database stops the start with the command that creates it', async () => {
  const url = new URL(inject('testServer').server)
  url.pathname = '/zovala_of_nobody'
  await expect(waitForDatabase(url.href)).rejects.toThrow(ShownError)
  await expect(waitForDatabase(url.href)).rejects.toThrow(
    /^There is no database zovala_of_nobody .* createdb --owner=\S+ zovala_of_nobody/,
  )
})

test('a database with another owner stops the start with the command that changes its owner', async () => {
  await run(`create role ${name} login password 'x'`)
  const url = await anEmptyDatabase(null)
  url.username = name
  url.password = 'x'
  const config = readConfig({
    DATABASE_URL: url.href,
    SESSION_SECRET: 'long enough for a test',
    DATA_DIR: DIR,
  })
  const preparing = prepareDatabase(config, url.href, createLog({ level: 'silent' }))
  await expect(preparing).rejects.toThrow(ShownError)
  await expect(preparing).rejects.toThrow(`alter database ${name} owner to ${name}`)
})
