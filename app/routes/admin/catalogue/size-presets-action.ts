import {
  createPreset,
  deletePreset,
  editPreset,
  findPreset,
  switchPreset,
} from '../../../modules/catalogue/edit/size-presets.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import {
  type PresetEdit,
  type PresetValues,
  presetValues,
  readPreset,
} from '../../../rules/catalogue/size-presets.ts'
import { PRESET_LABELS } from '../../../rules/messages/catalogue/size-presets.ts'
import { yesNo } from '../../../rules/messages/words/forms.ts'
import { actOnEntries, type EntryKind } from '../../../web/forms/entry-acts.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { goodToast } from '../../../web/toasts.ts'
import type { Route } from './+types/size-presets'

/** `save`, `switch` and `delete` on Presets of sizes. */
export async function actOnPresets(args: Route.ActionArgs) {
  const act = await readListAct(args, '/admin/size-presets')
  return actOnEntries(act, kindOf(act.shop))
}

const kindOf = (shop: Shop): EntryKind<keyof PresetValues, PresetEdit> => ({
  entity: 'size_preset',
  labels: PRESET_LABELS,
  read: readPreset,
  create: createPreset,
  edit: editPreset,
  switch: switchPreset,
  delete: deletePreset,
  saved: goodToast('preset-saved'),
  failed: 'preset-failed',
  deleted: goodToast('preset-deleted'),
  fieldOf: {
    'preset-taken': 'name',
    'preset-category-taken': 'categoryId',
    'category-parent-gone': 'categoryId',
  },
  async findBoth(id, edit) {
    const preset = await findPreset(shop.db, id)
    if (!preset) return null
    const shown = (values: PresetValues): PresetValues => ({
      ...values,
      categoryId: yesNo(values.categoryId !== ''),
      isActive: yesNo(values.isActive === 'true'),
    })
    return {
      version: preset.version,
      mine: presetValues(edit),
      theirs: presetValues(preset),
      shown,
    }
  },
})
