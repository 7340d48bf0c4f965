import { desc } from 'drizzle-orm'
import { pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Finding } from '../../rules/health/health.ts'
import { renditionsOf } from '../../rules/media/pictures.ts'

/** The newest pictures that are checked; each takes several requests to the storage. */
const LOOKED_FOR = 500
const AT_ONCE = 20

/** Whether the files of the newest 500 pictures are in storage, in every width. */
export async function checkFiles({ db, storage }: Pick<Shop, 'db' | 'storage'>): Promise<Finding> {
  const found = await db
    .select({ path: pictures.path, widths: pictures.widths })
    .from(pictures)
    .orderBy(desc(pictures.createdAt), desc(pictures.id))
    .limit(LOOKED_FOR + 1)
  const looked = found.slice(0, LOOKED_FOR)
  const files = looked.flatMap(({ path, widths }) => [path, ...renditionsOf(path, widths)])
  const missing: string[] = []
  for (let n = 0; n < files.length; n += AT_ONCE) {
    const some = files.slice(n, n + AT_ONCE)
    const there = await Promise.all(some.map((file) => storage.has(file)))
    missing.push(...some.filter((_, at) => !there[at]))
  }
  return missing.length > 0
    ? { code: 'files-missing', count: missing.length, names: missing }
    : { code: 'files-present', pictures: looked.length, sampled: found.length > looked.length }
}
