import { expect, test, vi } from 'vitest'
import { rememberCatalogue } from './catalogue-memory.server.ts'

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
