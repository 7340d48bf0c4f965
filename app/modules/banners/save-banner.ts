import { eq, max, sql } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { banners } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { BannerEdit } from '../../rules/banners/banner-form.ts'
import { keepSeconds } from '../../rules/local-time.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { hasPicture } from '../media/has-picture.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<'not-found' | 'edited-meanwhile' | 'banner-picture-gone'>

const LAST_POSITION = 9999

async function lastPosition(db: Tx) {
  const [row] = await db.select({ last: max(banners.position) }).from(banners)
  return Math.min((row?.last ?? -1) + 1, LAST_POSITION)
}

/** What the log keeps of a banner. */
export const bannerFacts = (banner: typeof banners.$inferSelect) => {
  const { id: _id, version: _version, createdAt: _createdAt, ...facts } = banner
  return facts
}

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
    const [row] = await db
      .insert(banners)
      .values({ ...edit, position })
      .returning()
    if (!row) throw new Error('the banner was not written')
    await recordAudit(db, actor, {
      action: 'created',
      entity: 'banner',
      entityId: row.id,
      label: row.title,
      after: bannerFacts(row),
    })
    return { ok: true, id: row.id }
  })

type Seen = { id: string; version: number }

/** Changes a banner, if it still is as the form showed it (`version`) or as the same press left it. */
export const editBanner = (
  db: Db,
  actor: Actor,
  seen: Seen,
  edit: BannerEdit,
): Promise<SaveResult> => transact(db, (db) => change(db, actor, seen, edit))

async function change(
  db: Tx,
  actor: Actor,
  { id, version }: Seen,
  edit: BannerEdit,
): Promise<SaveResult> {
  const [before] = await db.select().from(banners).where(eq(banners.id, id)).for('update')
  if (!before) return { ok: false, reason: 'not-found' }
  if (before.version !== version && !(await isLastByPress(db, actor, 'banner', id)))
    return { ok: false, reason: 'edited-meanwhile' }
  if (edit.pictureId !== before.pictureId && !(await hasPicture(db, edit.pictureId)))
    return { ok: false, reason: 'banner-picture-gone' }
  const [after] = await db
    .update(banners)
    .set({
      ...edit,
      position: edit.position ?? before.position,
      startsAt: keepSeconds(before.startsAt, edit.startsAt),
      endsAt: keepSeconds(before.endsAt, edit.endsAt),
      version: sql`${banners.version} + 1`,
    })
    .where(eq(banners.id, id))
    .returning()
  if (!after) throw new Error('the banner was not written')
  await recordAudit(db, actor, {
    action: 'edited',
    entity: 'banner',
    entityId: id,
    label: after.title,
    before: bannerFacts(before),
    after: bannerFacts(after),
  })
  return { ok: true, id }
}
