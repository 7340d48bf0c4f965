import { and, asc, eq, gt, not, notLike, sql } from 'drizzle-orm'
import type { Db } from '../../db/open.server.ts'
import { pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { SMALL_WIDTH } from '../../rules/media/pictures.ts'
import { readStored } from './read-stored.ts'
import { renderRenditions } from './render-renditions.ts'
import { contentTypeOf } from './store-picture.ts'

const A_HANDFUL = 20
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Pictures from before the small width existed. A picture whose AVIF is not made yet waits, because that job also reads
 * the widths.
 */
const lacksSmall = and(
  eq(pictures.hasAvif, true),
  gt(pictures.width, SMALL_WIDTH),
  notLike(pictures.path, 'banners/%'),
  not(sql`${SMALL_WIDTH} = any(${pictures.widths})`),
)

const findLacking = (db: Db, after: string, limit: number) =>
  db
    .select({ id: pictures.id, path: pictures.path, widths: pictures.widths })
    .from(pictures)
    .where(and(gt(pictures.id, after), lacksSmall))
    .orderBy(asc(pictures.id))
    .limit(limit)

/** Enqueues small renditions for pictures that lack them, a handful at a time, beside all other work. */
export async function enqueueSmallRenditions({ db, jobs }: Pick<Shop, 'db' | 'jobs'>) {
  const [one] = await findLacking(db, FIRST, 1)
  if (one) await jobs.enqueue(db, 'add-small-renditions', { after: FIRST })
}

/**
 * Makes the small rendition of the next pictures (the 'add-small-renditions' job) and enqueues the pictures after them.
 * Safe to run again and twice at once; a picture that cannot be read is logged and left for the next start.
 */
export async function addSmallRenditions(
  shop: Pick<Shop, 'db' | 'storage' | 'jobs' | 'log'>,
  after: string,
) {
  const found = await findLacking(shop.db, after, A_HANDFUL)
  for (const picture of found)
    await addSmallRendition(shop, picture).catch((error: unknown) =>
      shop.log.error({ error, path: picture.path }, 'small rendition not made'),
    )
  const last = found.at(-1)
  if (last && found.length === A_HANDFUL)
    await shop.jobs.enqueue(shop.db, 'add-small-renditions', { after: last.id })
}

type Lacking = Awaited<ReturnType<typeof findLacking>>[number]

async function addSmallRendition(
  { db, storage }: Pick<Shop, 'db' | 'storage'>,
  { id, path, widths }: Lacking,
) {
  const made = await renderRenditions(await readStored(storage, path), [SMALL_WIDTH])
  const files = made.map(({ suffix, bytes }) => {
    // Here the small width is the largest, so its JPEG has no width in its name.
    const ending = suffix === '.jpg' ? `-${SMALL_WIDTH}.jpg` : suffix
    return { file: path.replace(/\.jpg$/, ending), bytes }
  })
  for (const { file, bytes } of files) await storage.put(file, bytes, contentTypeOf(file))
  // Files first: a width that is stored exists in every format.
  const [kept] = await db
    .update(pictures)
    .set({ widths: [SMALL_WIDTH, ...widths] })
    // With another path the picture was moved meanwhile (move-picture.ts), and nobody looks for these files.
    .where(and(eq(pictures.id, id), eq(pictures.path, path)))
    .returning({ id: pictures.id })
  if (!kept) for (const { file } of files) await storage.remove(file)
}
