import { eq, inArray, sql, sum } from 'drizzle-orm'
import { cutPage, pageBy, type SortColumn } from '../../db/keyset.server.ts'
import type { Db, Tx } from '../../db/open.server.ts'
import { importEntries, imports, users } from '../../db/tables.server.ts'
import { ENTRY_STATES, type EntryState } from '../../rules/imports/imports.ts'
import type { Page } from '../../rules/lists.ts'
import { isUuid } from '../../rules/uuid.ts'

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
/** The number of a file's entries in each state, and of their rows. */
export type Counts = Record<EntryState, { entries: number; rows: number }>
export type ListedImport = FileRow & { counts: Counts }
/** `isStopped`: the file is being checked or imported, but no job goes on with it, as after too many tries. */
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

/**
 * Whether a job for a file is running or waiting. Read in one statement with the file's state, because a job ends after
 * it has written the state.
 */
const HAS_JOB = sql<boolean>`exists (select from pgboss.job where name in ('check-import', 'run-import')
  and data ->> 'importId' = ${imports}.id::text and state < 'completed')`

/** Whether a job for a file is running or waiting. */
export async function hasJob(db: Tx, id: string): Promise<boolean> {
  const [row] = await db.select({ hasJob: HAS_JOB }).from(imports).where(eq(imports.id, id))
  return row?.hasJob ?? false
}

/** A file with the counts of its entries; null where there is none. */
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

/** The uploaded import files, newest first. */
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
