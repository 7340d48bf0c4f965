import { NOT_TAKEN_YET } from '../../../../rules/messages/till/on-device.ts'
import { MOST_EVENTS, type Received } from '../../../../rules/till/till-events.ts'
import { registerKey, signUnsent } from '../accounts/device-key.ts'
import { db, deviceId, readFact } from '../db.ts'
import { now, show } from '../live.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { askStart } from '../start.ts'
import { ask, changeConnection } from './ask.ts'
import { refreshCatalogue } from './catalogue.ts'

const FIRST_WAIT = 2_000
const MOST_WAIT = 60_000

let wait = FIRST_WAIT
let notBefore = 0
// As much as went through last: a batch that is too large for this connection or this server is not tried for ever.
let most = MOST_EVENTS
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends what is unsent, oldest first. Any tab may call it at any time: one at a time does, and an event
 * leaves the list only when the server has named it. `isRequested`: a person or a new connection asks, do not wait.
 */
export async function flush({ isRequested = false } = {}): Promise<void> {
  if (isRequested) {
    notBefore = 0
    wait = FIRST_WAIT
  }
  await oneAtATime('zovala-till-upload', async () => {
    // Who waited for the lock while another failed: the connection was just tried.
    if (Date.now() >= notBefore) await sendAll()
  })
}

export const countUnsent = () => db.events.where('unsent').equals(1).count()

async function sendAll() {
  let sent = 0
  for (;;) {
    if ((await countUnsent()) === 0) break
    if (!(await registerKey())) {
      tryLater()
      break
    }
    await signUnsent()
    // In the order in which they happened: the index's rows come by their own key.
    const rows = await db.events.where('unsent').equals(1).limit(most).toArray()
    if (rows.length === 0) break
    showSending(true)
    const answer = await ask<{ received: Received[] }>('/admin/pos/upload', {
      body: { deviceId: await deviceId(), things: rows.map(({ thing }) => thing) },
      patience: 30_000,
    })
    const received = answer.ok ? (answer.data?.received ?? []) : []
    const kept = await keepReceived(received)
    sent += kept
    if (kept > 0) {
      most = Math.min(MOST_EVENTS, most * 2)
      continue
    }
    // Too much for this connection, or for the server: less at once.
    most = Math.max(1, Math.floor(most / 4))
    if (answer.ok) await changeConnection({ lastError: NOT_TAKEN_YET })
    tryLater()
    break
  }
  showSending(false)
  if (sent === 0) return
  void refreshCatalogue()
  if (await readFact('startDue')) void askStart()
}

const showSending = (isSending: boolean) => show({ connection: { ...now().connection, isSending } })

/** Notes what the server has: only what it names, and once. Gives how many that were. */
const keepReceived = (received: Received[]) =>
  db.transaction('rw', db.events, async () => {
    let kept = 0
    for (const one of received) {
      const row = await db.events.get({ id: one.id })
      if (row?.unsent !== 1) continue
      const { unsent: _sent, ...rest } = row
      await db.events.put({ ...rest, received: one })
      kept += 1
    }
    if (kept > 0) {
      wait = FIRST_WAIT
      notBefore = 0
    }
    return kept
  })

function tryLater() {
  // Spread out: a whole shop's tills come back with the same cable.
  const pause = wait * (0.75 + Math.random() / 2)
  notBefore = Date.now() + pause
  wait = Math.min(MOST_WAIT, wait * 2)
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), pause + 1)
}

/** Sends on every occasion; gives what stops it. */
export function keepSending() {
  const onLine = () => void flush({ isRequested: true })
  const onSight = () => {
    if (document.visibilityState === 'visible') void flush()
  }
  addEventListener('online', onLine)
  document.addEventListener('visibilitychange', onSight)
  // Beside the back-off: a timer that a sleeping tab lost, events that another tab left.
  const ticking = setInterval(() => void flush(), MOST_WAIT)
  void flush({ isRequested: true })
  return () => {
    removeEventListener('online', onLine)
    document.removeEventListener('visibilitychange', onSight)
    clearInterval(ticking)
    clearTimeout(timer)
  }
}
