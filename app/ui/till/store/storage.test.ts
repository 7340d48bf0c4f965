import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stubBrowser } from '../../../../tests/support/till/till-store.ts'
import { db } from './db.ts'
import { now, showNothing } from './live.ts'
import { askToKeep, checkStorage } from './storage.ts'

beforeEach(async () => {
  stubBrowser()
  await db.open()
})
afterEach(() => {
  showNothing()
  vi.unstubAllGlobals()
})

const stubStorage = (persist: () => Promise<boolean>) =>
  vi.stubGlobal('navigator', {
    locks: navigator.locks,
    storage: { persist, persisted: async () => false, estimate: async () => ({}) },
  })

test('a question to keep the data that nobody answers holds nothing up, and a yes is shown afterwards', async () => {
  const answer = Promise.withResolvers<boolean>()
  stubStorage(() => answer.promise)
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
  answer.resolve(true)
  await answer.promise
  expect(now().storage).toBe('kept')
})

test('a browser that cannot be asked, or throws the question back, still has a till', async () => {
  stubStorage(() => Promise.reject(new TypeError('private browsing')))
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
  vi.stubGlobal('navigator', { locks: navigator.locks })
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
})
