import { findAdminBanner } from '../../../modules/banners/list-admin-banners.ts'
import { moveBanner } from '../../../modules/banners/move-banner.ts'
import { bannerActs } from '../../../modules/banners/save-banner.ts'
import { listChosenPictures } from '../../../modules/catalogue/edit/find-admin-product.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type BannerEdit, readBanner } from '../../../rules/banners/banner-form.ts'
import { type BannerValues, bannerValues } from '../../../rules/banners/banner-values.ts'
import { BANNER_LABELS } from '../../../rules/messages/banners/words.ts'
import { pictureNotice, yesNo } from '../../../rules/messages/forms.ts'
import { actOnEntries, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { answerAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

/** `save`, `switch`, `move` and `delete` on Manage Banners. */
export async function actOnBanners(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/banners')
  const { shop, actor, form, respond } = act
  return actOnEntries(act, kindOf(shop, !form.has('id')), {
    move() {
      const id = readId(readText(form, 'id'))
      if (!id) return respond(badToast('bad-form'))
      const way = readText(form, 'way') === 'up' ? 'up' : 'down'
      return answerAct(act, 'banner-updating-failed', () => moveBanner(shop.db, actor, id, way))
    },
  })
}

const kindOf = (shop: Shop, isNew: boolean): EntryKind<keyof BannerValues, BannerEdit> => ({
  entity: 'banner',
  labels: BANNER_LABELS,
  read: readBanner,
  ...bannerActs,
  saved: goodToast(isNew ? 'banner-created' : 'banner-updated'),
  failed: isNew ? 'banner-creating-failed' : 'banner-updating-failed',
  deleted: goodToast('banner-deleted'),
  deletingFailed: 'banner-deleting-failed',
  fieldOf: { 'banner-picture-gone': 'pictureId' },
  coupled: [['startsAt', 'endsAt']],
  findPicture: async ({ pictureId }) => (await listChosenPictures(shop, [pictureId]))[0] ?? null,
  async findBoth(id, { pictureId, ...edit }) {
    const banner = await findAdminBanner(shop, id)
    if (!banner) return null
    const picture = pictureId ? { id: pictureId } : null
    const mine = bannerValues({ ...edit, position: edit.position ?? banner.position, picture })
    const theirs = bannerValues(banner)
    const shown = (values: BannerValues): BannerValues => ({
      ...values,
      startsAt: values.startsAt.replace('T', ' '),
      endsAt: values.endsAt.replace('T', ' '),
      isActive: yesNo(values.isActive === 'true'),
      pictureId: pictureNotice(values.pictureId, theirs.pictureId),
    })
    return { version: banner.version, mine, theirs, shown }
  },
})
