import { eq, type InferInsertModel, type InferSelectModel, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from '../../db/open.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Refusal } from '../../rules/messages/refusals.ts'
import { isLastByPress, listDone } from './list-done.ts'
import { type Actor, recordAudit } from './record-audit.ts'

type VersionedTable = PgTable & { id: AnyPgColumn; version: AnyPgColumn }
/** A table whose rows can be shown to customers or hidden. */
export type SwitchedTable = VersionedTable & { isActive: AnyPgColumn }
/** The row that a form or list showed, and its version. */
export type Seen = { id: string; version: number }
export type Row<T extends VersionedTable> = InferSelectModel<T> & Seen

export type Versioned<T extends VersionedTable> = {
  table: T
  entity: AuditEntity
  labelOf: (row: InferSelectModel<T>) => string
  /** The values of a row that the audit log stores. */
  factsOf: (row: InferSelectModel<T>) => Record<string, unknown>
  /** The values of a deleted row, where these are more. */
  lastFactsOf?: (row: InferSelectModel<T>) => Record<string, unknown>
}

/**
 * A table whose rows staff list, switch and edit by forms; declared by the domain that owns it. Every change raises the
 * row's `version`, so that a form that was opened before is refused, and writes an audit entry.
 */
export const versioned = <T extends VersionedTable>(
  table: T,
  inLog: Omit<Versioned<T>, 'table'>,
): Versioned<T> => ({ table, ...inLog })

/** The audit entry's reference to a row. */
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

/** Adds a row and its audit entry. */
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

/** Locks the row that is to be edited, if it is still as the form showed it or as the same press left it. */
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
 * Saves a form: `make` adds a new row (`seen` is null), `change` edits the locked row that the form showed, if it is
 * still as shown or as the same press left it. A form for a new row that is sent again by the same press edits the row
 * that it added.
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

/** Shows a row to customers or hides it; does nothing when it already is in that state. */
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
 * Deletes a row, if it is still as the list showed it and `refuse`, called once the row is locked, returns null. A row
 * that the same press has deleted before counts as deleted.
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
