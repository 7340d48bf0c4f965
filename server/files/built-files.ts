import { brotliDecompressSync } from 'node:zlib'
import { eq, inArray, sql } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../app/db/open.server.ts'
import { builtFiles } from '../../app/db/tables.server.ts'
import { type Asset, type Assets, describeAsset, type FindElsewhere } from './assets.ts'

const KEEP_DAYS = 30
const MOST_BYTES = 16 * 1024 * 1024
const MISS_MS = 10_000

/**
 * Stores this build's scripts and styles where every copy of the shop finds them, before the first page names them:
 * behind one proxy the next request may reach a copy that is a release older. Files that no release has claimed for 30
 * days are deleted.
 */
export async function keepBuiltFiles(db: Db, assets: Assets) {
  const paths = assets.hashed()
  // Locks the rows in one order, because otherwise two processes that start at once could deadlock.
  const known = await db
    .update(builtFiles)
    .set({ seenAt: sql`now()` })
    .where(
      inArray(
        builtFiles.path,
        db
          .select({ path: builtFiles.path })
          .from(builtFiles)
          .where(inArray(builtFiles.path, paths))
          .orderBy(builtFiles.path)
          .for('update'),
      ),
    )
    .returning({ path: builtFiles.path })
  const there = new Set(known.map(({ path }) => path))
  const missing = paths.filter((path) => !there.has(path)).sort()
  if (missing.length > 0)
    await db
      .insert(builtFiles)
      .values(missing.map((path) => ({ path, ...assets.squeezed(path) })))
      .onConflictDoNothing()
  await db
    .delete(builtFiles)
    .where(sql`${builtFiles.seenAt} < now() - make_interval(days => ${KEEP_DAYS}::int)`)
}

/** A file of another build, as that build would answer it; null when no release of the last 30 days had it. */
export async function findBuiltFile(db: Db, path: string): Promise<Asset | null> {
  const [row] = await db
    .select({ body: builtFiles.body, isBrotli: builtFiles.isBrotli })
    .from(builtFiles)
    .where(eq(builtFiles.path, path))
  if (!row) return null
  const plain = row.isBrotli ? brotliDecompressSync(row.body) : row.body
  return describeAsset(path, { plain, br: row.isBrotli ? row.body : null, gzip: null })
}

/**
 * Looks each path up once, however many requests wait for it: a file with a hash in its name never changes. A missing
 * file is looked up again ten seconds later, because a copy with a new build may have stored it meanwhile.
 */
export function cacheFound(find: FindElsewhere, now = () => performance.now()): FindElsewhere {
  const found = new LRUCache<string, { asset: Asset | null }>({
    maxSize: MOST_BYTES,
    // A missing file still costs its path and the cache's overhead.
    sizeCalculation: ({ asset }, path) =>
      2 * path.length + 512 + (asset?.plain?.length ?? 0) + (asset?.br?.length ?? 0),
    ignoreFetchAbort: true,
    ttlResolution: 0,
    perf: { now },
    async fetchMethod(path, _old, { options }) {
      const asset = await find(path)
      options.ttl = asset ? 0 : MISS_MS
      return { asset }
    },
  })
  return async (path) => (await found.fetch(path))?.asset ?? null
}
