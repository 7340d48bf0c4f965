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

/** Shows a refusal in the shop's words with a low sound, because a cashier who scans looks at the items. */
export function notifyRefusal(refusal: Reasoned<TillReason> | PlainTillReason) {
  beep('bad')
  showToast({ tone: 'bad', ...formatTillRefusal(refusal) })
}

/** Notifies about a refusal; returns true when the act was done. */
export function wasDone<T extends { ok: true }>(answer: T | TillRefusal): answer is T {
  if (answer.ok) return true
  notifyRefusal(answer)
  return false
}

/** Awaits the act; calls `then` when it was done and notifies about a refusal otherwise. */
export async function tryTo<T extends { ok: true }>(
  act: Promise<T | TillRefusal>,
  then: () => void,
) {
  if (wasDone(await act)) then()
}

type Params<N extends keyof typeof tillDone> = ParamsOf<(typeof tillDone)[N]>

/** Shows that an act was done. */
export const notifySuccess = <N extends keyof typeof tillDone>(
  notice: N,
  ...[params]: object extends Params<N> ? [] : [params: Params<N>]
) => showToast({ tone: 'good', ...fillIn(tillDone[notice], params ?? {}) })
