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

/** Which entry a form is about, in the version that was seen; null for a new one. */
export type Seen = { id: string; version: number } | null
/** A form as it was sent: what was typed, and what its fields held when it was rendered, where it says so. */
export type Sent<V> = { seen: Seen; values: V; loaded?: V | null }

/**
 * How a form is rendered again after a refusal: with all that was typed, and after a conflict with what
 * somebody else alone has changed.
 */
export type FormResult<V, K> = {
  values: V
  errors: K
  message?: Message
  conflict?: Conflict
}

/** A refusal that is said beside the fields that it is about, and not above the form. */
export type RefusedFields<V, K> = { ok: false; status: number; errors: K; values?: V }

/**
 * Somebody was quicker, as the act itself has found behind its locks: how the form goes on, and what is shown of it.
 */
export type Overtaken<V> = { ok: false; overtaken: { values: V; conflict: Conflict } }

/** What was typed beside what stands now. */
export type Comparison<V> = {
  version: number
  theirs: V
  /** What both have changed, in words; none where the two can stand together. */
  fields: Conflict['fields']
  /** What was typed, and what somebody else alone has changed. */
  merged: V
  /** It stands already as it was typed. */
  isSame: boolean
}

/**
 * What the back office knows about one kind of form: `V` as typed, `E` as read, `K` the errors beside its fields, `D`
 * what its act gives.
 */
export type FormKind<V, E, K, X, D extends { ok: true } = { ok: true }> = {
  entity: AuditEntity
  read: (values: V) => { ok: true; edit: E } | { ok: false; errors: K }
  save: (edit: E, seen: Seen) => Promise<D | Refusal<Reason> | RefusedFields<V, K> | Overtaken<V>>
  /** The reasons of an act that broke, and of an entry that is gone. */
  failed: PlainReason
  missing: 'not-found' | 'product-missing'
  /** A form that has no place for it says by a toast what was refused. */
  isRefusedByToast?: true
  /** What the form needs beside its values: their pictures. */
  extras: (values: V) => Promise<X>
} & (
  | {
      /** What is said when it was saved. */
      saved: Toast
      /** Null where the entry is gone. */
      compare: (id: string, edit: E, sent: Sent<V>) => Promise<Comparison<V> | null>
    }
  // An act that says itself what has overtaken it.
  | { saved: (done: D) => Toast; compare?: undefined }
)

/**
 * Saves a new entry, or the edit of one. Refused, it answers with the form as it was typed: 400 for what
 * is wrong with a field, 500 for what broke. When somebody else has saved meanwhile, what only one of the
 * two has changed is put together and saved; where both changed the same, 409 shows both texts.
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
    // Saved by this very form, whose answer was lost, or somebody else has made the same change.
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
