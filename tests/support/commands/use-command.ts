import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { readConfig } from '../../../app/platform/config.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { prepareDatabase } from '../../../server/prepare.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

/** A new sample shop for this test file, and its commands as a person runs them. */
export function useCommand(name: string) {
  const dir = mkdtempSync(join(tmpdir(), `zovala-${name}-`))
  let database: TestDatabase
  let env: Record<string, string>
  beforeAll(async () => {
    database = await createTestDatabase()
    env = {
      DATABASE_URL: database.url,
      DATA_DIR: dir,
      SAMPLE_SHOP: 'on',
      SAMPLE_HISTORY: 'off',
      SESSION_SECRET: 'long enough for a test',
    }
    await prepareDatabase(readConfig(env), database.url, createLog({ level: 'silent' }))
  })
  afterAll(async () => {
    await database.drop()
    rmSync(dir, { recursive: true, force: true })
  })
  return {
    dir,
    call: (...words: string[]) => {
      const { HOME = '', PATH = '' } = process.env
      return spawnSync(process.execPath, ['server/command.mjs', name, ...words], {
        env: { HOME, PATH, ...env },
        encoding: 'utf8',
      })
    },
    run: async (...statements: string[]) => {
      const client = new Client({ connectionString: database.url })
      await client.connect()
      try {
        let rows: Record<string, unknown>[] = []
        for (const statement of statements) ({ rows } = await client.query(statement))
        return rows
      } finally {
        await client.end()
      }
    },
  }
}
