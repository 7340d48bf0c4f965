import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '../../../db/open.server.ts'
import { imports } from '../../../db/tables.server.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { readZip } from '../../../platform/storage/zip.server.ts'
import { MOST_PICTURE_BYTES } from '../../../rules/media/uploads.ts'
import { isUuid } from '../../../rules/uuid.ts'

type Place = Pick<Shop, 'config'>

const folderOf = ({ config }: Place) => join(config.dataDir, 'imports')

/** The path of an import's zip until its pictures are in the shop. */
const zipOf = (shop: Place, importId: string) => join(folderOf(shop), `${importId}.zip`)

/** Gives `work` a path for an uploaded file and deletes the file afterwards, unless it was kept as an import's zip. */
export async function withNewFile<T>(
  shop: Place,
  work: (path: string, keep: (importId: string) => Promise<void>) => Promise<T>,
): Promise<T> {
  await mkdir(folderOf(shop), { recursive: true })
  const path = join(folderOf(shop), `${randomUUID()}.part`)
  try {
    return await work(path, (importId) => rename(path, zipOf(shop, importId)))
  } finally {
    await rm(path, { force: true })
  }
}

/** Deletes the zip of an import; may be repeated. */
export const removeZip = (shop: Place, importId: string) =>
  rm(zipOf(shop, importId), { force: true })

/** The zip is perhaps in the data folder of another machine, which gets the job when it is tried again. */
export class ZipElsewhere extends Error {}

// The queue tries a job of an import for 75 minutes at least (IMPORT in platform/jobs.server.ts): the last tries come
// later than this, so that no import waits forever for a machine that is lost.
const WAIT_MS = 3_600_000

type Waiting = Pick<typeof imports.$inferSelect, 'id' | 'createdAt' | 'startedAt'>

/**
 * The pictures at these places of an import's zip. Throws `ZipElsewhere` for a missing zip where several machines may
 * share the import (with the files in a bucket each has its own data folder), for an hour.
 */
export async function* readPictures(
  shop: Place,
  { id, createdAt, startedAt }: Waiting,
  places: ReadonlySet<number>,
) {
  try {
    yield* readZip(zipOf(shop, id), places, MOST_PICTURE_BYTES)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const waited = Date.now() - (startedAt ?? createdAt).getTime()
    if (isMissing && shop.config.s3 && waited < WAIT_MS)
      throw new ZipElsewhere(`the zip of import ${id} is not on this machine`, { cause: error })
    throw error
  }
}

const A_DAY_MS = 86_400_000

/**
 * Deletes files of the folder that are a day old and that no import waits for, because it is done, deleted or
 * never started.
 */
export async function removeLeftZips(shop: Place & { db: Db }) {
  const folder = folderOf(shop)
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const [, id = '', kind] = /^(.+)\.(zip|part)$/.exec(name) ?? []
    // A file of the system, or one that somebody put there.
    if (!isUuid(id)) continue
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (!facts || Date.now() - facts.mtimeMs < A_DAY_MS) continue
    const waits = await shop.db.$count(imports, and(eq(imports.id, id), ne(imports.state, 'done')))
    if (waits === 0 || kind === 'part') await rm(path, { force: true })
  }
}
