import { data } from 'react-router'
import { findLastEditor } from '../../modules/audit/last-editor.ts'
import type { Shop } from '../../platform/shop.server.ts'
import type { AuditEntity } from '../../rules/audit/audit.ts'
import { mergeEdits, sideBySide } from '../../rules/conflict.ts'
import type { ChosenPicture } from '../../rules/media/pictures.ts'
import {
  formatRefusal,
  type PlainReason,
  type Reason,
  type Refusal,
  statusOf,
} from '../../rules/messages/refusals.ts'
import { attempt } from '../attempt.ts'
import { badToast, type Toast } from '../toasts.ts'
import { readValues } from './read-form.ts'
import { type FormResult, formAgain, readLoaded, readSubject } from './staff-form.ts'

type Values<F extends string> = Record<F, string>
type Seen = { id: string; version: number }

/** What the back office knows about one kind of thing that has a form in a window. */
export type FormKind<F extends string, E> = {
  entity: AuditEntity
  labels: Values<F>
  read: (
    values: Values<F>,
  ) => { ok: true; edit: E } | { ok: false; errors: Partial<Record<F, string>> }
  save: (edit: E, seen: Seen | null) => Promise<{ ok: true } | Refusal<Reason>>
  /** What is said when it was saved; the reason of an act that broke. */
  saved: Toast
  failed: PlainReason
  /** A refusal that is about one field stands beside it. */
  fieldOf: Partial<Record<Reason, F>>
  /** What stands now beside what was typed, as it would have been stored; null when it is gone. */
  findBoth: (
    id: string,
    edit: E,
  ) => Promise<{
    version: number
    mine: Values<F>
    theirs: Values<F>
    shown: (values: Values<F>) => Values<F>
  } | null>
  /** Fields that mean something only with one another. */
  coupled?: readonly (readonly NoInfer<F>[])[]
  /** The picture of values that are rendered again. */
  findPicture?: (values: Values<F>) => Promise<ChosenPicture | null>
}

/**
 * Saves a new thing, or the edit of one. Refused, it answers with the form as it was typed: 400 for what
 * is wrong with a field, 500 for what broke. When somebody else has saved meanwhile, what only one of the
 * two has changed is put together and saved; where both changed the same, 409 shows both texts.
 */
export async function saveForm<F extends string, E>(
  shop: Shop,
  form: FormData,
  kind: FormKind<F, E>,
  say: (toast: Toast) => Promise<Response>,
): Promise<Response | ReturnType<typeof data<FormResult<Values<F>>>>> {
  const answer = (body: FormResult<Values<F>>, status: number) => data(body, { status })
  const fields = Object.keys(kind.labels) as F[]
  const values = readValues(form, fields)
  const seen = form.has('id') ? readSubject(form) : null
  if (form.has('id') && !seen) return say(badToast('bad-form'))
  const read = kind.read(values)
  if (!read.ok) return answer({ values, errors: read.errors }, 400)
  const done = await attempt(shop, kind.failed, () => kind.save(read.edit, seen))
  if (done.ok) return say(kind.saved)
  if (done.reason === 'not-found') return say(badToast('not-found'))
  if (done.reason === 'edited-meanwhile' && seen) {
    const both = await kind.findBoth(seen.id, read.edit)
    if (!both) return say(badToast('not-found'))
    const { mine, theirs, version, shown } = both
    const loaded = readLoaded(form, fields)
    const { merged, conflicting } = mergeEdits({ mine, theirs, loaded }, kind.coupled)
    const differing = sideBySide(kind.labels, shown(mine), shown(theirs), conflicting)
    if (differing.length === 0) {
      // Somebody else has made the same change.
      if (fields.every((field) => merged[field] === theirs[field])) return say(kind.saved)
      return saveForm(shop, formAgain({ id: seen.id, version }, merged, theirs), kind, say)
    }
    const by = await findLastEditor(shop.db, kind.entity, seen.id)
    const picture = kind.findPicture && { picture: await kind.findPicture(merged) }
    const conflict = { version, by, fields: differing }
    return answer({ values: merged, errors: {}, conflict, ...picture }, 409)
  }
  const said = formatRefusal(done)
  const field = kind.fieldOf[done.reason]
  const status = statusOf(done.reason)
  if (!field) return answer({ values, errors: {}, said }, status)
  const errors = { [field]: said.description ?? said.title } as Partial<Record<F, string>>
  return answer({ values, errors }, status)
}

/** How a picture of a form is told in words. */
export const pictureNotice = (id: string, saved: string) =>
  id === '' ? '' : id === saved ? 'The saved one' : 'Another one'
