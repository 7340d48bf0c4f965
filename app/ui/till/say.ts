import { type Details, type Reason, type Refusal, wordsFor } from '../../rules/messages/words.ts'
import { showToast } from '../kit/toaster.tsx'
import { beep } from './kit/beep.ts'

/** Says a refusal in the shop's words, with a low sound: who scans looks at the goods. */
export function sayRefusal({ reason, ...details }: Refusal) {
  beep('bad')
  showToast({ tone: 'bad', ...wordsFor(reason, details) })
}

/** Says it when it was refused; true when it was done. */
export function wasDone<T extends { ok: true }>(answer: T | Refusal): answer is T {
  if (answer.ok) return true
  sayRefusal(answer)
  return false
}

/** Does it, says why not, or goes on with `then`. */
export async function tryTo<T extends { ok: true }>(act: Promise<T | Refusal>, then: () => void) {
  if (wasDone(await act)) then()
}

export const sayReason = (reason: Reason, details: Omit<Details, 'ok' | 'reason'> = {}) =>
  sayRefusal({ ok: false, reason, ...details })

export const sayGood = (title: string, description?: string) =>
  showToast({ tone: 'good', title, ...(description && { description }) })
