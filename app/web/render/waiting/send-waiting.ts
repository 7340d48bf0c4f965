import { WAITS } from '../../../rules/messages/cart/waiting-acts.ts'
import { showToast } from '../../../ui/kit/toaster.tsx'
import { notifyLost } from '../connection.ts'
import { TIME_LIMIT_MS } from '../recovery/time-limit.ts'
import { findRouter, isOwn, shellOf, type WaitingAct, waiting } from './waiting-acts.ts'

/**
 * Resolves when no navigation is active: a toast travels with the next page, so nothing is sent during the visitor's
 * own action.
 */
async function untilIdle() {
  const router = findRouter()
  while (router.state.navigation.state !== 'idle')
    await new Promise<void>((resolve) => {
      const stop = router.subscribe(() => {
        stop()
        resolve()
      })
    })
}

/** The status of the answer: 0 for a redirect, after which the page shows the outcome; Infinity for none. */
async function sendOne({ name, path, fields, owner }: WaitingAct) {
  const body = new URLSearchParams(fields)
  body.set('request', name)
  body.set('for', owner ?? '')
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), TIME_LIMIT_MS)
  try {
    const answer = await fetch(path, {
      method: 'POST',
      body,
      // The redirect is not followed, because this page stays.
      redirect: 'manual',
      signal: limit.signal,
    })
    return answer.status
  } catch {
    return Infinity
  } finally {
    clearTimeout(timer)
  }
}

async function sendAll(): Promise<boolean> {
  await untilIdle()
  const router = findRouter()
  const act = waiting.read().find((one) => isOwn(one) && !one.refusal)
  if (!act) return true
  const status = await sendOne(act)
  if (status >= 500 || status === 429) return false
  showToast(null)
  const before = shellOf(router.state)?.shell.toast
  await router.revalidate()
  // Its owner is signed in no more: no refusal, it waits for them.
  if (status === 401) return true
  const toast = shellOf(router.state)?.shell.toast
  const refusal =
    toast?.tone === 'bad' && toast !== before
      ? [toast.title, toast.description].filter(Boolean).join(': ')
      : null
  waiting.change((all) =>
    all.flatMap((one) => (one.name !== act.name ? one : refusal ? { ...one, refusal } : [])),
  )
  return sendAll()
}

let sending: Promise<boolean> | undefined
/** Sends the waiting actions one after the other; false while there is no connection. Of several tabs one sends. */
export const sendWaiting = () =>
  (sending ??= (
    'locks' in navigator ? navigator.locks.request('zovala:waiting', sendAll) : sendAll()
  ).finally(() => {
    sending = undefined
  }))

/** Sends the waiting actions when the visitor asks for it, and shows a message when that fails. */
export async function sendNow() {
  if (!(await sendWaiting())) notifyLost(WAITS, sendNow)
}
