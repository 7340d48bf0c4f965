import { and, asc, eq, gt, isNull, lte, or } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { banners, pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { ShownBanner } from '../../rules/banners/banners.ts'
import { PICTURE_COLUMNS, toPictureSource } from '../media/picture-source.ts'

/** The columns that customers and staff see of a banner. */
export const BANNER_COLUMNS = columnsOf(
  banners,
  'id',
  'title',
  'subtitle',
  'description',
  'buttonText',
  'linkUrl',
  'startsAt',
  'endsAt',
)

/** The active banners that have started and not ended, by position (docs/product.md, Banners); at most 12. */
export async function listBanners({
  db,
  storage,
  now,
}: Pick<Shop, 'db' | 'storage' | 'now'>): Promise<ShownBanner[]> {
  const at = now()
  const rows = await db
    .select({ ...BANNER_COLUMNS, picture: PICTURE_COLUMNS })
    .from(banners)
    .leftJoin(pictures, eq(pictures.id, banners.pictureId))
    .where(
      and(
        eq(banners.isActive, true),
        or(isNull(banners.startsAt), lte(banners.startsAt, at)),
        or(isNull(banners.endsAt), gt(banners.endsAt, at)),
      ),
    )
    .orderBy(asc(banners.position), asc(banners.id))
    .limit(12)
  return rows.map(({ startsAt, endsAt, picture, ...banner }) => ({
    ...banner,
    startsAt: startsAt?.toISOString() ?? null,
    endsAt: endsAt?.toISOString() ?? null,
    picture: toPictureSource(storage, picture),
  }))
}
