import { savedSettings } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { GroupValues, LimitSettings, SettingGroup } from '../../rules/settings/groups.ts'
import { lockForSuperAdmin } from '../accounts/lock-person.ts'
import type { Actor } from '../audit/record-audit.ts'
import { editRow, type Seen, saveRow, versioned } from '../audit/versioned.ts'
import { valuesOf } from './list-settings.ts'
import { notifyOwners } from './notify-owners.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<
      'settings-not-yours' | 'not-found' | 'edited-meanwhile' | 'courier-taken' | 'courier-last'
    >

/** The new values of a group, or the reason to refuse. */
type Changed<V> = { ok: true; values: V } | Refusal<'not-found' | 'courier-taken' | 'courier-last'>

/** How staff edit groups of settings and how the audit log names them. */
const SETTINGS = versioned(savedSettings, {
  entity: 'settings',
  labelOf: ({ group }) => group,
  factsOf: ({ group, values }) => factsOfGroup(group, values),
})

/** The audit log names only the courier that was changed. */
function factsOfGroup(group: SettingGroup, saved: unknown): Record<string, unknown> {
  const values = valuesOf(group, saved)
  if (!('couriers' in values)) return values
  return Object.fromEntries(values.couriers.map(({ name, ...facts }) => [name, facts]))
}

/** The former release cannot read an empty support number: the phone number that it stands for is stored instead. */
const toStored = <V extends object>(values: V): V =>
  'supportPhone' in values && 'phones' in values && Array.isArray(values.phones)
    ? { ...values, supportPhone: values.supportPhone || values.phones[0] }
    : values

const isLimits = (group: SettingGroup, values: unknown): values is LimitSettings =>
  group === 'limits' && typeof values === 'object'

/**
 * Lets a super_admin save a group: `change` gets the locked current values and returns the new ones, which its schema
 * has validated. This process uses them when the call returns, the others once the database has notified them. The
 * other owners get an email when limits let staff do more alone.
 */
export async function saveSettings<G extends SettingGroup>(
  shop: Pick<Shop, 'db' | 'settings' | 'jobs' | 'config'>,
  actor: Actor & { role: Role },
  group: G,
  seen: Seen,
  change: (now: GroupValues[G]) => Changed<GroupValues[G]>,
): Promise<SaveResult> {
  const { db, settings } = shop
  const done = await transact(db, async (db): Promise<SaveResult> => {
    if (!(await lockForSuperAdmin(db, actor))) return { ok: false, reason: 'settings-not-yours' }
    return saveRow<typeof savedSettings, SaveResult>(db, actor, SETTINGS, seen, {
      make: () => Promise.resolve({ ok: false, reason: 'not-found' }),
      async change(before) {
        if (before.group !== group) return { ok: false, reason: 'not-found' }
        const now = valuesOf(group, before.values)
        const changed = change(now)
        if (!changed.ok) return changed
        if (isLimits(group, now) && isLimits(group, changed.values))
          await notifyOwners(db, shop, actor, now, changed.values)
        return editRow(db, actor, SETTINGS, before, { values: toStored(changed.values) })
      },
    })
  })
  if (done.ok) await settings.refresh()
  return done
}
