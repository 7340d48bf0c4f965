import 'fake-indexeddb/auto'
import { vi } from 'vitest'
import type { TillCatalogue, TillEvent } from '../../../app/rules/till/till-events.ts'

/** The browser APIs that the till's storage uses and Node lacks. */
export function stubBrowser() {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
}

export const VARIANT = 'c1b7a2de-5d6a-4f0e-9a53-2f4f6c1d2e01'
export const CASHIER = { id: '8a1f6f0c-37a8-4f6e-8f3b-53d3c5b0b001', name: 'Chisomo Banda' }
export const TILL = { id: '0e4c7b6e-9c1d-4e0f-8b7a-6d5c4b3a2f10', name: 'Counter 1' }

export const aCatalogue = (onHand = 20, price = 15_000): TillCatalogue => ({
  asOf: '2026-11-20T06:00:00.000Z',
  ledger: 100,
  categories: [
    { id: 'bags', name: 'Bags', parentId: null },
    { id: 'totes', name: 'Totes', parentId: 'bags' },
  ],
  products: [
    {
      id: 'product-1',
      name: 'Canvas Tote Bag',
      price,
      comparePrice: null,
      sku: 'TOTE',
      barcode: '2012345678903',
      categoryId: 'totes',
      isTracked: true,
      picture: null,
      variants: [{ id: VARIANT, size: null, color: null, colorValue: null, sku: 'TOTE-1', onHand }],
    },
  ],
})

type ConnectionState = 'up' | 'down' | 'answer-lost' | 'signed-out'

/** A server that stores events by id, behind a connection that can break before or after they arrive. */
export function aServer() {
  const events = new Map<string, TillEvent>()
  const uploads: string[][] = []
  const server = {
    connection: 'up' as ConnectionState,
    events,
    uploads,
    most: 50,
    number: null as string | null,
    till: TILL,
    start: {} as object | Promise<object>,
    /** How many sale numbers each request took. */
    leased: [] as number[],
    /** The requested paths, in order, and one that fails now. */
    paths: [] as string[],
    failing: '',
    /** The answers at other addresses. */
    answers: {} as Record<string, unknown>,
  }
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    if (server.connection === 'down') throw new TypeError('Failed to fetch')
    if (server.connection === 'signed-out')
      return Response.json({ error: 'Sign in' }, { status: 401 })
    server.paths.push(path)
    if (path === server.failing) return Response.json({ error: 'Later' }, { status: 503 })
    const body = typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined
    const answer = await answerOf(server, path, body)
    if (server.connection === 'answer-lost') throw new TypeError('network error')
    return Response.json(answer)
  })
  return server
}

function answerOf(server: ReturnType<typeof aServer>, path: string, body: unknown): unknown {
  switch (path.split('?')[0]) {
    case '/admin/pos/upload': {
      const sent = (body as { things: TillEvent[] }).things
      server.uploads.push(sent.map(({ id }) => id))
      const taken = sent.slice(0, server.most)
      for (const event of taken) server.events.set(event.id, event)
      return {
        received: taken.map((event) => ({
          id: event.id,
          number: event.kind === 'sale' ? (server.number ?? event.number) : null,
          reviewReasons: [],
        })),
      }
    }
    case '/admin/pos/goods':
      return aCatalogue()
    case '/admin/pos/stock':
      return { ledger: 100, onHand: {} }
    case '/admin/pos/numbers': {
      const { count } = body as { count: number }
      const before = server.leased.reduce((sum, one) => sum + one, 0)
      server.leased.push(count)
      return { numbers: Array.from({ length: count }, (_, n) => `POS-2026-${before + n + 100001}`) }
    }
    case '/admin/pos/pin':
      return { salt: '00112233445566778899aabbccddeeff', iterations: 1_000 }
    case '/admin/pos/tills':
      return { till: server.till }
    case '/admin/pos/start':
      return server.start
    default:
      return server.answers[path] ?? {}
  }
}
