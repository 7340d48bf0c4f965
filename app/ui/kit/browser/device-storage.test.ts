import { afterEach, expect, test, vi } from 'vitest'
import { storeOnDevice } from './device-storage.ts'

afterEach(() => vi.unstubAllGlobals())

/** Returns the value as a component would read it, without React. */
vi.mock('react', () => ({ useSyncExternalStore: (_: unknown, read: () => unknown) => read() }))

const NONE: readonly string[] = []
const list = () =>
  storeOnDevice('list', NONE, (kept) => (Array.isArray(kept) ? (kept as string[]) : NONE))

function aBrowser(storage: Partial<Storage>) {
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('window', new EventTarget())
}

test('a value stored on the device is read by the next page, and is the same until it changes', () => {
  const kept = new Map<string, string>()
  aBrowser({
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, text) => void kept.set(name, text),
  })
  const first = list()
  first.change((before) => ['a', ...before])
  const second = list()
  expect(second.use()).toEqual(['a'])
  expect(second.use()).toBe(second.use())
  kept.set('list', '{"odd"')
  expect(second.use()).toEqual([])
  kept.set('list', '{"odd":1}')
  expect(second.use()).toEqual([])
})

test('a plain text that an earlier release stored on the device is read unchanged', () => {
  aBrowser({ getItem: () => 'dark', setItem: () => {} })
  const scheme = storeOnDevice('scheme', 'device', (kept) => (kept === 'dark' ? kept : 'device'))
  expect(scheme.use()).toBe('dark')
})

test('a value stays in memory while the page is open in a browser that stores nothing', () => {
  const refuse = () => {
    throw new Error('The operation is insecure.')
  }
  aBrowser({ getItem: refuse, setItem: refuse })
  const unsaved = list()
  expect(unsaved.use()).toEqual([])
  unsaved.change((before) => ['a', ...before])
  unsaved.change((before) => ['b', ...before])
  expect(unsaved.use()).toEqual(['b', 'a'])
})
