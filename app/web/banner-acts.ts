import { data, type RouterContextProvider } from 'react-router'
import type { Actor } from '../modules/audit/record-audit.ts'
import { findLastEditor } from '../modules/audit/last-editor.ts'
import { findOfficeBanner } from '../modules/banners/list-office-banners.ts'
import { moveBanner } from '../modules/banners/move-banner.ts'
import { createBanner, editBanner } from '../modules/banners/save-banner.ts'
import { deleteBanner, switchBanner } from '../modules/banners/switch-banner.ts'
import { listChosenPictures } from '../modules/products/find-office-product.ts'
import type { Shop } from '../platform/shop.server.ts'
import { type BannerEdit, readBanner } from '../rules/banner-form.ts'
import { BANNER_LABELS, type BannerValues, bannerValues } from '../rules/banner-values.ts'
import { mergeEdits, sideBySide } from '../rules/conflict.ts'
import { wordsFor } from '../rules/words.ts'
import { attempt } from './attempt.ts'
import { shopContext } from './context.ts'
import { readForm } from './read-form.ts'
import {
  type FormAnswer,
  formAgain,
  readId,
  readLoaded,
  readSubject,
  readValues,
} from './staff-form.ts'
import { requireActor } from './staff-guards.ts'
import { listPath } from './staff-list.ts'
import { badToast, goodToast, redirectWith, type Toast } from './toasts.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }
type Answer = FormAnswer<BannerValues>
const FIELDS = Object.keys(BANNER_LABELS) as (keyof BannerValues)[]

/** `save`, `switch`, `move` and `delete` on Manage Banners. */
export async function actOnBanners(args: Args) {
  const actor = await requireActor(args)
  const shop = args.context.get(shopContext)
  const form = await readForm(args.request)
  const say = (toast: Toast) =>
    redirectWith(args.context, listPath(args.request, '/admin/banners', ['edit', 'new']), toast)
  const id = readId(form.get('id'))
  const failed = 'banner-updating-failed'

  switch (form.get('intent')) {
    case 'save':
      return save(shop, actor, form, say)
    case 'switch': {
      if (!id) return say(badToast('bad-form'))
      const isActive = form.get('active') === 'true'
      const done = await attempt(shop, failed, () => switchBanner(shop.db, actor, id, isActive))
      return done.ok ? null : say(badToast(done.reason))
    }
    case 'move': {
      if (!id) return say(badToast('bad-form'))
      const way = form.get('way') === 'up' ? 'up' : 'down'
      const done = await attempt(shop, failed, () => moveBanner(shop.db, actor, id, way))
      return done.ok ? null : say(badToast(done.reason))
    }
    case 'delete': {
      const seen = readSubject(form)
      if (!seen) return say(badToast('bad-form'))
      const done = await attempt(shop, 'banner-deleting-failed', () =>
        deleteBanner(shop.db, actor, seen),
      )
      return say(done.ok ? goodToast('banner-deleted') : badToast(done.reason))
    }
    default:
      return say(badToast('bad-form'))
  }
}

async function save(
  shop: Shop,
  actor: Actor,
  form: FormData,
  say: (toast: Toast) => Promise<Response>,
) {
  const values = readValues(form, FIELDS)
  const seen = form.has('id') ? readSubject(form) : null
  if (form.has('id') && !seen) return say(badToast('bad-form'))
  const read = readBanner(values)
  if (!read.ok) return data<Answer>({ values, errors: read.errors }, { status: 400 })
  const done = await attempt(
    shop,
    seen ? 'banner-updating-failed' : 'banner-creating-failed',
    async () =>
      seen
        ? editBanner(shop.db, actor, seen, read.banner)
        : createBanner(shop.db, actor, read.banner),
  )
  if (done.ok) return say(goodToast(seen ? 'banner-updated' : 'banner-created'))
  if (done.reason === 'not-found') return say(badToast('not-found'))
  if (done.reason === 'edited-meanwhile' && seen) {
    const edits = await compareEdits(shop, seen.id, read.banner, readLoaded(form, FIELDS))
    if (!edits) return say(badToast('not-found'))
    const { conflict, merged, theirs, picture } = edits
    if (conflict.fields.length === 0) {
      // Somebody else has made the same change.
      if (FIELDS.every((field) => merged[field] === theirs[field]))
        return say(goodToast('banner-updated'))
      const { version } = conflict
      return save(shop, actor, formAgain({ id: seen.id, version }, merged, theirs), say)
    }
    return data<Answer>({ values: merged, errors: {}, conflict, picture }, { status: 409 })
  }
  const said = wordsFor(done.reason)
  const isPicture = done.reason === 'banner-picture-gone'
  return data<Answer>(
    isPicture
      ? { values, errors: { pictureId: said.description ?? said.title } }
      : { values, errors: {}, said },
    { status: isPicture ? 400 : 500 },
  )
}

const shown = (values: BannerValues, saved: string): BannerValues => ({
  ...values,
  startsAt: values.startsAt.replace('T', ' '),
  endsAt: values.endsAt.replace('T', ' '),
  isActive: values.isActive === 'true' ? 'Yes' : 'No',
  pictureId:
    values.pictureId === '' ? '' : values.pictureId === saved ? 'The saved one' : 'Another one',
})

/** What stands now and what was typed, as it would have been stored: put together, and where both changed. */
async function compareEdits(
  shop: Shop,
  id: string,
  { pictureId, ...edit }: BannerEdit,
  loaded: BannerValues | null,
) {
  const [banner, by] = await Promise.all([
    findOfficeBanner(shop, id),
    findLastEditor(shop.db, 'banner', id),
  ])
  if (!banner) return null
  const mine = bannerValues({
    ...edit,
    position: edit.position ?? banner.position,
    picture: pictureId ? { id: pictureId } : null,
  })
  const theirs = bannerValues(banner)
  const saved = theirs.pictureId
  const { merged, clashes } = mergeEdits({ mine, theirs, loaded }, [['startsAt', 'endsAt']])
  const fields = sideBySide(BANNER_LABELS, shown(mine, saved), shown(theirs, saved), clashes)
  const [picture = null] = await listChosenPictures(shop, [merged.pictureId])
  return { merged, theirs, picture, conflict: { version: banner.version, by, fields } }
}
