import { type Details, type Reason, type Refusal, wordsFor } from '../../rules/messages/words.ts'
import { showToast } from '../kit/toaster.tsx'
import { beep } from './kit/beep.ts'

/** Says a refusal in the shop's words, with a low sound: who scans looks at the items. */
export function notifyRefusal({ reason, ...details }: Refusal) {
  beep('bad')
  showToast({ tone: 'bad', ...wordsFor(reason, details) })
}

/** Says it when it was refused; true when it was done. */
export function wasDone<T extends { ok: true }>(answer: T | Refusal): answer is T {
  if (answer.ok) return true
  notifyRefusal(answer)
  return false
}

/** Does it, says why not, or goes on with `then`. */
export async function tryTo<T extends { ok: true }>(act: Promise<T | Refusal>, then: () => void) {
  if (wasDone(await act)) then()
}

export const notifyReason = (reason: Reason, details: Omit<Details, 'ok' | 'reason'> = {}) =>
  notifyRefusal({ ok: false, reason, ...details })

export const notifySuccess = (title: string, description?: string) =>
  showToast({ tone: 'good', title, ...(description && { description }) })
