import { and, eq, inArray, sql, sum } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports, users } from '../../db/tables.server.ts'
import { transact } from '../../db/transact.server.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { ENTRY_STATES, type EntryState, type ImportRow } from '../../rules/imports/imports.ts'
import type { Page } from '../../rules/lists.ts'
import type { ImportFault } from '../../rules/messages/imports/imports.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isUuid } from '../../rules/uuid.ts'
import { type Actor, recordAudit } from '../audit/record-audit.ts'
import { removeZip } from './pictures/zip-files.ts'

const COLUMNS = {
  id: imports.id,
  kind: imports.kind,
  fileName: imports.fileName,
  addsCategories: imports.addsCategories,
  state: imports.state,
  rows: imports.rows,
  unread: imports.unread,
  by: users.name,
  createdAt: imports.createdAt,
  endedAt: imports.endedAt,
}
type FileRow = {
  [K in keyof typeof COLUMNS]:
    | (typeof COLUMNS)[K]['_']['data']
    | (K extends 'by' | 'endedAt' ? null : never)
}
/** How many entries of a file are in each state, and of how many rows. */
export type Counts = Record<EntryState, { entries: number; rows: number }>
export type ListedImport = FileRow & { counts: Counts }
/** `isStopped`: it is at work, and no job goes on with it, as after too many tries. */
export type ImportDetails = ListedImport & { isStopped: boolean }

async function countEntries(db: Db, ids: readonly string[]): Promise<Map<string, Counts>> {
  const none = () =>
    Object.fromEntries(ENTRY_STATES.map((state) => [state, { entries: 0, rows: 0 }])) as Counts
  const all = new Map(ids.map((id) => [id, none()]))
  if (ids.length === 0) return all
  const rows = await db
    .select({
      importId: importEntries.importId,
      state: importEntries.state,
      entries: sql`count(*)`.mapWith(Number),
      rows: sum(importEntries.rowCount).mapWith(Number),
    })
    .from(importEntries)
    .where(inArray(importEntries.importId, [...ids]))
    .groupBy(importEntries.importId, importEntries.state)
  for (const { importId, state, ...counted } of rows) {
    const counts = all.get(importId)
    if (counts) counts[state] = counted
  }
  return all
}

/** A job goes on with a file, or waits to: asked with the file's state in one statement, for a job ends after it. */
const HAS_JOB = sql<boolean>`exists (select from pgboss.job where name in ('check-import', 'run-import')
  and data ->> 'importId' = ${imports}.id::text and state < 'completed')`

/** Whether a job goes on with a file, or waits to. */
export async function hasJob(db: Tx, id: string): Promise<boolean> {
  const [row] = await db.select({ hasJob: HAS_JOB }).from(imports).where(eq(imports.id, id))
  return row?.hasJob ?? false
}

/** A file and how it stands with its rows; null where there is none. */
export async function findImport(db: Db, id: string): Promise<ImportDetails | null> {
  if (!isUuid(id)) return null
  const [row] = await db
    .select({ ...COLUMNS, hasJob: HAS_JOB })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.byUser))
    .where(eq(imports.id, id))
  const counts = row && (await countEntries(db, [id])).get(id)
  if (!row || !counts) return null
  const { hasJob, ...file } = row
  const isWorking = file.state === 'checking' || file.state === 'importing'
  return { ...file, counts, isStopped: isWorking && !hasJob }
}

const NEWEST: SortColumn = { column: imports.createdAt, type: 'timestamptz' }

/** The files that were sent to be imported, newest first. */
export async function listImports(
  db: Db,
  { after, limit }: { after: string | null; limit: number },
): Promise<Page<ListedImport>> {
  const { cursor, order, rest } = pageBy(NEWEST, imports.id, { direction: 'desc', after })
  const rows = await db
    .select({ ...COLUMNS, cursor })
    .from(imports)
    .innerJoin(users, eq(users.id, imports.byUser))
    .where(rest)
    .orderBy(...order)
    .limit(limit + 1)
  const page = cutPage(rows, limit)
  const counts = await countEntries(
    db,
    page.rows.map(({ id }) => id),
  )
  return {
    next: page.next,
    rows: page.rows.flatMap((row) => {
      const counted = counts.get(row.id)
      return counted ? [{ ...row, counts: counted }] : []
    }),
  }
}

export type ListedEntry = {
  id: string
  row: number
  rowCount: number
  label: string
  state: EntryState
  cells: ImportRow[]
  plan: unknown
  faults: ImportFault[]
}

/** What the file has in the cell of a fault. */
export const writtenAt = ({ cells }: Pick<ListedEntry, 'cells'>, { row, column }: ImportFault) =>
  cells.find((one) => one.row === row)?.cells[column] ?? null

const BY_ROW: SortColumn = { column: importEntries.row, type: 'integer' }

/** The entries of a file in these states, in its order. */
export async function listEntries(
  db: Db,
  asked: { importId: string; states: readonly EntryState[]; after: string | null; limit: number },
): Promise<Page<ListedEntry>> {
  const { importId, states, after, limit } = asked
  const { cursor, order, rest } = pageBy(BY_ROW, importEntries.id, { direction: 'asc', after })
  const rows = await db
    .select({
      id: importEntries.id,
      row: importEntries.row,
      rowCount: importEntries.rowCount,
      label: importEntries.label,
      state: importEntries.state,
      cells: importEntries.cells,
      plan: importEntries.plan,
      faults: importEntries.faults,
      cursor,
    })
    .from(importEntries)
    .where(
      and(eq(importEntries.importId, importId), inArray(importEntries.state, [...states]), rest),
    )
    .orderBy(...order)
    .limit(limit + 1)
  return cutPage(rows, limit)
}

/**
 * Throws a file away with what is known of its rows, unless a job is at work on it; what it has brought into
 * the shop stays.
 */
export async function deleteImport(
  shop: Pick<Shop, 'db' | 'config'>,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const done = await transact(shop.db, (db) => deleteKnown(db, actor, id))
  if (done.ok) await removeZip(shop, id)
  return done
}

async function deleteKnown(
  db: Tx,
  actor: Actor,
  id: string,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const [file] = await db.select().from(imports).where(eq(imports.id, id)).for('update')
  if (file?.state === 'importing' && (await hasJob(db, id)))
    return { ok: false, reason: 'not-found' }
  // Gone already: the same press once more.
  if (!file) return { ok: true }
  await db.delete(imports).where(eq(imports.id, id))
  await recordAudit(db, actor, {
    action: 'deleted',
    entity: 'import',
    entityId: id,
    label: file.fileName,
    before: { kind: file.kind, rows: file.rows },
    after: null,
  })
  return { ok: true }
}
