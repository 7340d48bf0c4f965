import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'

const EVERY_MS = 5_000
/** Less is the time service's own work, or a slow answer. */
const TOLERANCE_MS = 60_000
/** What was under way then is written by the former clock a moment later. */
const REPEATS_AFTER = 3

/**
 * Calls `onBack` when the clock that `readClock` asks (ms) is seen to be set back by more than a minute, and at the
 * three checks after that. What fails is tried again at the next check.
 */
export async function watchClock(options: {
  readClock: () => Promise<number>
  onBack: () => Promise<void>
  onError: (error: unknown) => void
  everyMs?: number
}): Promise<{ stop(): void }> {
  const { readClock, onBack, onError, everyMs = EVERY_MS } = options
  let last: { clock: number; steady: number } | null = null
  let repeatsLeft = 0
  let isBusy = false

  async function check() {
    if (isBusy) return
    isBusy = true
    try {
      // Read before the clock: an answer that comes late looks like a clock that runs ahead, never like one set back.
      const steady = performance.now()
      const clock = await readClock()
      const expected = last && last.clock + steady - last.steady
      const isBack = expected !== null && clock < expected - TOLERANCE_MS
      if (isBack || repeatsLeft > 0) await onBack()
      repeatsLeft = isBack ? REPEATS_AFTER : Math.max(0, repeatsLeft - 1)
      last = { clock, steady }
    } catch (error) {
      onError(error)
    } finally {
      isBusy = false
    }
  }

  await check()
  const timer = setInterval(() => void check(), everyMs)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}

const NOTE = 'clock'
const BOOT = '/proc/sys/kernel/random/boot_id'

/** What the clock shows, less how long this machine runs: the same until somebody sets the clock. */
const readOffset = () => Date.now() - uptime() * 1000

/** This start of the machine; empty where it has no name (not Linux). */
function nameBoot() {
  try {
    return readFileSync(BOOT, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Writes down how the clock stands when the shop starts, to be compared with later. */
export const noteClock = (dataDir: string) =>
  writeFile(join(dataDir, NOTE), `${nameBoot()} ${Math.round(readOffset())}\n`)

/** By how many ms the clock was set ahead (or back, below 0) since the shop started; null where nobody can tell. */
export async function readClockJump(dataDir: string): Promise<number | null> {
  const note = await readFile(join(dataDir, NOTE), 'utf8').catch(() => '')
  const [boot, offset] = note.trim().split(' ')
  if (!boot || !offset || boot !== nameBoot()) return null
  return readOffset() - Number(offset)
}
