import { NOT_TAKEN_YET } from '../../../../rules/messages/till/on-device.ts'
import { MOST_EVENTS, type Received } from '../../../../rules/till/till-events.ts'
import { keepSigned, registerKey, signUnsent } from '../accounts/device-key.ts'
import { db, deviceId, readFact } from '../db.ts'
import { now, show } from '../live.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { askStart } from '../start.ts'
import type { Done } from '../state.ts'
import { refuseStorage } from '../storage.ts'
import { ask, changeConnection } from './ask.ts'
import { refreshCatalogue } from './catalogue.ts'

const FIRST_WAIT = 2_000
const MOST_WAIT = 60_000

let wait = FIRST_WAIT
// By a clock that nobody puts back: the pause would last as long.
let notBefore = 0
// Adapts to what was accepted last, so that a batch too large for this connection or server is not tried for ever.
let most = MOST_EVENTS
let timer: ReturnType<typeof setTimeout> | undefined

/**
 * Sends unsent events, oldest first. Any tab may call it at any time: one works at a time, and an event leaves the list
 * only when the server has confirmed it. `isRequested`: a person or a new connection asks, so it does not wait. Refuses
 * only what this device cannot store; what the connection does is in the state.
 */
export async function flush({ isRequested = false } = {}): Promise<Done> {
  if (isRequested) {
    notBefore = 0
    wait = FIRST_WAIT
  }
  let done: Done = { ok: true }
  await oneAtATime('zovala-till-upload', async () => {
    // While this call waited for the lock, another one may have failed on the same connection.
    if (performance.now() >= notBefore) done = await sendAll()
  })
  return done
}

export const countUnsent = () => db.events.where('unsent').equals(1).count()

async function sendAll(): Promise<Done> {
  let sent = 0
  try {
    sent = await sendBatches()
  } catch (error) {
    tryLater()
    return refuseStorage(error)
  } finally {
    showSending(false)
  }
  if (sent === 0) return { ok: true }
  void refreshCatalogue()
  if (await readFact('startDue')) void askStart()
  return { ok: true }
}

/** Returns how many events the server has confirmed. */
async function sendBatches() {
  let sent = 0
  for (;;) {
    if ((await countUnsent()) === 0) return sent
    if (!(await registerKey())) {
      tryLater()
      return sent
    }
    await keepSigned(await signUnsent())
    // In the order in which they happened: rows of the index come by primary key.
    const rows = await db.events.where('unsent').equals(1).limit(most).toArray()
    if (rows.length === 0) return sent
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
    // Too much for this connection or for the server: sends fewer at once.
    most = Math.max(1, Math.floor(most / 4))
    if (answer.ok) await changeConnection({ lastError: NOT_TAKEN_YET })
    tryLater()
    return sent
  }
}

const showSending = (isSending: boolean) => show({ connection: { ...now().connection, isSending } })

/** Marks events that the server has confirmed as sent, each once; returns how many. */
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
  // Randomized, because all tills of a shop come back online at the same moment.
  const pause = wait * (0.75 + Math.random() / 2)
  notBefore = performance.now() + pause
  wait = Math.min(MOST_WAIT, wait * 2)
  clearTimeout(timer)
  timer = setTimeout(() => void flush(), pause + 1)
}

/** Sends on every occasion; returns the function that stops that. */
export function keepSending() {
  const onLine = () => void flush({ isRequested: true })
  const onSight = () => {
    if (document.visibilityState === 'visible') void flush()
  }
  addEventListener('online', onLine)
  document.addEventListener('visibilitychange', onSight)
  // In addition to the back-off: for a timer that a sleeping tab lost, and for events that another tab left.
  const ticking = setInterval(() => void flush(), MOST_WAIT)
  void flush({ isRequested: true })
  return () => {
    removeEventListener('online', onLine)
    document.removeEventListener('visibilitychange', onSight)
    clearInterval(ticking)
    clearTimeout(timer)
  }
}
