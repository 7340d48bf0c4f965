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

test('an unanswered request for persistent storage blocks nothing, and a later consent is shown', async () => {
  const answer = Promise.withResolvers<boolean>()
  stubStorage(() => answer.promise)
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
  answer.resolve(true)
  await answer.promise
  expect(now().storage).toBe('kept')
})

test('a till works in a browser without that request, or in which it throws', async () => {
  stubStorage(() => Promise.reject(new TypeError('private browsing')))
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
  vi.stubGlobal('navigator', { locks: navigator.locks })
  askToKeep()
  expect(await checkStorage()).toBe('may-be-evicted')
})
