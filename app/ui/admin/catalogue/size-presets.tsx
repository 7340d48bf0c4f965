import type { ListedPreset } from '../../../modules/catalogue/edit/size-presets.ts'
import { PRESET_LONGEST, type PresetValues } from '../../../rules/catalogue/size-presets.ts'
import { PRESET_LABELS } from '../../../rules/messages/catalogue/size-presets.ts'
import { CheckField, Options, SelectField, TextField } from '../../kit/field.tsx'
import { EntryActs } from '../form/entry-buttons.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'

/** Adds or edits a preset of sizes. */
export function PresetDialog({
  categories,
  ...entry
}: Entry<PresetValues> & { categories: readonly { id: string; name: string }[] }) {
  const { field, active, dialog } = useEntry(entry, PRESET_LABELS, PRESET_LONGEST)
  return (
    <FormDialog {...dialog} title={entry.subject ? 'Edit preset' : 'Add preset'}>
      <div className="grid grid-cols-1 gap-4">
        <TextField {...field('name')} data-first aria-required autoComplete="off" />
        <TextField
          {...field('sizes')}
          aria-required
          autoComplete="off"
          hint="With commas, like 8, 10, 12; or a range, like 36-42."
        />
        <SelectField {...field('categoryId')}>
          <option value="">No category</option>
          <Options of={categories.map(({ id, name }) => [id, name])} />
        </SelectField>
        <CheckField {...active} label="Active: offered in the form of a product" />
      </div>
    </FormDialog>
  )
}

const COLUMNS: readonly Column<ListedPreset>[] = [
  {
    label: 'Name',
    isTitle: true,
    show: ({ name }) => <strong className="wrap-anywhere">{name}</strong>,
  },
  {
    label: 'Sizes',
    show: ({ sizes }) => <span className="wrap-anywhere">{sizes.join(', ')}</span>,
  },
  { label: 'For new products of', show: ({ category }) => category ?? '–' },
  actsColumn((preset) => (
    <EntryActs
      entry={preset}
      name={preset.name}
      text="Products that have these sizes keep them."
      act="Delete preset"
    />
  )),
]

export const PresetTable = ({ rows }: { rows: readonly ListedPreset[] }) => (
  <DataTable caption="Size presets" rows={rows} columns={COLUMNS} />
)
