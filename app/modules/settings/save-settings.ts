import { savedSettings } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { Role } from '../../rules/accounts/roles.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import type { GroupValues, SettingGroup } from '../../rules/settings/groups.ts'
import { lockForSuperAdmin } from '../accounts/lock-person.ts'
import type { Actor } from '../audit/record-audit.ts'
import { editRow, type Seen, saveRow, versioned } from '../audit/versioned.ts'
import { valuesOf } from './list-settings.ts'

type SaveResult =
  | { ok: true; id: string }
  | Refusal<
      'settings-not-yours' | 'not-found' | 'edited-meanwhile' | 'courier-taken' | 'courier-last'
    >

/** What becomes of a group, or why not. */
type Changed<V> = { ok: true; values: V } | Refusal<'not-found' | 'courier-taken' | 'courier-last'>

/** Groups of settings, as staff edit them and the log names them. */
const SETTINGS = versioned(savedSettings, {
  entity: 'settings',
  labelOf: ({ group }) => group,
  factsOf: ({ group, values }) => factsOfGroup(group, values),
})

/** Of the couriers the log names the one that was changed. */
function factsOfGroup(group: SettingGroup, saved: unknown): Record<string, unknown> {
  const values = valuesOf(group, saved)
  if (!('couriers' in values)) return values
  return Object.fromEntries(values.couriers.map(({ name, ...facts }) => [name, facts]))
}

/**
 * A super_admin saves a group: what `change` makes of it, locked, of values that its schema has read. This process works with it when this is done, every other
 * one as soon as the database has told it.
 */
export async function saveSettings<G extends SettingGroup>(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  actor: Actor & { role: Role },
  group: G,
  seen: Seen,
  change: (now: GroupValues[G]) => Changed<GroupValues[G]>,
): Promise<SaveResult> {
  const done = await transact(db, async (db): Promise<SaveResult> => {
    if (!(await lockForSuperAdmin(db, actor))) return { ok: false, reason: 'settings-not-yours' }
    return saveRow<typeof savedSettings, SaveResult>(db, actor, SETTINGS, seen, {
      make: () => Promise.resolve({ ok: false, reason: 'not-found' }),
      async change(before) {
        if (before.group !== group) return { ok: false, reason: 'not-found' }
        const changed = change(valuesOf(group, before.values))
        if (!changed.ok) return changed
        return editRow(db, actor, SETTINGS, before, { values: changed.values })
      },
    })
  })
  if (done.ok) await settings.refresh()
  return done
}
