import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { writeSeenLine } from '../../../rules/cart/cart.ts'
import { keepWaiting, replaceWaiting, waiting } from './waiting-acts.ts'

const [DRESS, HAT] = [
  '0198c0de-0000-4000-8000-00000000abcd',
  '0198c0de-0000-4000-8000-00000000ffff',
] as const
const dress = { id: DRESS, name: 'Dress', size: null, color: null, quantity: 3 }
const hat = { id: HAT, name: 'Hat', size: null, color: null, quantity: 1 }
const lines = [dress, hat]

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
  })
  const loaderData = { 'routes/shop/cart/screen': { lines } }
  const router = { state: { loaderData, navigation: { state: 'idle' } } }
  vi.stubGlobal('window', Object.assign(new EventTarget(), { __reactRouterDataRouter: router }))
})
afterEach(() => vi.unstubAllGlobals())

function formOf(fields: readonly (readonly [string, string])[]) {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}
const change = (line: string, intent = 'set-quantity') =>
  replaceWaiting(
    new Request('http://shop.test/cart', {
      method: 'POST',
      body: formOf([
        ['intent', intent],
        ['line', line],
        ['to', '1'],
      ]),
    }),
  )
const clear = () =>
  keepWaiting(
    '/cart',
    formOf([['intent', 'clear'], ...lines.map((line) => ['seen', writeSeenLine(line)] as const)]),
  )
const shown = () => waiting.read().map(({ label, fields }) => [label, fields.slice(1)])

test('a line that is changed while Clear cart waits is no longer cleared; without lines the act is over', async () => {
  expect(clear()).toBe(true)
  await change('0198c0de-0000-4000-8000-000000000000')
  expect(shown()).toMatchObject([['Clear cart: 4 items', [{}, {}]]])
  await change(DRESS)
  expect(shown()).toEqual([['Clear cart', [['seen', writeSeenLine(hat)]]]])
  await change(HAT, 'remove')
  expect(shown()).toEqual([])
})
