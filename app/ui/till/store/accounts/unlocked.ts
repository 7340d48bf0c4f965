import { type DeviceState, db, keepFact, readFact } from '../db.ts'
import { refuseStorage } from '../storage.ts'

/** After this time (ms) without a touch the till locks itself, if a PIN can unlock it. */
const LOCKED_AFTER = 10 * 60_000
const NOTE_TOUCH = 30_000

const KEY = 'zovala-till-unlocked'
const lockOf = (id: string) => `zovala-till-unlocked:${id}`

/** Whether nobody has used the till for so long, or the clock was put back meanwhile. */
export const isOverdue = (touchedAt: number) => Math.abs(Date.now() - touchedAt) > LOCKED_AFTER

/**
 * Whether the unlocked person still is: this tab knew it before a reload, or another tab holds its lock. After the
 * browser or the device was off neither is the case, and a PIN is needed.
 */
export async function wasUnlocked(): Promise<boolean> {
  const unlocked = await readFact('unlocked')
  if (!unlocked || isOverdue(unlocked.touchedAt)) return false
  if (sessionStorage.getItem(KEY) === unlocked.id) return true
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === lockOf(unlocked.id))
}

let heldId: string | undefined
let release = () => {}

/** Holds the lock of the unlocked person while this tab lives. */
export async function holdUnlocked(unlocked: DeviceState['unlocked'] | null) {
  if (unlocked?.id === heldId) return
  heldId = unlocked?.id
  release()
  if (!unlocked) return sessionStorage.removeItem(KEY)
  sessionStorage.setItem(KEY, unlocked.id)
  const { promise, resolve } = Promise.withResolvers<void>()
  release = resolve
  await navigator.locks.request(lockOf(unlocked.id), { mode: 'shared' }, () => promise)
}

/** Records that somebody uses the till. */
export function keepTouching() {
  let notedAt = Date.now()
  const touch = () => {
    if (Math.abs(Date.now() - notedAt) < NOTE_TOUCH) return
    notedAt = Date.now()
    const noting = db.transaction('rw', db.facts, async () => {
      const unlocked = await readFact('unlocked')
      if (unlocked) await keepFact('unlocked', { ...unlocked, touchedAt: Date.now() })
    })
    void noting.catch(refuseStorage)
  }
  for (const name of ['pointerdown', 'keydown'] as const)
    addEventListener(name, touch, { capture: true, passive: true })
}
