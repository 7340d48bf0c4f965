import { brotliDecompressSync } from 'node:zlib'
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../app/db/open.server.ts'
import { builtFiles } from '../../app/db/tables.server.ts'
import { type Asset, type Assets, describeAsset } from './assets.ts'

const KEEP_DAYS = 30

/**
 * Lays this build's scripts and styles where every copy of the shop finds them, before the first page names them:
 * behind one proxy the next request may reach a copy that is a release older. Those that no release has claimed for
 * 30 days go.
 */
export async function keepBuiltFiles(db: Db, assets: Assets) {
  const paths = assets.hashed()
  // In one order everywhere, or two processes that start at once wait for each other.
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

/** A file of another build, as that build answers it; null when no release of the last 30 days had it. */
export async function findBuiltFile(db: Db, path: string): Promise<Asset | null> {
  const [row] = await db
    .select({ body: builtFiles.body, isBrotli: builtFiles.isBrotli })
    .from(builtFiles)
    .where(eq(builtFiles.path, path))
  if (!row) return null
  const plain = row.isBrotli ? brotliDecompressSync(row.body) : row.body
  return describeAsset(path, { plain, br: row.isBrotli ? row.body : null, gzip: null })
}
