import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../platform/log.server.ts'
import { createPageCache, FOR_EVERY_VISITOR, type PageCache } from './page-cache.server.ts'

let asked: string[]
let answerWith: (path: string) => Promise<Response>
let changeCatalogue: () => void
let cache: PageCache
let origin: string
let close: () => Promise<void>
/** Whether the shop itself answers every request with 503. */
let isAway: boolean

beforeEach(async () => {
  asked = []
  isAway = false
  answerWith = async (path) => page(`page of ${path}`)
  const listeners = new Set<() => void>()
  changeCatalogue = () => {
    for (const notify of listeners) notify()
  }
  cache = createPageCache(
    {
      on: (_channel, listener) => {
        const notify = () => listener(null as never)
        listeners.add(notify)
        return () => listeners.delete(notify)
      },
      notifyCatalogue: () => {},
      close: async () => {},
    },
    createLog({ level: 'silent' }),
    (path) => {
      asked.push(path)
      return answerWith(path)
    },
  )
  const server = createServer((req, res) => {
    void cache.answer(req, res).then((done) => {
      if (done || (isAway && cache.answerWhileAway(req, res))) return
      res.writeHead(299).end('not from the cache')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => new Promise((done) => server.close(() => done()))
})
afterEach(() => close())

const page = (text: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(text, {
    status,
    headers: { 'Cache-Control': FOR_EVERY_VISITOR, 'Content-Type': 'text/html', ...headers },
  })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers })

test('a page is rendered once and sent to every visitor', async () => {
  expect(await (await get('/products')).text()).toBe('page of /products')
  expect(await (await get('/products')).text()).toBe('page of /products')
  expect(asked).toEqual(['/products'])
})

test('a page is rendered once for any number of simultaneous requests', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  answerWith = async (path) => {
    await promise
    return page(path)
  }
  const all = Promise.all(Array.from({ length: 20 }, () => get('/')))
  resolve()
  expect((await all).every((response) => response.status === 200)).toBe(true)
  expect(asked).toEqual(['/'])
})

test('a change in the catalogue clears every page at once', async () => {
  await get('/')
  changeCatalogue()
  await get('/')
  expect(asked).toEqual(['/', '/'])
})

test('a page whose rendering started before a change is not cached after it', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { promise: started, resolve: begin } = Promise.withResolvers<void>()
  answerWith = async () => {
    begin()
    await promise
    return page('old price')
  }
  const first = get('/')
  await started
  changeCatalogue()
  answerWith = async () => page('new price')
  expect(await (await get('/')).text()).toBe('new price')
  resolve()
  await first
  expect(await (await get('/')).text()).toBe('new price')
})

test.each([
  ['a signed-in person', { cookie: 'zovala.session_token=abc' }],
  ['someone with a message waiting', { cookie: 'a=b; zovala.flash=abc' }],
  ['someone signed in over https', { cookie: '__Host-zovala.session_token=abc' }],
  ['someone with a token', { authorization: 'Bearer abc' }],
])('%s never gets a cached page', async (_who, headers) => {
  await get('/')
  expect((await get('/', headers)).status).toBe(299)
})

test('a device on which somebody signed in before gets cached pages like any other', async () => {
  await get('/')
  expect((await get('/', { cookie: 'zovala-device=abc.def' })).status).toBe(200)
})

test.each(['/cart', '/checkout', '/orders', '/admin', '/auth', '/api/cart', '/track-order'])(
  '%s is private and not cached',
  async (path) => {
    expect((await get(path)).status).toBe(299)
    expect(asked).toEqual([])
  },
)

test('a response that sets a cookie, or is not marked, is not cached', async () => {
  answerWith = async () => page('mine', { 'Set-Cookie': 'zovala.flash=1' })
  expect((await get('/')).status).toBe(299)
  answerWith = async () => new Response('unmarked')
  expect((await get('/')).status).toBe(299)
  answerWith = async () => page('broken', {}, 500)
  expect((await get('/')).status).toBe(299)
  expect(cache.figures().pages).toBe(0)
})

test('a client that already has the page gets 304, and the compressed bytes are the same page', async () => {
  const first = await get('/', { 'accept-encoding': 'br' })
  const etag = first.headers.get('etag') ?? ''
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('vary')).toContain('Cookie')
  const again = await get('/', { 'if-none-match': etag })
  expect(again.status).toBe(304)
  const raw = await new Promise<Buffer>((resolve) => {
    void import('node:http').then(({ get: httpGet }) =>
      httpGet(`${origin}/`, { headers: { 'accept-encoding': 'br' } }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('end', () => resolve(Buffer.concat(parts)))
      }),
    )
  })
  expect(brotliDecompressSync(raw).toString()).toBe('page of /')
})

test('a flood of invented URLs does not fill the memory', { tags: 'slow' }, async () => {
  answerWith = async () => page('x'.repeat(1000))
  for (let n = 0; n < 2_100; n += 1) await get(`/products?search=${n}`)
  expect(cache.figures().pages).toBeLessThanOrEqual(2_000)
  expect((await get(`/products?search=${'x'.repeat(400)}`)).status).toBe(299)
})

test('a page older than two minutes is sent only after an attempt to render it anew, also when the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  try {
    let text = 'three are left'
    answerWith = async () => page(text)
    await get('/product/dress')
    text = 'two are left'
    vi.setSystemTime(Date.now() - 3_600_000)
    vi.advanceTimersByTime(61_000)
    expect(await (await get('/product/dress')).text()).toBe('three are left')
    // The new page is rendered while the old one is sent.
    await expect.poll(async () => (await get('/product/dress')).text()).toBe('two are left')
    text = 'one is left'
    vi.advanceTimersByTime(121_000)
    expect(await (await get('/product/dress')).text()).toBe('one is left')
    answerWith = async () => page('Something went wrong', {}, 503)
    vi.advanceTimersByTime(3_600_000)
    const kept = await get('/product/dress')
    expect([kept.status, await kept.text()]).toEqual([200, 'one is left'])
  } finally {
    vi.useRealTimers()
  }
})

test('a cached catalogue page is served to everybody while the database is unavailable, without waiting', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await get('/product/dress')
  isAway = true
  answerWith = async () => page('no database', {}, 503)
  const signedIn = { cookie: 'zovala.session_token=abc' }
  for (const headers of [signedIn, {}]) {
    const kept = await get('/product/dress', headers)
    expect([kept.status, await kept.text()]).toEqual([200, 'page of /product/dress'])
    expect(kept.headers.get('cache-control')).toBe('no-store')
  }
  expect((await get('/product/shirt', signedIn)).status).toBe(299)
  expect((await get('/cart', signedIn)).status).toBe(299)

  isAway = false
  vi.advanceTimersByTime(6_000)
  expect((await get('/product/dress', signedIn)).status).toBe(299)
})

test('a 503 for other reasons (a full disk, no payment service) leaves the cached pages unchanged', async () => {
  await get('/product/dress')
  isAway = true
  expect((await get('/readyz')).status).toBe(299)
  isAway = false
  expect((await get('/product/dress', { cookie: 'zovala.session_token=abc' })).status).toBe(299)
})
