import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Results } from './connection.ts'

const LOST: Results = { cart: { type: 'error', result: new TypeError('Failed to fetch') } }
const KEPT: Results = { cart: { type: 'data', result: 'the page as it was' } }

let isHelpLost = true
const help = { guardScreens: vi.fn(), recover: vi.fn(() => Promise.resolve(KEPT)) }
vi.mock('./connection-recovery.ts', () => help)
// The page loads scripts through these two functions: without a connection they fail.
vi.mock('../../ui/kit/browser/retry.ts', async (original) => {
  const { insist } = await original<typeof import('../../ui/kit/browser/retry.ts')>()
  const load = (file: () => Promise<unknown>) =>
    isHelpLost ? Promise.reject(new TypeError('Failed to fetch a module')) : file()
  return { ask: load, insist: (file: () => Promise<unknown>) => insist(() => load(file)) }
})

const shown: string[] = []
beforeEach(() => {
  const page = new EventTarget()
  page.addEventListener('zovala:toast', (event) => {
    const { title, description } = (event as CustomEvent<Record<string, string>>).detail
    shown.push(`${title}: ${description}`)
  })
  vi.stubGlobal('window', page)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubEnv('DEV', false)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('an act that is lost before the page’s scripts arrive is reported as lost, and stays pending until they arrive', async () => {
  const { keepPage } = await import('./connection.ts')
  vi.stubGlobal('navigator', { onLine: false })
  const request = new Request('http://shop.test/cart', { method: 'POST' })
  const act = keepPage({ request } as never, () => Promise.resolve(LOST))
  const state = () => Promise.race([act, new Promise((done) => setImmediate(done, 'under way'))])
  await vi.waitFor(() =>
    expect(shown).toEqual(['No connection: Nothing was sent. Please try again in a moment.']),
  )
  expect(await state()).toBe('under way')
  isHelpLost = false
  window.dispatchEvent(new Event('online'))
  expect(await act).toBe(KEPT)
  expect(help.guardScreens).toHaveBeenCalledTimes(1)
  expect(help.recover).toHaveBeenCalledWith(request, expect.any(Function), { onLine: false })
})
