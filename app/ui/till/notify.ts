import { fillIn, type ParamsOf } from '../../rules/messages/message.ts'
import type { Reasoned } from '../../rules/messages/refusals.ts'
import { tillDone } from '../../rules/messages/till/done.ts'
import { showToast } from '../kit/toaster.tsx'
import { beep } from './kit/beep.ts'
import {
  formatTillRefusal,
  type PlainTillReason,
  type TillReason,
  type TillRefusal,
} from './refusals.ts'

/** Says a refusal in the shop's words, with a low sound: who scans looks at the items. */
export function notifyRefusal(refusal: Reasoned<TillReason> | PlainTillReason) {
  beep('bad')
  showToast({ tone: 'bad', ...formatTillRefusal(refusal) })
}

/** Says it when it was refused; true when it was done. */
export function wasDone<T extends { ok: true }>(answer: T | TillRefusal): answer is T {
  if (answer.ok) return true
  notifyRefusal(answer)
  return false
}

/** Does it, says why not, or goes on with `then`. */
export async function tryTo<T extends { ok: true }>(
  act: Promise<T | TillRefusal>,
  then: () => void,
) {
  if (wasDone(await act)) then()
}

type Params<N extends keyof typeof tillDone> = ParamsOf<(typeof tillDone)[N]>

/** Says what was done. */
export const notifySuccess = <N extends keyof typeof tillDone>(
  notice: N,
  ...[params]: object extends Params<N> ? [] : [params: Params<N>]
) => showToast({ tone: 'good', ...fillIn(tillDone[notice], params ?? {}) })
