import { importEntries, imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { missingColumns, readHeadings } from '../../rules/imports/columns.ts'
import { groupRows } from '../../rules/imports/group-rows.ts'
import { type CsvKind, type ImportRow, MOST_IMPORT_BYTES } from '../../rules/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Entry, Import } from './kinds.ts'
import { type CsvRow, readCsv } from './read-csv.ts'
import { tooLarge } from './too-large.ts'

const AT_ONCE = 500
const LONGEST_NAME = 200

type Started =
  | { ok: true; id: string }
  | Exclude<Awaited<ReturnType<typeof readCsv>>, { ok: true }>
  | Refusal<'import-column-missing' | 'import-column-twice' | 'import-no-file'>

/**
 * Takes a file to be imported and has its rows checked (the `check-import` job); nothing of the shop changes yet.
 * Refuses what is no CSV in UTF-8, too large, or lacks the columns that its kind needs.
 */
export async function startImport(
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  file: { name: string; bytes: Buffer; kind: CsvKind; addsCategories: boolean },
): Promise<Started> {
  const { kind, addsCategories } = file
  if (file.bytes.length === 0) return { ok: false, reason: 'import-no-file' }
  if (file.bytes.length > MOST_IMPORT_BYTES) return tooLarge
  const csv = await readCsv(file.bytes)
  if (!csv.ok) return csv
  const columns = readHeadings(kind, csv.headings)
  const missing = missingColumns(kind, columns)
  if (missing) return { ok: false, reason: 'import-column-missing', columns: missing }
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) return { ok: false, reason: 'import-column-twice', column: twice }
  const entries = groupRows(
    kind,
    csv.rows.map((row) => pickCells(row, columns)),
  )
  const unread = csv.headings.filter((heading, at) => !columns[at] && heading.trim() !== '')
  const about = { kind, fileName: file.name, addsCategories, rows: csv.rows.length, unread }
  return addImport({ db, jobs }, actor, about, entries)
}

export type NewImport = Pick<Import, 'kind' | 'fileName' | 'addsCategories' | 'rows' | 'unread'>
type NewEntry = Pick<Entry, 'label' | 'cells' | 'faults'>

/** Keeps a file with its entries and has them checked; the same press keeps one. `keep` is done with the id before it holds. */
export const addImport = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  about: NewImport,
  entries: readonly NewEntry[],
  keep: (id: string) => Promise<void> = async () => {},
): Promise<{ ok: true; id: string }> =>
  transact(db, async (db) => {
    const [done] = await listDone(db, actor, 'import')
    if (done) return { ok: true, id: done.entityId }
    const fileName = about.fileName.trim().slice(0, LONGEST_NAME) || about.kind
    const [row] = await db
      .insert(imports)
      .values({ ...about, fileName, byUser: actor.userId, ip: actor.ip })
      .returning({ id: imports.id })
    if (!row) throw new Error('the import was not written')
    for (let at = 0; at < entries.length; at += AT_ONCE)
      await db.insert(importEntries).values(
        entries.slice(at, at + AT_ONCE).map(({ label, cells, faults }) => ({
          importId: row.id,
          row: cells[0]?.row ?? 0,
          label,
          rowCount: cells.length,
          cells,
          faults,
        })),
      )
    await recordAudit(db, actor, {
      action: 'created',
      entity: 'import',
      entityId: row.id,
      label: fileName,
      after: { kind: about.kind, rows: about.rows },
    })
    await jobs.enqueue(db, 'check-import', { importId: row.id })
    await keep(row.id)
    return { ok: true, id: row.id }
  })

/** The cells of the columns that are read; a row that is shorter than the headings ends in blank ones. */
const pickCells = ({ row, cells }: CsvRow, columns: readonly (string | null)[]): ImportRow => ({
  row,
  cells: Object.fromEntries(
    columns.flatMap((column, at) => (column ? [[column, cells[at] ?? '']] : [])),
  ),
})
