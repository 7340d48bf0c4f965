import { eq, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/open.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from './list-done.ts'
import { type Actor, recordAudit } from './record-audit.ts'

type VersionedTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn }
/** One whose rows are shown to customers or not. */
export type SwitchedTable = VersionedTable & { isActive: AnyPgColumn }
/** Which row a form or a list showed, and at which version. */
export type Seen = { id: string; version: number }
export type Row<T extends VersionedTable> = InferSelectModel<T> & Seen

export type Versioned<T extends VersionedTable> = {
  table: T
  entity: AuditEntity
  labelOf: (row: InferSelectModel<T>) => string
  /** What the log keeps of a row. */
  factsOf: (row: InferSelectModel<T>) => Record<string, unknown>
  /** And of one that is deleted, where that is more. */
  lastFactsOf?: (row: InferSelectModel<T>) => Record<string, unknown>
}

/**
 * A table whose rows staff list, switch and edit by forms; said by the domain that owns it. Every change raises the
 * row's `version`, by which a form that was opened before is told of it, and writes its line in the log.
 */
export const versioned = <T extends VersionedTable>(
  table: T,
  inLog: Omit<Versioned<T>, 'table'>,
): Versioned<T> => ({ table, ...inLog })

/** What the log calls a row. */
export const rowInLog = <T extends VersionedTable>(
  { entity, labelOf }: Versioned<T>,
  row: Row<T>,
) => ({
  entity,
  entityId: row.id,
  label: labelOf(row),
})

async function lockRow<T extends VersionedTable>(db: Tx, of: Versioned<T>, id: string) {
  const table: VersionedTable = of.table
  const rows = await db.select().from(table).where(eq(table.id, id)).for('update')
  return (rows as Row<T>[])[0]
}

/** Adds a row. */
export async function createRow<T extends VersionedTable>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  values: InferInsertModel<T>,
): Promise<{ ok: true; id: string }> {
  const table: VersionedTable = of.table
  const [row] = (await db.insert(table).values(values).returning()) as Row<T>[]
  if (!row) throw new Error(`the ${of.entity} was not written`)
  await recordAudit(db, actor, { ...rowInLog(of, row), action: 'created', after: of.factsOf(row) })
  return { ok: true, id: row.id }
}

/** The row that is to be edited, locked, if it still is as the form showed it or as the same press left it. */
async function lockToEdit<T extends VersionedTable>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  { id, version }: Seen,
): Promise<{ ok: true; before: Row<T> } | Refusal<'not-found' | 'edited-meanwhile'>> {
  const before = await lockRow(db, of, id)
  if (!before) return { ok: false, reason: 'not-found' }
  if (before.version !== version && !(await isLastByPress(db, actor, of.entity, id)))
    return { ok: false, reason: 'edited-meanwhile' }
  return { ok: true, before }
}

/**
 * Saves what a form says: `make` for a new row (`seen` is null), `change` for the one that it showed, locked, if that
 * still is as the form showed it or as the same press left it. A new one that is sent again by the same press changes
 * the row that it made.
 */
export async function saveRow<T extends VersionedTable, R>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  seen: Seen | null,
  { make, change }: { make: () => Promise<R>; change: (before: Row<T>) => Promise<R> },
): Promise<R | Refusal<'not-found' | 'edited-meanwhile'>> {
  const [made] = seen ? [] : await listDone(db, actor, of.entity)
  const target = made ? { id: made.entityId, version: 0 } : seen
  if (!target) return make()
  const locked = await lockToEdit(db, actor, of, target)
  return locked.ok ? change(locked.before) : locked
}

/** Changes a row that `saveRow` has locked. */
export async function editRow<T extends VersionedTable>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  before: Row<T>,
  values: Partial<InferInsertModel<T>>,
): Promise<{ ok: true; id: string }> {
  const table: VersionedTable = of.table
  const [after] = (await db
    .update(table)
    .set({ ...values, version: sql`${table.version} + 1` })
    .where(eq(table.id, before.id))
    .returning()) as Row<T>[]
  if (!after) throw new Error(`the ${of.entity} was not written`)
  await recordAudit(db, actor, {
    ...rowInLog(of, after),
    action: 'edited',
    before: of.factsOf(before),
    after: of.factsOf(after),
  })
  return { ok: true, id: after.id }
}

/** Shows a row to customers or takes it from them; nothing for one that is so already. */
export async function switchRow<T extends SwitchedTable>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  id: string,
  isActive: boolean,
): Promise<{ ok: true } | Refusal<'not-found'>> {
  const row = (await lockRow(db, of, id)) as (Row<T> & { isActive: boolean }) | undefined
  if (!row) return { ok: false, reason: 'not-found' }
  if (row.isActive === isActive) return { ok: true }
  const table: SwitchedTable = of.table
  await db
    .update(table)
    .set({ isActive, version: sql`${table.version} + 1` })
    .where(eq(table.id, id))
  await recordAudit(db, actor, {
    ...rowInLog(of, row),
    action: 'status changed',
    before: { isActive: row.isActive },
    after: { isActive },
  })
  return { ok: true }
}

/**
 * Deletes a row, if it still is as the list showed it and `refuse`, asked once it is locked, has nothing against it.
 * One that the same press has deleted before is deleted.
 */
export async function deleteRow<T extends VersionedTable, R extends { ok: false } = never>(
  db: Tx,
  actor: Actor,
  of: Versioned<T>,
  { id, version }: Seen,
  refuse?: () => Promise<R | null>,
): Promise<{ ok: true } | Refusal<'not-found' | 'edited-meanwhile'> | R> {
  const { table, entity, factsOf, lastFactsOf = factsOf } = of
  const row = await lockRow(db, of, id)
  if (!row)
    return (await listDone(db, actor, entity, id)).length > 0
      ? { ok: true }
      : { ok: false, reason: 'not-found' }
  if (row.version !== version) return { ok: false, reason: 'edited-meanwhile' }
  const refusal = await refuse?.()
  if (refusal) return refusal
  await db.delete(table).where(eq(table.id, id))
  await recordAudit(db, actor, {
    ...rowInLog(of, row),
    action: 'deleted',
    before: lastFactsOf(row),
  })
  return { ok: true }
}
