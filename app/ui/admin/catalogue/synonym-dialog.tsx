import { SYNONYM_LONGEST, type SynonymValues } from '../../../rules/catalogue/synonym-form.ts'
import { SYNONYM_LABELS } from '../../../rules/messages/catalogue/words.ts'
import { CheckField, TextArea } from '../../kit/field.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'

/** Adds or edits a group of search words. */
export function SynonymDialog(entry: Entry<SynonymValues>) {
  const { field, active, dialog } = useEntry(entry, SYNONYM_LABELS, SYNONYM_LONGEST)
  return (
    <FormDialog {...dialog} title={entry.subject ? 'Edit Search Words' : 'Add Search Words'}>
      <div className="grid gap-4">
        <TextArea
          {...field('words')}
          data-first
          hint="With commas between them, like: nsapato, shoes. One word finds the others; of what is more than one word (head wrap), the products are found, too."
        />
        <CheckField {...active} label="Active" />
      </div>
    </FormDialog>
  )
}
