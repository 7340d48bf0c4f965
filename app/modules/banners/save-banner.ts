import { max } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { BannerEdit } from '../../rules/banners/banner-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import type { Actor } from '../audit/record-audit.ts'
import { createRow, editRow, lockToEdit, type Seen, versioned } from '../audit/versioned.ts'
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

/**
 * Puts a new banner up; without a position it comes after all others. The same press sent again changes the one
 * that it made.
 */
export const createBanner = (db: Db, actor: Actor, edit: BannerEdit): Promise<SaveResult> =>
  transact(db, async (db) => {
    const [made] = await listDone(db, actor, 'banner')
    if (made) return change(db, actor, { id: made.entityId, version: 0 }, edit)
    if (!(await hasPicture(db, edit.pictureId))) return { ok: false, reason: 'banner-picture-gone' }
    const position = edit.position ?? (await lastPosition(db))
    return createRow(db, actor, BANNER, { ...edit, position })
  })

/** Changes a banner, if it still is as the form showed it (`version`) or as the same press left it. */
export const editBanner = (db: Db, actor: Actor, seen: Seen, edit: BannerEdit) =>
  transact(db, (db) => change(db, actor, seen, edit))

async function change(db: Tx, actor: Actor, seen: Seen, edit: BannerEdit): Promise<SaveResult> {
  const locked = await lockToEdit(db, actor, BANNER, seen)
  if (!locked.ok) return locked
  const { before } = locked
  if (edit.pictureId !== before.pictureId && !(await hasPicture(db, edit.pictureId)))
    return { ok: false, reason: 'banner-picture-gone' }
  return editRow(db, actor, BANNER, before, {
    ...edit,
    position: edit.position ?? before.position,
    startsAt: keepSeconds(before.startsAt, edit.startsAt),
    endsAt: keepSeconds(before.endsAt, edit.endsAt),
  })
}
