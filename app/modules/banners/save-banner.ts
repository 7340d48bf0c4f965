import { max } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import type { BannerEdit } from '../../rules/banners/banner-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { rowActs } from '../audit/row-acts.ts'
import { versioned } from '../audit/versioned.ts'
import { hasPicture } from '../media/has-picture.ts'

const LAST_POSITION = 9999

async function lastPosition(db: Tx) {
  const [row] = await db.select({ last: max(banners.position) }).from(banners)
  return Math.min((row?.last ?? -1) + 1, LAST_POSITION)
}

/** How staff edit banners and how the audit log names them. */
export const BANNER = versioned(banners, {
  entity: 'banner',
  labelOf: ({ title }) => title,
  factsOf: ({ id: _id, version: _version, createdAt: _createdAt, ...facts }) => facts,
})

/** How staff add, edit, switch and delete banners; a new banner without a position becomes the last. */
export const bannerActs = rowActs<typeof banners, BannerEdit, Refusal<'banner-picture-gone'>>(
  BANNER,
  {
    refuse: async (db, { pictureId }, before) =>
      (before && before.pictureId === pictureId) || (await hasPicture(db, pictureId))
        ? null
        : { ok: false, reason: 'banner-picture-gone' },
    valuesOf: async (edit, before, db) => ({
      ...edit,
      position: edit.position ?? before?.position ?? (await lastPosition(db)),
      startsAt: keepSeconds(before?.startsAt ?? null, edit.startsAt),
      endsAt: keepSeconds(before?.endsAt ?? null, edit.endsAt),
    }),
  },
)
