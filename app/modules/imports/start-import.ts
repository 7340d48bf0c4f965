import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { Tx } from '../../db/open.server.ts'
import { importEntries, imports } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { missingColumns, readHeadings } from '../../rules/imports/columns.ts'
import { type EntryBatch, rowGrouper } from '../../rules/imports/group-rows.ts'
import { type CsvKind, type ImportRow, MOST_IMPORT } from '../../rules/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { listDone } from '../audit/list-done.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import type { Import } from './kinds.ts'
import { withNewFile } from './pictures/zip-files.ts'
import { type CsvRow, type FileBytes, readCsv } from './read-csv.ts'
import { tooLarge } from './too-large.ts'

const AT_ONCE = 500
const LONGEST_NAME = 200

type SentFile = { name: string; kind: CsvKind; addsCategories: boolean }
type Started =
  | { ok: true; id: string }
  | Exclude<Awaited<ReturnType<typeof readCsv>>, { ok: true }>
  | Refusal<'import-column-missing' | 'import-column-twice' | 'import-no-file'>

/**
 * Accepts an import file and starts checking its rows (the `check-import` job); changes nothing in the shop yet.
 * Refuses a file that is no CSV in UTF-8, is too large, or lacks columns that its kind needs.
 */
export async function startImport(
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  file: SentFile & { size: number; open: () => FileBytes },
): Promise<Started> {
  const { kind, addsCategories } = file
  if (file.size === 0) return { ok: false, reason: 'import-no-file' }
  if (file.size > MOST_IMPORT.bytes) return tooLarge(MOST_IMPORT)
  const csv = await readCsv(file.open(), MOST_IMPORT)
  if (!csv.ok) return csv
  const columns = readHeadings(kind, csv.headings)
  const missing = missingColumns(kind, columns)
  if (missing) return { ok: false, reason: 'import-column-missing', columns: missing }
  const twice = columns.find((column, at) => column && columns.indexOf(column) !== at)
  if (twice) return { ok: false, reason: 'import-column-twice', column: twice }
  const unread = csv.headings.filter((heading, at) => !columns[at] && heading.trim() !== '')
  const about = { kind, fileName: file.name, addsCategories, rows: csv.rows, unread }
  return addImport({ db, jobs }, actor, about, async (save) => {
    const { add, end } = rowGrouper(kind)
    // Reads the file a second time, because the first reading keeps no rows.
    const read = await readCsv(file.open(), MOST_IMPORT, async (row) => {
      const batch = add(pickCells(row, columns))
      if (batch) await save(batch)
    })
    if (!read.ok) throw new Error(`a file that could be read cannot any more: ${read.reason}`)
    await save(end())
  })
}

/** Starts an import of a file that `receive` writes to the given path; no part of it is held in memory. */
export const startSentImport = (
  shop: Pick<Shop, 'db' | 'jobs' | 'config'>,
  receive: (
    path: string,
  ) => Promise<
    (SentFile & { ok: true; actor: Actor }) | Refusal<'import-cut' | 'import-too-large'>
  >,
): Promise<Started | Refusal<'import-cut'>> =>
  withNewFile(shop, async (path) => {
    const received = await receive(path)
    if (!received.ok) return received
    const size = await stat(path).then(
      (facts) => facts.size,
      () => 0,
    )
    return startImport(shop, received.actor, {
      ...received,
      size,
      open: () => createReadStream(path),
    })
  })

export type NewImport = Pick<Import, 'kind' | 'fileName' | 'addsCategories' | 'rows' | 'unread'>

/** Stores a file with the entries that `fill` saves, and starts checking them; a repeated press stores one file. */
export const addImport = (
  { db, jobs }: Pick<Shop, 'db' | 'jobs'>,
  actor: Actor,
  about: NewImport,
  fill: (save: (batch: EntryBatch) => Promise<void>, id: string) => Promise<void>,
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
    await fill((batch) => saveEntries(db, row.id, batch), row.id)
    await recordAudit(db, actor, {
      action: 'created',
      entity: 'import',
      entityId: row.id,
      label: fileName,
      after: { kind: about.kind, rows: about.rows },
    })
    await jobs.enqueue(db, 'check-import', { importId: row.id })
    return { ok: true, id: row.id }
  })

async function saveEntries(db: Tx, importId: string, { entries, more }: EntryBatch) {
  for (let at = 0; at < entries.length; at += AT_ONCE)
    await db.insert(importEntries).values(
      entries.slice(at, at + AT_ONCE).map(({ first, label, cells, faults }) => ({
        importId,
        row: first,
        label,
        rowCount: cells.length,
        cells,
        faults,
      })),
    )
  if (more.length > 0)
    await db.execute(sql`
      update import_entries e set cells = e.cells || r.cells, faults = e.faults || r.faults,
        row_count = e.row_count + jsonb_array_length(r.cells)
      from jsonb_to_recordset(${JSON.stringify(more)}::jsonb) as r (first int, cells jsonb, faults jsonb)
      where e.import_id = ${importId} and e.row = r.first`)
}

/** The cells of known columns; a row that is shorter than the headings gets blank cells. */
const pickCells = ({ row, cells }: CsvRow, columns: readonly (string | null)[]): ImportRow => ({
  row,
  cells: Object.fromEntries(
    columns.flatMap((column, at) => (column ? [[column, cells[at] ?? '']] : [])),
  ),
})
