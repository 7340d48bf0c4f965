import { redirect } from 'react-router'
import { findGroup } from '../../../modules/settings/list-settings.ts'
import { saveCourier } from '../../../modules/settings/save-courier.ts'
import { saveSettings } from '../../../modules/settings/save-settings.ts'
import { yesNo } from '../../../rules/messages/forms.ts'
import { LABEL_WAY_CHOICES } from '../../../rules/messages/settings/label-ways.ts'
import {
  COURIER_LABELS,
  GROUP_LABELS,
  ZONE_CHOICES,
} from '../../../rules/messages/settings/words.ts'
import { readCourier } from '../../../rules/settings/courier-form.ts'
import { type CourierTexts, courierTexts } from '../../../rules/settings/courier-texts.ts'
import type { ShopCourier } from '../../../rules/settings/delivery-groups.ts'
import type { FormGroup } from '../../../rules/settings/group-fields.ts'
import { readGroup } from '../../../rules/settings/group-form.ts'
import { type GroupTexts, groupTexts, isOfKind } from '../../../rules/settings/group-texts.ts'
import type { GroupValues } from '../../../rules/settings/groups.ts'
import { saveTextForm } from '../../../web/forms/text-form.ts'
import { readListAct, type StaffAct } from '../../../web/staff-guards.ts'
import { requireProof } from '../../../web/step-up.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'
import { NEW, readCourierId, readSection } from './address.ts'

/** Saves the open section or courier. */
export async function actOnSettings(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/settings')
  const { request } = args
  // From a page of the release before, whose contact form had no section in its address: saved as the contact section.
  // The browser sends a whole-page form again, to the address where it is saved or shown again as typed; a form sent by
  // scripts would be lost by following such a redirect. Remove with the next release.
  const isOfBefore = !new URL(request.url).searchParams.has('section')
  if (isOfBefore && request.headers.get('sec-fetch-mode') !== 'cors')
    throw redirect('/admin/settings?section=contact', 307)
  const group = isOfBefore ? 'contact' : readSection(request)
  if (act.actor.role !== 'super_admin') return act.respond(badToast('settings-not-yours'))
  if (group === null || !act.form.has('id')) return act.respond(badToast('bad-form'))
  // These limits decide what staff may do alone: whoever widens them could give money away without a second person.
  if (group === 'limits') await requireProof(args, act.form)
  if (group !== 'couriers') return saveGroup(act, group)
  const id = readCourierId(args.request)
  return id === null ? act.respond(badToast('bad-form')) : saveOne(act, id === NEW ? null : id)
}

const COMMON = {
  entity: 'settings',
  create: async () => ({ ok: false as const, reason: 'not-found' as const }),
  saved: goodToast('settings-saved'),
  failed: 'settings-saving-failed',
} as const

const saveGroup = (act: StaffAct, group: FormGroup) =>
  saveTextForm<string, GroupValues[FormGroup]>(act, {
    ...COMMON,
    labels: GROUP_LABELS[group],
    read: (texts) => readGroup(group, texts),
    edit: (_db, _actor, seen, values) =>
      saveSettings(act.shop, act.actor, group, seen, () => ({ ok: true, values })),
    fieldOf: {},
    async findBoth(_id, edit) {
      const { version, values } = await findGroup(act.shop.db, group)
      const [mine, theirs] = [groupTexts(group, edit), groupTexts(group, values)]
      return { version, mine, theirs, shown: (texts) => inWords(group, texts) }
    },
  })

/** Ticked and chosen values in words. */
const inWords = (group: FormGroup, texts: GroupTexts): GroupTexts =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => {
      if (isOfKind('flag', group, field)) return [field, yesNo(text === 'true')]
      const choices = [
        ...(isOfKind('zone', group, field) ? ZONE_CHOICES : []),
        ...(isOfKind('paper', group, field) ? LABEL_WAY_CHOICES : []),
      ]
      return [field, choices.find(([value]) => value === text)?.[1] ?? text]
    }),
  )

/** Saves one courier: another courier that was saved meanwhile is no conflict. */
const saveOne = (act: StaffAct, id: string | null) =>
  saveTextForm<keyof CourierTexts, ShopCourier>(act, {
    ...COMMON,
    labels: COURIER_LABELS,
    read: (texts) => readCourier(texts, id),
    edit: (_db, _actor, seen, edit) => saveCourier(act.shop, act.actor, id, seen, edit),
    fieldOf: { 'courier-taken': 'name', 'courier-last': 'isActive' },
    async findBoth(_id, edit) {
      const { version, values } = await findGroup(act.shop.db, 'couriers')
      const theirs = values.couriers.find((one) => one.id === id) ?? null
      const texts = { mine: courierTexts(edit), theirs: courierTexts(theirs) }
      return { version, ...texts, shown: (texts) => texts }
    },
  })
