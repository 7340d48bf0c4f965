import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { openDatabase } from '../../app/db/open.server.ts'
import { type Config, readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { openShop, type Shop } from '../../app/platform/shop.server.ts'
import { cacheEmpty, createTestDatabase } from './database.ts'

/** Settings of a test shop: sandbox payments, an outbox, and no limits that a test could reach. */
export const testConfig = (dataDir: string, env: Record<string, string> = {}): Config =>
  readConfig({
    DATA_DIR: dataDir,
    SESSION_SECRET: 'a secret for tests only, long enough',
    RATE_LIMIT_SCALE: '100000',
    LOG_LEVEL: 'silent',
    BASE_URL: 'http://localhost:3999',
    ...env,
  })

const noFill = async () => {}
const ownWay = async (url: string) => url

/**
 * A real shop on a database that is emptied after every test; the data of `fill` stays. `wayTo` maps the database's
 * address to the one that the shop should use. A file that passes no options shares shop and database with the other
 * files of its worker, one after the other: creating and warming up one for each file took an eighth of the unit tests'
 * time.
 */
export function useShop(
  env: Record<string, string> = {},
  fill: (url: string) => Promise<void> = noFill,
  wayTo: (url: string) => Promise<string> = ownWay,
) {
  const held = {} as Shop
  const isUsual = Object.keys(env).length === 0 && fill === noFill && wayTo === ownWay
  const isShared = isUsual && inject('sharesShop') === true
  let opened: Opened
  beforeAll(async () => {
    if (isShared) shared ??= open(env, fill, wayTo)
    opened = await (isShared && shared ? shared : open(env, fill, wayTo))
    if (isShared) await forgetFormer(opened.shop)
    Object.assign(held, opened.shop)
  })
  afterEach(() => opened.empty())
  afterAll(async () => {
    if (!isShared) await opened?.close()
  })
  return held
}

/** Deletes the emails that it sent, and reloads settings whose rows were deleted. */
async function forgetFormer({ config, settings }: Shop) {
  rmSync(join(config.dataDir, 'outbox'), { recursive: true, force: true })
  await settings.refresh()
}

type Opened = Awaited<ReturnType<typeof open>>
/** Ends with its worker; the database is dropped after all tests (test-server.ts). */
let shared: Promise<Opened> | undefined

async function open(
  env: Record<string, string>,
  fill: (url: string) => Promise<void>,
  wayTo: (url: string) => Promise<string>,
) {
  const database = await createTestDatabase()
  await fill(database.url)
  const dataDir = mkdtempSync(join(tmpdir(), 'zovala-shop-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  const shop = await openShop(
    testConfig(dataDir, env),
    await wayTo(database.url),
    createLog({ level: 'silent' }),
  )
  const broom = openDatabase(database.url, { max: 1 })
  const empty = await cacheEmpty(broom.pool)
  const close = async () => {
    await shop.close()
    await broom.close()
    await database.drop()
    remove()
    process.off('exit', remove)
  }
  return { shop, empty, close }
}
