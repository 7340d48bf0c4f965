import { expect, test, vi } from 'vitest'
import { cacheCatalogue } from './catalogue-cache.server.ts'

function open() {
  let change = () => {}
  const cached = cacheCatalogue({
    on(_channel, listener) {
      change = () => (listener as (event: null) => void)(null)
      return () => {}
    },
  })
  return { cached, change: () => change() }
}

test('a cached value is read once for all simultaneous requests', async () => {
  const { cached } = open()
  const read = vi.fn(async () => ['Dresses'])
  expect(await Promise.all([cached('a', read), cached('a', read)])).toEqual([
    ['Dresses'],
    ['Dresses'],
  ])
  await cached('a', read)
  expect(read).toHaveBeenCalledTimes(1)
})

test('a cached value is read anew after a change, also by requests during an older read', async () => {
  const { cached, change } = open()
  const old = Promise.withResolvers<string>()
  const first = cached('a', () => old.promise)
  change()
  const second = cached('a', async () => 'new')
  old.resolve('old')
  expect(await first).toBe('old')
  expect(await second).toBe('new')
  expect(await cached('a', async () => 'never asked')).toBe('new')
})

test('a cached read that failed or found nothing is repeated', async () => {
  const { cached } = open()
  expect(await cached('a', async () => undefined)).toBeUndefined()
  await expect(cached('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cached('a', async () => 'there')).toBe('there')
})

test('a cached value is read anew after a minute, and the one unused for longest is evicted', async () => {
  vi.useFakeTimers()
  try {
    const { cached } = open()
    expect(await cached('a', async () => 1)).toBe(1)
    vi.advanceTimersByTime(60_000)
    expect(await cached('a', async () => 2)).toBe(1)
    vi.advanceTimersByTime(1)
    expect(await cached('a', async () => 3)).toBe(3)
    for (let n = 0; n < 999; n += 1) await cached(`other ${n}`, async () => n)
    expect(await cached('a', async () => 4)).toBe(3)
    await cached('one more', async () => 0)
    expect(await cached('a', async () => 5)).toBe(3)
    expect(await cached('other 0', async () => -1)).toBe(-1)
    expect(await cached('other 2', async () => -2)).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
