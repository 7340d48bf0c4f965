import { and, eq, gt, isNull, lte, or, type SQL } from 'drizzle-orm'
import { columnsOf } from '../../db/columns-of.server.ts'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db } from '../../db/open.server.ts'
import { holdsText } from '../../db/search.server.ts'
import { banners, pictures } from '../../db/tables.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { type BannerState, type BannerTexts, bannerState } from '../../rules/banners/banners.ts'
import { type Page } from '../../rules/lists.ts'
import type { PictureSource } from '../../rules/media/pictures.ts'
import { PICTURE_COLUMNS, type PictureRow, toPictureSource } from '../media/picture-source.ts'
import { BANNER_COLUMNS } from './list-banners.ts'

export type AdminBanner = BannerTexts & {
  id: string
  position: number
  isActive: boolean
  startsAt: Date | null
  endsAt: Date | null
  version: number
  state: BannerState
  picture: (PictureSource & { id: string }) | null
}

const BY_POSITION: SortColumn = { column: banners.position, type: 'integer' }
const COLUMNS = {
  ...BANNER_COLUMNS,
  ...columnsOf(banners, 'position', 'isActive', 'version'),
  picture: {
    id: pictures.id,
    ...PICTURE_COLUMNS,
  },
}

type Row = Omit<AdminBanner, 'state' | 'picture'> & {
  picture: (PictureRow & { id: string }) | null
}

const toAdminBanner = (
  { storage, now }: Pick<Shop, 'storage' | 'now'>,
  { picture, ...banner }: Row,
): AdminBanner => {
  const source = toPictureSource(storage, picture)
  return {
    ...banner,
    state: bannerState(banner, now()),
    picture: source && picture ? { ...source, id: picture.id } : null,
  }
}

/** `bannerState` as a condition. */
function inState(state: BannerState, now: Date): SQL | undefined {
  const isOver = lte(banners.endsAt, now)
  const isNotOver = or(isNull(banners.endsAt), gt(banners.endsAt, now))
  if (state === 'inactive') return eq(banners.isActive, false)
  const isOn = eq(banners.isActive, true)
  if (state === 'ended') return and(isOn, isOver)
  if (state === 'waiting') return and(isOn, isNotOver, gt(banners.startsAt, now))
  return and(isOn, isNotOver, or(isNull(banners.startsAt), lte(banners.startsAt, now)))
}

/** All banners by position (docs/product.md, Banners), for staff; at most `limit` at once. */
export async function listAdminBanners(
  shop: Pick<Shop, 'db' | 'storage' | 'now'>,
  asked: { search: string; state: BannerState | null; after: string | null },
  limit: number,
): Promise<Page<AdminBanner>> {
  const { after } = asked
  const { cursor, order, rest } = pageBy(BY_POSITION, banners.id, { direction: 'asc', after })
  const rows = await shop.db
    .select({ ...COLUMNS, cursor })
    .from(banners)
    .leftJoin(pictures, eq(pictures.id, banners.pictureId))
    .where(
      and(
        asked.search === '' ? undefined : holdsText(banners.title, asked.search),
        asked.state ? inState(asked.state, shop.now()) : undefined,
        rest,
      ),
    )
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(rows, limit)
  return { ...page, rows: page.rows.map((row) => toAdminBanner(shop, row)) }
}

/** One banner for its form; undefined when there is none. */
export async function findAdminBanner(
  shop: Pick<Shop, 'storage' | 'now'> & { db: Db },
  id: string,
): Promise<AdminBanner | undefined> {
  const [row] = await shop.db
    .select(COLUMNS)
    .from(banners)
    .leftJoin(pictures, eq(pictures.id, banners.pictureId))
    .where(eq(banners.id, id))
  return row && toAdminBanner(shop, row)
}
