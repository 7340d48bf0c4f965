import { data } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Results } from '../connection.ts'
import { goOn } from './other-build.ts'

const left: string[] = []
let fields: Partial<HTMLInputElement>[] = []
let posts = 0
const text = { type: 'text', value: '', defaultValue: '', checked: false, defaultChecked: false }
beforeEach(() => {
  left.length = 0
  fields = [text, { ...text, type: 'checkbox', value: 'on' }]
  posts = 0
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', {
    origin: 'https://shop.test',
    pathname: '/admin/deliveries',
    search: '?page=2',
    href: 'https://shop.test/admin/deliveries?page=2#lines',
    assign: (to: string) => left.push(`assign ${to}`),
    replace: (to: string) => left.push(`replace ${to}`),
  })
  vi.stubGlobal('document', {
    querySelector: () => null,
    querySelectorAll: () => fields,
    createElement: () => ({ append: () => {} }),
    body: { append: () => {} },
  })
  const submit = () => {
    posts += 1
  }
  vi.stubGlobal('HTMLFormElement', { prototype: { submit } })
  return () => vi.unstubAllGlobals()
})

const STEP = {
  path: '/admin/deliveries?page=2',
  hash: '',
  isPost: true,
  isStep: false,
  isBackground: false,
  isBesideActs: false,
  sent: {},
  loaderData: {},
}
const answers = (result: unknown): Results => ({ screen: { type: 'data', result } })
const HERE = 'replace /admin/deliveries?page=2'

test("a screen's own message of a lost connection stays, without another request or a new page", () => {
  const lost = answers(data({ lost: { key: 'k' } }, { status: 503 }))
  for (const isStep of [true, false]) expect(goOn({ ...STEP, isStep }, lost)).toBe(lost)
  // The router continues like this after it.
  expect(goOn({ ...STEP, isPost: false, isStep: true }, {})).toEqual({})
  expect({ left, posts }).toEqual({ left: [], posts: 0 })
  void goOn({ ...STEP, isStep: true }, answers(data({ refusal: 'too late' }, { status: 409 })))
  expect({ left, posts }).toEqual({ left: [], posts: 1 })
})

test.each([
  ['is typed', { value: '7' }],
  ['is ticked', { type: 'checkbox', checked: true }],
])(
  'an act that fails because of a new build reloads the page, but not while something %s',
  (_how, typed) => {
    const { screen } = goOn(STEP, answers(data(null))) as Results
    expect(screen?.result).toMatchObject({ data: undefined, init: { status: 503 } })
    expect(left).toEqual([HERE])
    fields = [{ ...text, ...typed }]
    for (const change of [{}, { isPost: false, isBackground: true }])
      void goOn({ ...STEP, ...change }, answers(data(null)))
    expect(left).toEqual([HERE])
    void goOn({ ...STEP, isStep: true }, answers(data(null)))
    expect(left).toEqual([HERE, HERE])
  },
)

test('a step keeps its hash; the same address is loaded by GET, and the same path of another site is another address', () => {
  const page = { ...STEP, isPost: false, isStep: true }
  void goOn({ ...page, path: '/admin/orders', hash: '#new' }, answers({ orders: [] }))
  void goOn({ ...page, hash: '#lines' }, answers({}))
  const Location = 'https://pay.test/admin/deliveries?page=2'
  void goOn(
    { ...STEP, isStep: true },
    answers(new Response(null, { status: 302, headers: { Location } })),
  )
  expect(left).toEqual(['assign https://shop.test/admin/orders#new', HERE, `assign ${Location}`])
})
