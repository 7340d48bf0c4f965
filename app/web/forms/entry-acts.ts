import type { Shop } from '../../platform/shop.server.ts'
import type { PlainReason, Reason, Refusal } from '../../rules/messages/refusals.ts'
import { answerAct } from '../attempt.ts'
import { badToast, type Toast } from '../toasts.ts'
import { readId, readSubject, readText } from './read-form.ts'
import type { Seen } from './save-form.ts'

type Form = { shop: Shop; form: FormData; say: (toast: Toast) => Promise<Response> }
type Done = Promise<{ ok: true } | Refusal<Reason>>

/** `switch` of a list: the entry that the form names goes on or off. */
export async function switchEntry(
  { form, ...to }: Form,
  failed: PlainReason,
  act: (id: string, isActive: boolean) => Done,
) {
  const id = readId(readText(form, 'id'))
  if (!id) return to.say(badToast('bad-form'))
  return answerAct(to, failed, () => act(id, readText(form, 'active') === 'true'))
}

/** `delete` of a list: of the entry in the version that was seen. */
export async function deleteEntry(
  { form, ...to }: Form,
  failed: PlainReason,
  deleted: Toast,
  act: (seen: NonNullable<Seen>) => Done,
) {
  const seen = readSubject(form)
  if (!seen) return to.say(badToast('bad-form'))
  return answerAct(to, failed, () => act(seen), deleted)
}
