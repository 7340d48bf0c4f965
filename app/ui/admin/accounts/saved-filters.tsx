import { Trash2 } from 'lucide-react'
import { Form } from 'react-router'
import type { SavedFilter } from '../../../modules/accounts/lists/list-filters.ts'
import { FILTER_LONGEST, type FilterEdit, listAt } from '../../../rules/accounts/saved-filters.ts'
import { FILTER_LABELS, LIST_WORDS } from '../../../rules/messages/accounts/saved-filters.ts'
import { Button } from '../../kit/button.tsx'
import { TextField } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { EditLink } from '../form/entry-buttons.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { type Entry, useEntry } from '../form/use-entry.ts'
import { actsColumn, type Column, DataTable } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'

/** Renames a saved filter. */
export function FilterDialog(entry: Entry<FilterEdit>) {
  const { field, dialog } = useEntry(entry, FILTER_LABELS, FILTER_LONGEST)
  return (
    <FormDialog {...dialog} title="Rename saved filter">
      <TextField {...field('name')} aria-required autoComplete="off" />
    </FormDialog>
  )
}

/** Deletes without confirmation, because a filter is quickly made again. So it works without scripts, too. */
function Acts({ filter: { id, name, version } }: { filter: SavedFilter }) {
  const address = useListAddress()
  return (
    <span className="flex items-center gap-1 md:justify-end">
      <EditLink name={name} to={address({ edit: id })} />
      <Form method="post" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="version" value={version} />
        <RequestField />
        <Button size="icon" name="intent" value="delete" aria-label={`Delete ${name}`}>
          <Trash2 aria-hidden size={18} />
        </Button>
      </Form>
    </span>
  )
}

const COLUMNS: readonly Column<SavedFilter>[] = [
  {
    label: 'Name',
    isTitle: true,
    show: ({ name, path, query }) => (
      <Link
        to={`${path}?${query}`}
        className="inline-flex min-h-11 items-center font-semibold wrap-anywhere text-lake underline underline-offset-4"
      >
        {name}
      </Link>
    ),
  },
  {
    label: 'List',
    show: ({ path }) => {
      const list = listAt(path)
      return list ? LIST_WORDS[list] : path
    },
  },
  actsColumn((filter) => <Acts filter={filter} />),
]

export const FilterTable = ({ rows }: { rows: readonly SavedFilter[] }) => (
  <DataTable caption="Saved filters" rows={rows} columns={COLUMNS} />
)
