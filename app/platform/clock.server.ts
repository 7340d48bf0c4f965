import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { uptime } from 'node:os'
import { join } from 'node:path'

const EVERY_MS = 5_000
/** A smaller difference is a correction by the time service, or a slow answer. */
const TOLERANCE_MS = 60_000
/** Transactions that were open when the clock was set back may still write times of the former clock. */
const REPEATS_AFTER = 3

/**
 * Calls `onBack` when the clock that `readClock` asks (ms) is seen to be set back by more than a minute, and at the
 * three checks after that. A failed check is repeated at the next interval.
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
      // Read before the clock, so that a late answer looks like a clock ahead, never like one set back.
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

/** The clock's time minus the machine's uptime; it changes only when somebody sets the clock. */
const readOffset = () => Date.now() - uptime() * 1000

/** The id of this boot of the machine; empty where there is none (not Linux). */
function nameBoot() {
  try {
    return readFileSync(BOOT, 'utf8').trim()
  } catch {
    return ''
  }
}

/** Stores the clock's offset when the shop starts, for a later comparison. */
export const noteClock = (dataDir: string) =>
  writeFile(join(dataDir, NOTE), `${nameBoot()} ${Math.round(readOffset())}\n`)

/** By how many ms the clock was set ahead (or back, below 0) since the shop started; null when unknown. */
export async function readClockJump(dataDir: string): Promise<number | null> {
  const note = await readFile(join(dataDir, NOTE), 'utf8').catch(() => '')
  const [boot, offset] = note.trim().split(' ')
  if (!boot || !offset || boot !== nameBoot()) return null
  return readOffset() - Number(offset)
}
