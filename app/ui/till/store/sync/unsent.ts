import { type TillEvent } from '../../../../rules/till/till-events.ts'
import { keepSigned, signUnsent } from '../accounts/device-key.ts'
import { db } from '../db.ts'
import type { Done } from '../state.ts'
import { refuseStorage, write } from '../storage.ts'
import { flush } from './outbox.ts'
import { record } from './record.ts'

type Saved = { what: 'zovala-till-unsent'; savedAt: string; things: TillEvent[]; sha256: string }

async function sumOf(events: TillEvent[]) {
  const bytes = await crypto.subtle.digest(
    'SHA-256',
    new TextEncoder().encode(JSON.stringify(events)),
  )
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Saves all unsent events to a file. They stay here as well: sent from both devices, each counts once. */
export async function saveUnsent(): Promise<{ name: string; file: Blob; count: number }> {
  const signed = await signUnsent()
  // A device that can store nothing has to be able to give away what it has.
  await keepSigned(signed).catch(refuseStorage)
  const bySeq = new Map(signed.map((row) => [row.seq, row]))
  const rows = await db.events.where('unsent').equals(1).toArray()
  const events = rows.map((row) => (bySeq.get(row.seq) ?? row).thing)
  const savedAt = new Date().toISOString()
  const saved: Saved = {
    what: 'zovala-till-unsent',
    savedAt,
    things: events,
    sha256: await sumOf(events),
  }
  const file = new Blob([JSON.stringify(saved, null, 1)], { type: 'application/json' })
  return {
    name: `unsent-sales-${savedAt.slice(0, 16).replace(':', '')}.json`,
    file,
    count: events.length,
  }
}

/** Loads the events that another device saved, to send them from here. Skips those that are here already. */
export async function loadUnsent(file: Blob): Promise<Done<{ count: number }>> {
  const saved = await readSaved(file)
  if (!saved) return { ok: false, reason: 'till-file-unreadable' }
  const answer = await write(() =>
    db.transaction('rw', db.events, async () => {
      let count = 0
      for (const event of saved.things) {
        if (await db.events.get({ id: event.id })) continue
        await record(event, '', true)
        count += 1
      }
      return count
    }),
  )
  if (!answer.ok) return answer
  void flush({ isRequested: true })
  return { ok: true, count: answer.value }
}

async function readSaved(file: Blob): Promise<Saved | null> {
  try {
    const saved = JSON.parse(await file.text()) as Saved
    const isOurs =
      saved.what === 'zovala-till-unsent' &&
      Array.isArray(saved.things) &&
      saved.things.every(({ id, kind, at }) => id && kind && at)
    return isOurs && (await sumOf(saved.things)) === saved.sha256 ? saved : null
  } catch {
    return null
  }
}
