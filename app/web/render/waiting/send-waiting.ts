import { WAITS } from '../../../rules/messages/cart/waiting-acts.ts'
import { showToast } from '../../../ui/kit/toaster.tsx'
import { notifyLost } from '../connection.ts'
import { TIME_LIMIT_MS } from '../recovery/time-limit.ts'
import { findRouter, isOwn, shellOf, type WaitingAct, waiting } from './waiting-acts.ts'

/** A toast travels with the next page: while somebody's own act is under way, nothing else is sent. */
const untilIdle = () =>
  new Promise<void>((resolve) => {
    const router = findRouter()
    const isIdle = () => router.state.navigation.state === 'idle'
    if (isIdle()) return resolve()
    const stop = router.subscribe(() => {
      if (!isIdle()) return
      stop()
      resolve()
    })
    return undefined
  })

/** Whether the shop has answered it; what became of it, the page then shows. */
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
      // Its page is not fetched: this one stays.
      redirect: 'manual',
      signal: limit.signal,
    })
    return answer.type === 'opaqueredirect' || (answer.status < 500 && answer.status !== 429)
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

async function sendAll(): Promise<boolean> {
  await untilIdle()
  const router = findRouter()
  const act = waiting.read().find((one) => isOwn(one) && !one.refusal)
  if (!act) return true
  if (!(await sendOne(act))) return false
  showToast(null)
  const before = shellOf(router.state)?.shell.toast
  await router.revalidate()
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
/** Sends what waits, one after the other; false while there is no connection. Of several tabs one does it. */
export const sendWaiting = () =>
  (sending ??= (
    'locks' in navigator ? navigator.locks.request('zovala:waiting', sendAll) : sendAll()
  ).finally(() => {
    sending = undefined
  }))

/** The same for who has asked for it, and is told when it does not go. */
export async function sendNow() {
  if (!(await sendWaiting())) notifyLost(WAITS, sendNow)
}
