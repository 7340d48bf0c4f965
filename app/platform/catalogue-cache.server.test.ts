import { expect, test, vi } from 'vitest'
import { rememberCatalogue } from './catalogue-cache.server.ts'

function open() {
  let change = () => {}
  const remember = rememberCatalogue({
    on(_channel, listener) {
      change = () => (listener as (event: null) => void)(null)
      return () => {}
    },
  })
  return { remember, change: () => change() }
}

test('what every page shows is read once for all who ask', async () => {
  const { remember } = open()
  const read = vi.fn(async () => ['Dresses'])
  expect(await Promise.all([remember('a', read), remember('a', read)])).toEqual([
    ['Dresses'],
    ['Dresses'],
  ])
  await remember('a', read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('after a change it is read anew, also by who asks while an older reading is under way', async () => {
  const { remember, change } = open()
  const old = Promise.withResolvers<string>()
  const first = remember('a', () => old.promise)
  change()
  const second = remember('a', async () => 'new')
  old.resolve('old')
  expect(await first).toBe('old')
  expect(await second).toBe('new')
  expect(await remember('a', async () => 'never asked')).toBe('new')
})

test('what is not there, or failed, is asked for again', async () => {
  const { remember } = open()
  expect(await remember('a', async () => undefined)).toBeUndefined()
  await expect(remember('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await remember('a', async () => 'there')).toBe('there')
})

test('what follows the clock is read anew after a minute, and what nobody asked for longest makes room', async () => {
  vi.useFakeTimers()
  try {
    const { remember } = open()
    expect(await remember('a', async () => 1)).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(await remember('a', async () => 2)).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await remember('a', async () => 3)).toBe(3)
    for (let n = 0; n < 999; n += 1) await remember(`other ${n}`, async () => n)
    expect(await remember('a', async () => 4)).toBe(3)
    await remember('one more', async () => 0)
    expect(await remember('a', async () => 5)).toBe(3)
    expect(await remember('other 0', async () => -1)).toBe(-1)
    expect(await remember('other 2', async () => -2)).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
