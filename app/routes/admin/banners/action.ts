import type { Actor } from '../../../modules/audit/record-audit.ts'
import { findAdminBanner } from '../../../modules/banners/list-admin-banners.ts'
import { moveBanner } from '../../../modules/banners/move-banner.ts'
import { createBanner, editBanner } from '../../../modules/banners/save-banner.ts'
import { deleteBanner, switchBanner } from '../../../modules/banners/switch-banner.ts'
import { listChosenPictures } from '../../../modules/catalogue/edit/find-office-product.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { type BannerEdit, readBanner } from '../../../rules/banners/banner-form.ts'
import { type BannerValues, bannerValues } from '../../../rules/banners/banner-values.ts'
import { BANNER_LABELS } from '../../../rules/messages/words/banners.ts'
import { pictureNotice, yesNo } from '../../../rules/messages/words/forms.ts'
import { answerAct } from '../../../web/attempt.ts'
import { deleteEntry, switchEntry } from '../../../web/forms/entry-acts.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { saveTextForm, type TextFormKind } from '../../../web/forms/text-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

/** `save`, `switch`, `move` and `delete` on Manage Banners. */
export async function actOnBanners(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/banners')
  const { shop, actor, form, say } = act
  const failed = 'banner-updating-failed'

  switch (readText(form, 'intent')) {
    case 'save':
      return saveTextForm(shop, form, kindOf(shop, actor, !form.has('id')), say)
    case 'switch':
      return switchEntry(act, failed, (id, isActive) => switchBanner(shop.db, actor, id, isActive))
    case 'move': {
      const id = readId(readText(form, 'id'))
      if (!id) return say(badToast('bad-form'))
      const way = readText(form, 'way') === 'up' ? 'up' : 'down'
      return answerAct(act, failed, () => moveBanner(shop.db, actor, id, way))
    }
    case 'delete':
      return deleteEntry(act, 'banner-deleting-failed', goodToast('banner-deleted'), (seen) =>
        deleteBanner(shop.db, actor, seen),
      )
    default:
      return say(badToast('bad-form'))
  }
}

const kindOf = (
  shop: Shop,
  actor: Actor,
  isNew: boolean,
): TextFormKind<keyof BannerValues, BannerEdit> => ({
  entity: 'banner',
  labels: BANNER_LABELS,
  read: readBanner,
  create: (edit) => createBanner(shop.db, actor, edit),
  edit: (edit, seen) => editBanner(shop.db, actor, seen, edit),
  saved: goodToast(isNew ? 'banner-created' : 'banner-updated'),
  failed: isNew ? 'banner-creating-failed' : 'banner-updating-failed',
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
