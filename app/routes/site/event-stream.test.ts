import { expect, test } from 'vitest'
import type { Events, ShopEvents } from '../../platform/events.server.ts'
import type { Visitor } from '../../web/context.ts'
import { openEventStream } from './event-stream.ts'

type Listener = (event: ShopEvents['orders']) => void

/** Events that the test sends by hand. */
function someEvents() {
  const listeners = new Set<Listener>()
  const events: Events = {
    on(_channel, listener) {
      listeners.add(listener as Listener)
      return () => listeners.delete(listener as Listener)
    },
    notifyCatalogue() {},
    async close() {},
  }
  const notify = (userId: string) => {
    for (const listener of listeners)
      listener({ orderNumber: 'FSC-2026-000001', userId, status: 'shipped', isPaid: true })
  }
  return { events, listeners, notify }
}
const visitor: Visitor = {
  userId: 'chisomo',
  name: 'Chisomo',
  email: 'chisomo@example.com',
  role: 'customer',
  sessionId: 'a session',
  heldRole: 'customer',
  lacksSecondStep: false,
  isJustProven: true,
}
const open = (
  events: Events,
  options: { findAgain?: () => Promise<Visitor | null>; signal?: AbortSignal } = {},
) =>
  openEventStream({ events }, visitor, {
    signal: options.signal ?? new AbortController().signal,
    findAgain: options.findAgain ?? (async () => visitor),
    recheckMs: 5,
  })
const readAll = (stream: ReadableStream<Uint8Array> | null) => new Response(stream).text()

test('an event stream ends when its session has ended, and leaves no listener', async () => {
  const { events, listeners } = someEvents()
  expect(await readAll(open(events, { findAgain: async () => null }))).toBe(
    'retry: 5000\n: open\n\n',
  )
  expect(listeners.size).toBe(0)
})

test('an event stream ends when its reader leaves, before or after it started', async () => {
  const { events, listeners } = someEvents()
  const gone = new AbortController()
  const text = readAll(open(events, { signal: gone.signal }))
  gone.abort()
  await text
  await readAll(open(events, { signal: gone.signal }))
  expect(listeners.size).toBe(0)
  await open(events)?.cancel()
  expect(listeners.size).toBe(0)
})

test('a visitor who became staff meanwhile gets everybody’s orders; an unavailable database ends no stream', async () => {
  const { events, notify } = someEvents()
  const gone = new AbortController()
  let asked = 0
  const promoted = Promise.withResolvers<void>()
  const findAgain = async (): Promise<Visitor> => {
    asked += 1
    if (asked === 1) throw new Error('no connection')
    if (asked === 3) promoted.resolve()
    return { ...visitor, role: 'admin' }
  }
  const text = readAll(open(events, { signal: gone.signal, findAgain }))
  notify('somebody else')
  await promoted.promise
  notify('somebody else')
  gone.abort()
  expect((await text).match(/event: order/g)).toHaveLength(1)
})

test('a reader who has stopped reading is disconnected instead of filling the memory', async () => {
  const { events, listeners, notify } = someEvents()
  const stream = open(events)
  for (let n = 0; n < 200; n += 1) notify(visitor.userId)
  expect(listeners.size).toBe(0)
  await stream?.cancel()
})
