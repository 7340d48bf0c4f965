import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { noteClock, readClockJump, watchClock } from './clock.server.ts'

const HOUR = 3_600_000
afterEach(() => void vi.useRealTimers())

/** A clock that goes with the watch's own, and the times at which it was found set back. */
async function watched() {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const state = { set: 0, calls: 0, fails: false, errors: 0 }
  const watch = await watchClock({
    readClock: async () => {
      if (state.fails) throw new Error('the database is away')
      return 1_000_000_000_000 + state.set + performance.now()
    },
    onBack: async () => {
      state.calls += 1
    },
    onError: () => (state.errors += 1),
    everyMs: 5000,
  })
  onTestFinished(() => watch.stop())
  const look = () => vi.advanceTimersByTimeAsync(5000)
  return { state, look }
}

test('a clock that is set back by more than a minute is detected, one that is set ahead is not', async () => {
  const { state, look } = await watched()
  await look()
  state.set = 24 * HOUR
  await look()
  await look()
  expect(state.calls).toBe(0)
  state.set = 23 * HOUR
  await look()
  expect(state.calls).toBe(1)
  // And for what was under way at that moment.
  for (let n = 0; n < 5; n += 1) await look()
  expect(state.calls).toBe(4)
  state.set -= 30_000
  await look()
  expect(state.calls).toBe(4)
})

test('a clock that was set back during a failed read is detected at the next read', async () => {
  const { state, look } = await watched()
  state.fails = true
  await look()
  state.set = -HOUR
  await look()
  expect([state.calls, state.errors]).toEqual([0, 2])
  state.fails = false
  await look()
  expect(state.calls).toBe(1)
})

test.runIf(process.platform === 'linux')(
  'a changed clock reports its shift since the start, and ignores other boots of the machine',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'zovala-clock-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    expect(await readClockJump(dir)).toBeNull()
    await noteClock(dir)
    const jump = async () => Math.round(((await readClockJump(dir)) ?? Number.NaN) / 1000)
    expect(Math.abs(await jump())).toBeLessThan(2)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR })
    expect(Math.abs((await jump()) - 86_400)).toBeLessThan(2)
    const note = join(dir, 'clock')
    writeFileSync(note, readFileSync(note, 'utf8').replace(/^\S+/, 'another-boot'))
    expect(await readClockJump(dir)).toBeNull()
  },
)
