import { afterEach, expect, test, vi } from 'vitest'
import { isCut } from './before-scripts.ts'

afterEach(() => vi.unstubAllGlobals())

const cut = (hostname: string, onLine: boolean, controller?: object) => {
  vi.stubGlobal('navigator', { onLine, ...(controller && { serviceWorker: { controller } }) })
  vi.stubGlobal('location', { hostname })
  return isCut()
}

test('a page on a device that is offline is cut off from its shop', () => {
  expect(cut('zovala.example', false)).toBe(true)
  expect(cut('zovala.example', true)).toBe(false)
})

test('a till that its service worker starts offline is not cut off, nor is the shop’s own machine', () => {
  expect(cut('zovala.example', false, {})).toBe(false)
  expect(cut('localhost', false)).toBe(false)
})
