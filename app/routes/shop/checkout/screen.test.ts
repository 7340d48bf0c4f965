import { afterEach, expect, test, vi } from 'vitest'
import { clientAction, shouldRevalidate } from './screen.tsx'

afterEach(() => vi.unstubAllGlobals())

const FAILED = new TypeError('Failed to fetch')
const pay = (fields: Record<string, string>, failure: unknown) =>
  clientAction({
    request: new Request('http://shop.test/checkout', {
      method: 'POST',
      body: new URLSearchParams({ checkout_key: 'one', ...fields }),
    }),
    serverAction: () => Promise.reject(failure),
  } as never)

test.each([
  ['an order without a network was not sent', 'pay', false, /^Nothing was sent/],
  ['an order without an answer may have arrived', 'pay', true, /whether your order has reached us/],
  ['a code without an answer may have arrived', 'apply-code', true, /may have reached us/],
] as const)(
  'a lost connection at the checkout %s is reported before any other part of the page arrives',
  async (_name, intent, onLine, words) => {
    vi.stubGlobal('navigator', { onLine })
    const { data, init } = (await pay({ intent }, FAILED)) as never as {
      data: { lost: { message: { title: string; description: string } } }
      init: { status: number }
    }
    expect(data.lost.message).toMatchObject({
      title: 'No connection',
      description: expect.stringMatching(words),
    })
    expect(init.status).toBe(503)
  },
)

test('an error of the shop is not reported as a lost connection at the checkout', async () => {
  const { data } = (await pay({ intent: 'pay' }, new Error('Unexpected'))) as never as {
    data: { lost: { message: { title: string } } }
  }
  expect(data.lost.message.title).not.toBe('No connection')
})

test('a refusal at the checkout reloads cart and orders, unless the shop could not be reached', () => {
  const isRead = (actionResult: object | undefined) =>
    shouldRevalidate({
      formMethod: 'POST',
      actionStatus: 503,
      actionResult,
      defaultShouldRevalidate: false,
    } as Parameters<typeof shouldRevalidate>[0])
  // The shop takes no payments: the order that was made waits.
  expect(isRead({ message: {} })).toBe(true)
  expect(isRead({ message: {}, isAway: true })).toBe(false)
  expect(isRead({ lost: {} })).toBe(false)
})
