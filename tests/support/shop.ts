import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { openDatabase } from '../../app/db/open.server.ts'
import { type Config, readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openShop, type Shop } from '../../app/platform/shop.server.ts'
import { cacheEmpty, createTestDatabase, type TestDatabase } from './database.ts'

/** Settings of a shop for tests: sandbox payments, an outbox, no limits that a test could run into. */
export const testConfig = (dataDir: string, env: Record<string, string> = {}): Config =>
  readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret for tests only, long enough',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
    BASE_URL: 'http://localhost:3999',
    ...env,
  })

/**
 * A real shop on a database of this test file's own, emptied after every test; what `fill` brings into it
 * beforehand stays. `wayTo` is given the database's address, and gives the one that the shop is to use.
 */
export function useShop(
  env: Record<string, string> = {},
  fill: (url: string) => Promise<void> = async () => {},
  wayTo: (url: string) => Promise<string> = async (url) => url,
) {
  const held = {} as Shop
  let database: TestDatabase
  let dataDir: string
  let closeShop: () => Promise<void>
  let empty: () => Promise<void>
  let closePool: () => Promise<void>
  beforeAll(async () => {
    database = await createTestDatabase()
    await fill(database.url)
    dataDir = mkdtempSync(join(tmpdir(), 'zovala-shop-'))
    const shop = await openShop(
      testConfig(dataDir, env),
      await wayTo(database.url),
      createLog({ level: 'silent' }),
    )
    closeShop = () => shop.close()
    Object.assign(held, shop)
    const broom = openDatabase(database.url, { max: 1 })
    closePool = broom.close
    empty = await cacheEmpty(broom.pool)
  })
  afterEach(() => empty())
  afterAll(async () => {
    await closeShop?.()
    await closePool?.()
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return held
}
