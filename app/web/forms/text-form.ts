import { z } from 'zod'
import type { Db } from '../../db/open.server.ts'
import type { Actor } from '../../modules/audit/record-audit.ts'
import type { Shop } from '../../platform/shop.server.ts'
import { mergeEdits, sideBySide } from '../../rules/conflict.ts'
import type { ChosenPicture } from '../../rules/media/pictures.ts'
import { formatRefusal, type Reason, type Refusal } from '../../rules/messages/refusals.ts'
import { statusOf } from '../../rules/messages/statuses.ts'
import { badToast, type Toast } from '../toasts.ts'
import { readSubject, readText, readValues } from './read-form.ts'
import { type FormKind, type Seen, saveForm } from './save-form.ts'

/** An act on a list of the back office: its actor, its form, and how to respond. */
export type ListAct = {
  shop: Shop
  actor: Actor
  form: FormData
  respond: (toast: Toast) => Promise<Response>
}

type Values<F extends string> = Record<F, string>
type Errors<F extends string> = Partial<Record<F, string>>

/** A form whose fields are one text each: it is merged field by field. */
export type TextFormKind<F extends string, E> = Pick<
  FormKind<Values<F>, E, Errors<F>, object>,
  'entity' | 'read' | 'failed'
> & {
  saved: Toast
  create: (db: Db, actor: Actor, edit: E) => Promise<{ ok: true } | Refusal<Reason>>
  edit: (
    db: Db,
    actor: Actor,
    seen: NonNullable<Seen>,
    edit: E,
  ) => Promise<{ ok: true } | Refusal<Reason>>
  labels: Values<F>
  /** The field beside which a refusal is shown. */
  fieldOf: Partial<Record<Reason, F>>
  /** The current row, and the typed values as they would be stored; null when the row no longer exists. */
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
  /** The picture of the values when the form is rendered again. */
  findPicture?: (values: Values<F>) => Promise<ChosenPicture | null>
}

// The length of all texts of a form together, escaped.
const LONGEST_LOADED = 100_000

/** The values with which the form was rendered; null when the form does not send them. */
function readLoaded<F extends string>(form: FormData, names: readonly F[]) {
  try {
    const read = z
      .record(z.enum(names), z.string())
      .safeParse(JSON.parse(readText(form, 'loaded', LONGEST_LOADED)))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** Saves a form of text fields, as `saveForm` does. */
export async function saveTextForm<F extends string, E>(
  { shop, actor, form, respond }: ListAct,
  kind: TextFormKind<F, E>,
) {
  const fields = Object.keys(kind.labels) as F[]
  const seen = form.has('id') ? readSubject(form) : null
  if (form.has('id') && !seen) return respond(badToast('bad-form'))
  const sent = { seen, values: readValues(form, fields), loaded: readLoaded(form, fields) }
  return saveForm<Values<F>, E, Errors<F>, { picture?: ChosenPicture | null }>(
    shop,
    sent,
    {
      ...kind,
      missing: 'not-found',
      async save(edit, seen) {
        const done = await (seen
          ? kind.edit(shop.db, actor, seen, edit)
          : kind.create(shop.db, actor, edit))
        const field = done.ok ? undefined : kind.fieldOf[done.reason]
        if (done.ok || !field) return done
        const { title, description = title } = formatRefusal(done)
        const errors = { [field]: description } as Errors<F>
        return { ok: false, status: statusOf(done.reason), errors }
      },
      async compare(id, edit, { loaded = null }) {
        const both = await kind.findBoth(id, edit)
        if (!both) return null
        const { version, mine, theirs, shown } = both
        const { merged, conflicting } = mergeEdits({ mine, theirs, loaded }, kind.coupled)
        const differing = sideBySide(kind.labels, shown(mine), shown(theirs), conflicting)
        const isSame = fields.every((field) => merged[field] === theirs[field])
        return { version, theirs, merged, fields: differing, isSame }
      },
      extras: async (values) =>
        kind.findPicture ? { picture: await kind.findPicture(values) } : {},
    },
    respond,
  )
}
