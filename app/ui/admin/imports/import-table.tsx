import type { ListedImport } from '../../../modules/imports/find-import.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import {
  formatEntries,
  IMPORT_KIND_WORDS,
  IMPORT_STATE_WORDS,
} from '../../../rules/messages/imports/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'

const COLUMNS: readonly Column<ListedImport>[] = [
  {
    label: 'File',
    isTitle: true,
    show: ({ id, fileName }) => (
      <Link
        to={`/admin/import/${id}`}
        className="inline-flex min-h-11 items-center font-semibold text-lake wrap-anywhere hover:underline"
      >
        {fileName}
      </Link>
    ),
  },
  { label: 'Kind', show: ({ kind }) => IMPORT_KIND_WORDS[kind] },
  { label: 'State', isBadge: true, show: ({ state }) => IMPORT_STATE_WORDS[state] },
  { label: 'Rows', isFigure: true, show: ({ rows }) => formatAmount(rows) },
  {
    label: 'Imported',
    isFigure: true,
    show: ({ kind, counts }) => formatEntries(kind, counts.added.entries + counts.edited.entries),
  },
  {
    label: 'Faulty',
    isFigure: true,
    show: ({ kind, counts }) => formatEntries(kind, counts.bad.entries),
  },
  { label: 'Sent', show: ({ createdAt, by }) => `${formatDateTime(createdAt)}, ${by}` },
]

/** Files that were uploaded for import. */
export const ImportTable = ({ rows }: { rows: readonly ListedImport[] }) => (
  <DataTable caption="Imports" rows={rows} columns={COLUMNS} />
)
