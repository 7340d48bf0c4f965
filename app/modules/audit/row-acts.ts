import type { InferInsertModel } from 'drizzle-orm'
import type { Db, Tx } from '../../db/open.server.ts'
import { transact } from '../../db/transact.server.ts'
import { isRefusedBy } from '../../db/violations.server.ts'
import type { PlainReason, Reason, Refusal } from '../../rules/messages/refusals.ts'
import type { Actor } from './record-audit.ts'
import {
  createRow,
  deleteRow,
  editRow,
  type Row,
  type Seen,
  type SwitchedTable,
  saveRow,
  switchRow,
  type Versioned,
} from './versioned.ts'

type ActResult<Success, F> = Promise<Success | F | Refusal<'not-found' | 'edited-meanwhile'>>
type Saved = { ok: true; id: string }
type Done = { ok: true }

/** The acts of staff on the rows of a list that they edit. */
type RowActs<E, F extends Refusal<Reason>> = {
  create: (db: Db, actor: Actor, edit: E) => ActResult<Saved, F>
  edit: (db: Db, actor: Actor, seen: Seen, edit: E) => ActResult<Saved, F>
  switch: (db: Db, actor: Actor, id: string, isActive: boolean) => ActResult<Done, F>
  /** Deletes a row, if it is still as the list showed it. */
  delete: (db: Db, actor: Actor, seen: Seen) => ActResult<Done, F>
}

/** The four acts on the rows of a table, each in its own transaction and with its audit entry. */
export function rowActs<T extends SwitchedTable, E, F extends Refusal<Reason>>(
  of: Versioned<T>,
  {
    refuse,
    valuesOf,
    refusedBy = {},
  }: {
    /** The reason not to save a row, or null; `before` is the row that is edited, locked. */
    refuse?: (db: Tx, edit: E, before: Row<T> | null) => Promise<F | null>
    /** The row to write. */
    valuesOf: (
      edit: E,
      before: Row<T> | null,
      db: Tx,
    ) => InferInsertModel<T> | Promise<InferInsertModel<T>>
    /** The refusal to return when a constraint fails, as when two people save at the same moment. */
    refusedBy?: Record<string, F['reason'] & PlainReason>
  },
): RowActs<E, F> {
  async function act<D extends Done>(db: Db, work: (db: Tx) => ActResult<D, F>): ActResult<D, F> {
    try {
      return await transact(db, work)
    } catch (error) {
      for (const [constraint, reason] of Object.entries(refusedBy))
        if (isRefusedBy(error, constraint)) return { ok: false, reason } as F
      throw error
    }
  }
  const save = (db: Db, actor: Actor, seen: Seen | null, edit: E) =>
    act(db, (db) => {
      const write = async (before: Row<T> | null): ActResult<Saved, F> => {
        const refusal = await refuse?.(db, edit, before)
        if (refusal) return refusal
        const values = await valuesOf(edit, before, db)
        return before ? editRow(db, actor, of, before, values) : createRow(db, actor, of, values)
      }
      return saveRow(db, actor, of, seen, { make: () => write(null), change: write })
    })
  return {
    create: (db, actor, edit) => save(db, actor, null, edit),
    edit: save,
    switch: (db, actor, id, isActive) => act(db, (db) => switchRow(db, actor, of, id, isActive)),
    delete: (db, actor, seen) => act(db, (db) => deleteRow(db, actor, of, seen)),
  }
}
