import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../app/platform/config.server.ts'
import { requireStoragePath, type Storage } from '../../app/platform/storage/storage.server.ts'
import { writeWhole } from '../../app/platform/storage/storage-folder.server.ts'
import { contentTypeOf } from '../files/content-types.ts'
import { holdFile } from '../hold.ts'
import { openOwnPostgres } from '../postgres/postgres.ts'
import { waitForDatabase } from '../prepare.ts'
import { ShownError } from '../shown-error.ts'
import type { About } from './archive.ts'
import { BadBackup } from './byte-reader.ts'
import { isEmptyDatabase, notEmpty, openLoading } from './load-database.ts'
import type { Target } from './restore-backup.ts'
import { isUnfinished, markerOf, markUnfinished } from './unfinished.ts'

/**
 * Restores into the place that the settings name, which must be empty. A failure leaves nothing there. After a kill
 * the place stays marked: no shop starts in it, and the next restore begins anew. When the answer to the commit is
 * lost, files and mark stay, because the database may have everything.
 */
export async function intoEmptyPlace<T>(
  config: Config,
  storage: Storage,
  work: (target: Target) => Promise<T>,
): Promise<T> {
  const { dataDir, databaseUrl } = config
  const release = await holdFile(join(dataDir, 'shop.lock'), 0)
  if (!release) throw new ShownError(`A shop runs on ${dataDir}: a backup is restored beside it.`)
  try {
    if (databaseUrl) await waitForDatabase(databaseUrl)
    if (isUnfinished(dataDir)) {
      if (databaseUrl && !(await isEmptyDatabase(databaseUrl))) throw mayBeWhole(dataDir)
      // Everything there was left by a restore that was cut off.
      await clear(config)
    }
    await refuseFull(config)
    const marker = markUnfinished(dataDir)
    try {
      const done = await fill(config, storage, work)
      rmSync(marker)
      return done
    } catch (error) {
      if (databaseUrl) {
        const isEmpty = await isEmptyDatabase(databaseUrl).catch(() => null)
        if (isEmpty === null) throw error
        if (!isEmpty) throw mayBeWhole(dataDir, error)
      }
      await clear(config)
      rmSync(marker)
      throw error
    }
  } finally {
    release()
  }
}

const mayBeWhole = (dataDir: string, cause?: unknown) =>
  new ShownError(
    `A restore was cut off, and the database is not empty. If nobody else has filled it, everything was restored: delete ${markerOf(dataDir)}, and start the shop. Otherwise name an empty database, and call npm run restore again.`,
    { cause },
  )

async function refuseFull({ dataDir, databaseUrl }: Config) {
  const found = [...(databaseUrl ? [] : ['postgres']), 'files', 'outbox'].find((name) => {
    const path = join(dataDir, name)
    return existsSync(path) && readdirSync(path).length > 0
  })
  if (found)
    throw new ShownError(
      `There is a shop in ${dataDir} already (${found}): a backup is restored into an empty place only. Choose another DATA_DIR, or move that folder away.`,
    )
  if (databaseUrl && !(await isEmptyDatabase(databaseUrl))) throw notEmpty()
}

async function clear({ dataDir, databaseUrl }: Config) {
  if (!databaseUrl && existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    // Stops the PostgreSQL that a killed restore left running.
    await (await openOwnPostgres(dataDir)).stop()
  }
  const own = databaseUrl ? [] : ['postgres', 'postgres.new', 'session-secret']
  for (const name of [...own, 'files', 'outbox'])
    rmSync(join(dataDir, name), { recursive: true, force: true })
}

async function fill<T>(config: Config, storage: Storage, work: (target: Target) => Promise<T>) {
  const { dataDir, databaseUrl } = config
  const own = databaseUrl ? null : await openOwnPostgres(dataDir)
  try {
    return await work(targetOf(config, own?.url ?? databaseUrl ?? '', storage))
  } finally {
    await own?.stop()
  }
}

const targetOf = (config: Config, url: string, storage: Storage): Target => ({
  open(about) {
    refuseOtherKind(about, config)
    return openLoading(url, about)
  },
  async putFile(name, bytes) {
    const [, room, path = ''] = /^(files|outbox)\/(.+)$/.exec(name) ?? []
    if (room === 'files') await storage.put(path, bytes, contentTypeOf(path))
    else if (room === 'outbox')
      await writeWhole(join(config.dataDir, room, requireStoragePath(path)), bytes, 0o600)
    else throw new BadBackup(`This backup has a file that is none of a shop: ${name}.`)
  },
  async keepSessionSecret(secret) {
    // A secret in the settings is the owner's, and is compared at the end.
    if (!config.given.includes('SESSION_SECRET'))
      await writeWhole(join(config.dataDir, 'session-secret'), secret, 0o600)
  },
})

function refuseOtherKind({ kind }: About, { sampleShop }: Config) {
  if (kind === (sampleShop ? 'sample' : 'real')) return
  throw new ShownError(
    kind === 'sample'
      ? 'This is the backup of a sample shop, and SAMPLE_SHOP is off: say SAMPLE_SHOP=on to restore it.'
      : 'This is the backup of a real shop, and SAMPLE_SHOP is on: say SAMPLE_SHOP=off to restore it.',
  )
}
