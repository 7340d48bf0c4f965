import type { EntryState } from '../../../rules/imports/imports.ts'
import { ENTRY_OUTCOME_WORDS } from '../../../rules/messages/imports/words.ts'
import { type Column, DataTable } from '../list/data-table.tsx'

export type EntryRow = {
  id: string
  row: number
  rowCount: number
  label: string
  /** Name of the row's subject; empty when the file has no such column. */
  name: string
  /** `written`: the text of that cell in the file. */
  faults: { row: number; column: string; text: string; written: string }[]
  changes: { column: string; from: string; to: string }[]
  /** What a new product would be. */
  content: string
  state: EntryState
}

/** For a zip, where a fault concerns a file and not a cell. */
const FILE = 'File'

const rowWords = ({ row, rowCount }: EntryRow) =>
  rowCount === 1 ? `Row ${row}` : `${rowCount} rows from row ${row}`

function What({ faults, changes, content, state }: EntryRow) {
  if (faults.length > 0)
    return (
      <ul className="grid gap-1">
        {faults.map(({ row, column, text, written }) => (
          <li key={`${row} ${column} ${text}`} className="wrap-anywhere">
            {column === FILE ? null : (
              <span className="font-semibold text-alarm">
                Row {row}
                {column ? `, ${column}` : ''}:{' '}
              </span>
            )}
            {text}
            {written ? <span className="text-quiet"> The file says “{written}”.</span> : null}
          </li>
        ))}
      </ul>
    )
  if (changes.length === 0)
    return (
      <>
        {ENTRY_OUTCOME_WORDS[state]}
        {content ? <span className="block text-sm wrap-anywhere">{content}</span> : null}
      </>
    )
  return (
    <ul className="grid gap-1">
      {changes.map(({ column, from, to }) => (
        <li key={column} className="wrap-anywhere">
          <span className="font-semibold">{column}:</span> {from || '–'} → {to || '–'}
        </li>
      ))}
    </ul>
  )
}

const COLUMNS: readonly Column<EntryRow>[] = [
  {
    label: 'Item',
    isTitle: true,
    show: ({ label, name }) => (
      <div className="md:min-w-40">
        <span className="font-semibold wrap-anywhere">{label || '–'}</span>
        {name && name !== label ? (
          <span className="block text-sm text-quiet wrap-anywhere">{name}</span>
        ) : null}
      </div>
    ),
  },
  {
    label: 'Rows',
    isBadge: true,
    show: (entry) => <span className="whitespace-nowrap">{rowWords(entry)}</span>,
  },
  { label: 'What', show: (entry) => <What {...entry} /> },
]

const OF_ZIP = COLUMNS.filter(({ label }) => label !== 'Rows')

/** The entries of a file, with the faults or the changes of each. */
export const EntryTable = ({ rows, isOfZip }: { rows: readonly EntryRow[]; isOfZip: boolean }) => (
  <DataTable
    caption={isOfZip ? 'Pictures in the zip' : 'Rows of the file'}
    rows={rows}
    columns={isOfZip ? OF_ZIP : COLUMNS}
  />
)
