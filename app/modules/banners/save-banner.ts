import { max } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { BannerEdit } from '../../rules/banners/banner-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from '../audit/record-audit.ts'
import { createRow, editRow, type Seen, saveRow, versioned } from '../audit/versioned.ts'
import { hasPicture } from '../media/has-picture.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'banner-picture-gone'>

const LAST_POSITION = 9999

async function lastPosition(db: Tx) {
  const [row] = await db.select({ last: max(banners.position) }).from(banners)
  return Math.min((row?.last ?? -1) + 1, LAST_POSITION)
}

/** Banners, as staff edit them and the log names them. */
export const BANNER = versioned(banners, {
  entity: 'banner',
  labelOf: ({ title }) => title,
  factsOf: ({ id: _id, version: _version, createdAt: _createdAt, ...facts }) => facts,
})

const save = (db: Db, actor: Actor, seen: Seen | null, edit: BannerEdit): Promise<SaveResult> =>
  transact(db, (db) =>
    saveRow<typeof banners, SaveResult>(db, actor, BANNER, seen, {
      async make() {
        if (!(await hasPicture(db, edit.pictureId)))
          return { ok: false, reason: 'banner-picture-gone' }
        const position = edit.position ?? (await lastPosition(db))
        return createRow(db, actor, BANNER, { ...edit, position })
      },
      async change(before) {
        if (edit.pictureId !== before.pictureId && !(await hasPicture(db, edit.pictureId)))
          return { ok: false, reason: 'banner-picture-gone' }
        return editRow(db, actor, BANNER, before, {
          ...edit,
          position: edit.position ?? before.position,
          startsAt: keepSeconds(before.startsAt, edit.startsAt),
          endsAt: keepSeconds(before.endsAt, edit.endsAt),
        })
      },
    }),
  )

/** Puts a new banner up; without a position it comes after all others. */
export const createBanner = (db: Db, actor: Actor, edit: BannerEdit) => save(db, actor, null, edit)

/** Changes a banner. */
export const editBanner = (db: Db, actor: Actor, seen: Seen, edit: BannerEdit) =>
  save(db, actor, seen, edit)
