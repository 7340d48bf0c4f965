import type { Db } from '../../../db/open.server.ts'
import { findGroup } from '../../../modules/settings/list-settings.ts'
import { listDelivered } from '../../../rules/checkout/delivery.ts'
import { GROUP_WORDS } from '../../../rules/messages/settings/words.ts'
import { courierTexts } from '../../../rules/settings/courier-texts.ts'
import type { FormGroup } from '../../../rules/settings/group-fields.ts'
import { groupTexts } from '../../../rules/settings/group-texts.ts'
import { ZONE_NAMES, type Zone } from '../../../shop.ts'
import { entryKey } from '../../../ui/admin/form/use-entry.ts'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { CourierForm } from '../../../ui/admin/settings/courier-form.tsx'
import { CourierList } from '../../../ui/admin/settings/courier-list.tsx'
import { SettingsForm } from '../../../ui/admin/settings/settings-form.tsx'
import { groupPath, SETTINGS, SettingsGroups } from '../../../ui/admin/settings/settings-groups.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import type { Route } from './+types/screen'
import { actOnSettings } from './action.ts'
import { NEW, readCourierId, readSection } from './address.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  unlisted(loaderData?.group ? `${GROUP_WORDS[loaderData.group]}: Settings` : 'Settings')

/** Admins may read, only a super_admin may change (docs/product.md, Settings of the shop). */
export async function loader(args: Route.LoaderArgs) {
  const { role } = await requireAdmin(args)
  const { db } = args.context.get(shopContext)
  const group = readSection(args.request)
  const mayChange = role === 'super_admin'
  if (group === null) return { group, mayChange, form: null, couriers: null, courier: null }
  if (group === 'couriers')
    return { group, mayChange, ...(await readCouriers(db, readCourierId(args.request))) }
  return { group, mayChange, form: await readForm(db, group), couriers: null, courier: null }
}

async function readForm(db: Db, group: FormGroup) {
  const { id, version, isSaved, values } = await findGroup(db, group)
  return { subject: { id, version }, isSaved, texts: groupTexts(group, values) }
}

async function readCouriers(db: Db, open: string | null) {
  const { id, version, values } = await findGroup(db, 'couriers')
  const { couriers } = values
  const found = couriers.find((one) => one.id === open) ?? null
  const texts = open === NEW || found ? courierTexts(found) : null
  const zones = Object.fromEntries(ZONE_NAMES.map((zone) => [zone, listDelivered(zone)])) as Record<
    Zone,
    string[]
  >
  const courier = open !== null && { id: open, subject: { id, version }, texts, zones }
  return { form: null, couriers, courier: courier || null }
}

export const action = (args: Route.ActionArgs) => actOnSettings(args)

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { group, mayChange, form, couriers, courier } = loaderData
  const about = courier ?? form
  const open = { mayChange, answer: actionData ?? undefined }
  const key = `${group} ${courier?.id} ${about?.subject.version} ${entryKey(about?.subject ?? null, actionData)}`
  return (
    <>
      {group ? (
        <PageHead
          title={GROUP_WORDS[group]}
          back={
            courier
              ? { to: groupPath('couriers'), label: 'All couriers' }
              : { to: SETTINGS, label: 'All settings' }
          }
        />
      ) : (
        <PageHead title="Settings">
          <ButtonLink to="/admin/first-steps">Payment keys</ButtonLink>
        </PageHead>
      )}
      <div
        className={
          group ? 'lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start lg:gap-6' : ''
        }
      >
        <SettingsGroups open={group} />
        {group ? (
          <div className="min-w-0">
            {group !== 'couriers' && form ? (
              <SettingsForm key={key} {...open} {...form} group={group} />
            ) : null}
            {courier?.texts ? (
              <CourierForm key={key} {...open} {...courier} texts={courier.texts} />
            ) : null}
            {courier && !courier.texts ? <Gone /> : null}
            {couriers && !courier ? (
              <CourierList couriers={couriers} mayChange={mayChange} />
            ) : null}
          </div>
        ) : null}
      </div>
    </>
  )
}
