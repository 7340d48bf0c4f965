import type { Supplier } from '../../../modules/purchasing/suppliers.ts'
import { SUPPLIER_LABELS } from '../../../rules/messages/purchasing/words.ts'
import { SUPPLIER_LONGEST, type SupplierValues } from '../../../rules/purchasing/supplier-form.ts'
import { CheckField, TextArea, TextField } from '../../kit/field.tsx'
import { EntryActs } from '../form/entry-buttons.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'

/** Adds or edits a supplier. */
export function SupplierDialog(entry: Entry<SupplierValues>) {
  const { field, active, dialog } = useEntry(entry, SUPPLIER_LABELS, SUPPLIER_LONGEST)
  return (
    <FormDialog {...dialog} title={entry.subject ? 'Edit supplier' : 'Add supplier'}>
      <div className="grid grid-cols-1 gap-4">
        <TextField {...field('name')} aria-required autoComplete="off" />
        <TextField {...field('phone')} type="tel" autoComplete="off" />
        <TextArea {...field('note')} hint="Terms, who to ask for, what they bring." />
        <CheckField {...active} label="Active: offered for new deliveries" />
      </div>
    </FormDialog>
  )
}

const COLUMNS: readonly Column<Supplier>[] = [
  {
    label: 'Name',
    sort: 'name',
    isTitle: true,
    show: ({ name }) => <strong className="wrap-anywhere">{name}</strong>,
  },
  {
    label: 'Phone',
    show: ({ phone }) =>
      phone ? (
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center hover:underline">
          {phone}
        </a>
      ) : (
        '–'
      ),
  },
  { label: 'Note', show: ({ note }) => <span className="wrap-anywhere">{note ?? '–'}</span> },
  actsColumn((supplier) => (
    <EntryActs
      entry={supplier}
      name={supplier.name}
      text="Only a supplier without deliveries can be deleted."
      act="Delete supplier"
    />
  )),
]

export const SupplierTable = ({ rows }: { rows: readonly Supplier[] }) => (
  <DataTable caption="Suppliers" order="name" rows={rows} columns={COLUMNS} />
)
