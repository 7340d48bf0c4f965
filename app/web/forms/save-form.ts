import { data } from 'react-router'
import { findLastEditor } from '../../modules/audit/last-editor.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import type { Conflict } from '../../rules/conflict.ts'
import type { Message } from '../../rules/messages/message.ts'
import {
  formatRefusal,
  type PlainReason,
  type Reason,
  type Refusal,
} from '../../rules/messages/refusals.ts'
import { statusOf } from '../../rules/messages/statuses.ts'
import { badToast, type Toast } from '../toasts.ts'
import { tryAct } from '../try-act.ts'

/** The entry that a form is about, in the version that its editor saw; null for a new entry. */
export type Seen = { id: string; version: number } | null
/** A form as sent: the typed values, and, when the form sends them, the values with which it was rendered. */
export type Sent<V> = { seen: Seen; values: V; loaded?: V | null }

/**
 * How a form is rendered again after a refusal: with all typed values and, after a conflict, with what only the other
 * editor has changed.
 */
export type FormResult<V, K> = {
  values: V
  errors: K
  message?: Message
  conflict?: Conflict
}

/** A refusal that is shown beside its fields, not above the form. */
export type RefusedFields<V, K> = { ok: false; status: number; errors: K; values?: V }

/**
 * Another editor has saved first, as the act found behind its locks: how the form continues, and what it shows.
 */
export type Overtaken<V> = { ok: false; overtaken: { values: V; conflict: Conflict } }

/** The typed values compared with the current row. */
export type Comparison<V> = {
  version: number
  theirs: V
  /** The fields that both editors changed, in words; none when the edits can be merged. */
  fields: Conflict['fields']
  /** The typed values, with what only the other editor has changed. */
  merged: V
  /** The row already has the typed values. */
  isSame: boolean
}

/**
 * One kind of form of the back office: `V` the typed values, `E` the parsed edit, `K` the errors beside its fields,
 * `D` the result of its act.
 */
export type FormKind<V, E, K, X, D extends { ok: true } = { ok: true }> = {
  entity: AuditEntity
  read: (values: V) => { ok: true; edit: E } | { ok: false; errors: K }
  save: (edit: E, seen: Seen) => Promise<D | Refusal<Reason> | RefusedFields<V, K> | Overtaken<V>>
  /** The refusals when the act fails, and when the entry no longer exists. */
  failed: PlainReason
  missing: 'not-found' | 'product-missing'
  /** The form has no place for a refusal, which is shown by a toast. */
  isRefusedByToast?: true
  /** What the form needs besides its values, such as their pictures. */
  extras: (values: V) => Promise<X>
} & (
  | {
      /** The toast after saving. */
      saved: Toast
      /** Null when the entry no longer exists. */
      compare: (id: string, edit: E, sent: Sent<V>) => Promise<Comparison<V> | null>
    }
  // An act that returns `overtaken` itself.
  | { saved: (done: D) => Toast; compare?: undefined }
)

/**
 * Saves a new entry, or the edit of one. A refusal answers with the form as typed: 400 for a wrong field, 500 for a
 * failure. When another editor has saved meanwhile, changes to different fields are merged and saved; when both
 * changed the same field, 409 shows both values.
 */
export async function saveForm<
  V,
  E,
  K extends object,
  X extends object,
  D extends { ok: true } = { ok: true },
>(
  shop: Shop,
  sent: Sent<V>,
  kind: FormKind<V, E, K, X, D>,
  respond: (toast: Toast) => Promise<Response>,
): Promise<Response | ReturnType<typeof data<FormResult<V, K> & X>>> {
  const { seen, values } = sent
  const answer = async (status: number, result: FormResult<V, K>) =>
    data({ ...result, ...(await kind.extras(result.values)) }, { status })
  const none = {} as K
  const read = kind.read(values)
  if (!read.ok) return answer(statusOf('bad-form'), { values, errors: read.errors })
  const done = await tryAct(shop, kind.failed, () => kind.save(read.edit, seen))
  if (done.ok) return respond(typeof kind.saved === 'function' ? kind.saved(done) : kind.saved)
  if ('overtaken' in done)
    return answer(statusOf('edited-meanwhile'), { errors: none, ...done.overtaken })
  if ('errors' in done)
    return answer(done.status, { values: done.values ?? values, errors: done.errors })
  if (done.reason === kind.missing) return respond(badToast(kind.missing))
  if (done.reason === 'edited-meanwhile' && seen && kind.compare) {
    const both = await kind.compare(seen.id, read.edit, sent)
    if (!both) return respond(badToast(kind.missing))
    // This form was saved before and its answer was lost, or another editor has made the same change.
    if (both.isSame) return respond(kind.saved)
    const { version, theirs, merged, fields } = both
    if (fields.length === 0)
      return saveForm(
        shop,
        { seen: { id: seen.id, version }, values: merged, loaded: theirs },
        kind,
        respond,
      )
    const by = await findLastEditor(shop.db, kind.entity, seen.id)
    return answer(statusOf(done), {
      values: merged,
      errors: none,
      conflict: { version, by, fields },
    })
  }
  if (kind.isRefusedByToast) return respond(badToast(done))
  return answer(statusOf(done), { values, errors: none, message: formatRefusal(done) })
}
