import type { Db } from '../../db/open.server.ts'
import type { Actor } from '../../modules/audit/record-audit.ts'
import { yesNo } from '../../rules/messages/forms.ts'
import type { PlainReason, Reason, Refusal } from '../../rules/messages/refusals.ts'
import { badToast, type Toast } from '../toasts.ts'
import { answerAct } from '../try-act.ts'
import { chooseFrom, readId, readSubject, readText } from './read-form.ts'
import type { Seen } from './save-form.ts'
import { type ListAct, saveTextForm, type TextFormKind } from './text-form.ts'

type Done = Promise<{ ok: true } | Refusal<Reason>>

/** How the entries of a back office list are saved, switched on or off, and deleted. */
export type EntryKind<F extends string, E> = TextFormKind<F, E> & {
  switch: (db: Db, actor: Actor, id: string, isActive: boolean) => Done
  delete: (db: Db, actor: Actor, seen: NonNullable<Seen>) => Done
  deleted: Toast
  /** The reason of a failed deletion, when it differs from that of the other acts. */
  deletingFailed?: PlainReason
}

/** `save`, `switch` and `delete` of a list, and its `others`. */
export async function actOnEntries<F extends string, E>(
  act: ListAct,
  kind: EntryKind<F, E>,
  others: Record<string, () => Promise<Response | null>> = {},
) {
  const { shop, actor, form, respond } = act
  const intent = readText(form, 'intent')
  const id = readId(readText(form, 'id'))
  const seen = readSubject(form)
  if (intent === 'save') return saveTextForm(act, kind)
  if (intent === 'switch' && id) {
    const isActive = readText(form, 'active') === 'true'
    return answerAct(act, kind.failed, () => kind.switch(shop.db, actor, id, isActive))
  }
  if (intent === 'delete' && seen)
    return answerAct(
      act,
      kind.deletingFailed ?? kind.failed,
      () => kind.delete(shop.db, actor, seen),
      kind.deleted,
    )
  const other = chooseFrom(others, intent)
  return other ? other() : respond(badToast('bad-form'))
}

/**
 * `findBoth` for entries whose form shows the row as stored. The switch is shown as yes or no; `shown` formats other
 * fields that are shown differently from how they are sent.
 */
export const compareRow =
  <F extends string, E>(
    find: (id: string) => Promise<(E & { version: number }) | null | undefined>,
    valuesOf: (entry: E) => Record<F | 'isActive', string>,
    shown: (values: Record<F, string>) => Partial<Record<F, string>> = () => ({}),
  ): TextFormKind<F | 'isActive', E>['findBoth'] =>
  async (id, edit) => {
    const row = await find(id)
    return row
      ? {
          version: row.version,
          mine: valuesOf(edit),
          theirs: valuesOf(row),
          shown: (values) => ({
            ...values,
            isActive: yesNo(values.isActive === 'true'),
            ...shown(values),
          }),
        }
      : null
  }
