import { findPreset, presetActs } from '../../../modules/catalogue/edit/size-presets.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  type PresetEdit,
  type PresetValues,
  presetValues,
  readPreset,
} from '../../../rules/catalogue/size-presets.ts'
import { PRESET_LABELS } from '../../../rules/messages/catalogue/size-presets.ts'
import { yesNo } from '../../../rules/messages/forms.ts'
import { actOnEntries, compareRow, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/size-presets'

/** `save`, `switch` and `delete` on Size presets. */
export async function actOnPresets(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/size-presets')
  return actOnEntries(act, kindOf(act.shop))
}

const kindOf = (shop: Shop): EntryKind<keyof PresetValues, PresetEdit> => ({
  entity: 'size_preset',
  labels: PRESET_LABELS,
  read: readPreset,
  ...presetActs,
  saved: goodToast('preset-saved'),
  failed: 'preset-failed',
  deleted: goodToast('preset-deleted'),
  fieldOf: {
    'preset-taken': 'name',
    'preset-category-taken': 'categoryId',
    'category-parent-gone': 'categoryId',
  },
  findBoth: compareRow(
    (id) => findPreset(shop.db, id),
    presetValues,
    ({ categoryId }) => ({ categoryId: yesNo(categoryId !== '') }),
  ),
})
