import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Handler } from '../app/web/handle.server.ts'
import { get, openServer, sendRaw } from '../tests/support/http-server.ts'

const MB = 1024 * 1024
const streamed = (size: number) => new Blob([new Uint8Array(size)]).stream()
const answerAddress: Handler = (_request, { ip }) => Promise.resolve(new Response(ip))
const hello: Handler = () =>
  Promise.resolve(new Response('hello', { headers: { 'Content-Type': 'text/plain' } }))
const readsAll: Handler = async (request) =>
  new Response(String((await request.arrayBuffer()).byteLength))

test('an address longer than 8 KB is refused, however long', async () => {
  const { port } = await openServer(hello)
  for (const length of [9_000, 100_000]) {
    const answer = await sendRaw(
      port,
      `GET /${'a'.repeat(length)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 414 /)
    expect(answer).toContain('This address is too long.')
  }
})

test('too many headers are refused', async () => {
  const { port } = await openServer(hello)
  const answer = await sendRaw(
    port,
    `GET / HTTP/1.1\r\nHost: x\r\n${`Cookie: ${'a'.repeat(1000)}\r\n`.repeat(60)}\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 431 /)
})

test('an unknown method is answered with the known ones, whether Node knows it or not', async () => {
  const { port } = await openServer(hello)
  for (const method of ['TRACE', 'PROPFIND', 'BREW']) {
    const answer = await sendRaw(
      port,
      `${method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 405 /)
    expect(answer).toMatch(/^Allow: GET, HEAD, POST/m)
  }
})

test('a request that is not HTTP, has no path or cannot be decoded is refused without a stack trace', async () => {
  const { port } = await openServer(hello)
  const bad = [
    'GET / HTTP/9.9\r\n\r\n',
    'GET http://evil.example/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /%ff HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'GET /a%00b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  ]
  for (const bytes of bad) {
    const answer = await sendRaw(port, bytes)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer).not.toMatch(/ at |node:/)
  }
})

test('a body of more than 1 MB is refused, by its announced and by its real length; pictures may have 32 MB', async () => {
  const { origin } = await openServer(readsAll)
  const post = (path: string, body: BodyInit) =>
    fetch(origin + path, { method: 'POST', body, duplex: 'half' } as RequestInit)
  expect((await post('/cart', new Uint8Array(MB))).status).toBe(200)
  expect((await post('/cart', new Uint8Array(MB + 1))).status).toBe(413)
  expect((await post('/cart', streamed(MB + 1))).status).toBe(413)
  expect(await (await post('/admin/pictures', streamed(5 * MB))).text()).toBe(String(5 * MB))
  expect((await post('/admin/pictures', new Uint8Array(32 * MB + 1))).status).toBe(413)
  expect((await post('/administrator', streamed(MB + 1))).status).toBe(413)
  const form = new FormData()
  form.set('photos', new Blob([new Uint8Array(2 * MB)]))
  expect((await post('/orders/FSC-2026-000001', form)).status).toBe(200)
  expect((await post('/orders/FSC-2026-000001', streamed(MB + 1))).status).toBe(413)
})

test('the client’s address is the one that the trusted proxies report', async () => {
  const forwarded = { 'x-forwarded-for': '6.6.6.6, 10.0.0.1, 10.0.0.2' }
  const direct = await openServer(answerAddress)
  expect((await get(direct.port, '/', forwarded)).body).toBe('127.0.0.1')
  const one = await openServer(answerAddress, { TRUST_PROXY: '1' })
  expect((await get(one.port, '/', forwarded)).body).toBe('10.0.0.2')
  const two = await openServer(answerAddress, { TRUST_PROXY: '2' })
  expect((await get(two.port, '/', forwarded)).body).toBe('10.0.0.1')
  expect((await get(two.port, '/', { 'x-forwarded-for': 'made up, 1.1.1.1' })).body).toBe(
    '127.0.0.1',
  )
})

test('a Host header that is not the shop, a number or localhost gets only the shop’s address', async () => {
  const { port } = await openServer(hello)
  for (const host of [
    'shop.example',
    'SHOP.example:443',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:80',
  ])
    expect((await get(port, '/', { host })).status, host).toBe(200)
  for (const host of ['evil.example', 'shop.example.evil.example', 'localhost.evil.example', '%'])
    for (const path of ['/', '/assets/app-1.js', '/files/products/a.webp'])
      expect(await get(port, path, { host }), host + path).toMatchObject({
        status: 421,
        body: 'This shop is at https://shop.example.\n',
      })
  for (const path of ['/healthz', '/readyz'])
    expect((await get(port, path, { host: 'a-container' })).status, path).toBe(200)
})

test('built files and pictures require https and say who may embed them', async () => {
  const { port } = await openServer(hello)
  const own = { 'cross-origin-resource-policy': 'same-origin' }
  const https = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }
  for (const path of ['/assets/app-1.js', '/assets/none.js', '/icon.svg'])
    expect((await get(port, path)).headers, path).toMatchObject({ ...own, ...https })
  expect((await get(port, '/files/products/a.webp')).headers).toMatchObject({
    'cross-origin-resource-policy': 'cross-origin',
    ...https,
  })
  const plain = await openServer(hello, { BASE_URL: 'http://localhost:3000' })
  expect((await get(plain.port, '/icon.svg')).headers).not.toHaveProperty(
    'strict-transport-security',
  )
})

test('no response of the server itself can be shown in a frame', async () => {
  const { port } = await openServer(hello)
  for (const path of ['/assets/none.js', '/icon.svg', '/files/products/a.webp', '/a%00b'])
    expect((await get(port, path)).headers['content-security-policy'], path).toContain(
      "frame-ancestors 'none'",
    )
})

test('the shop sees its public address, whatever the Host header claims', async () => {
  const { port } = await openServer((request) => Promise.resolve(new Response(request.url)))
  expect((await get(port, '/x?a=1', { host: '127.0.0.1:3000' })).body).toBe(
    'https://shop.example/x?a=1',
  )
  for (const path of ['//evil.example/x', '///', '//[/', '/\\evil.example'])
    expect((await get(port, path)).status, path).toBe(400)
})

test('an error in the shop is one plain message to the client and one entry in the log', async () => {
  const { port, lines } = await openServer(() => Promise.reject(new Error('secret detail')))
  const answer = await get(port, '/')
  expect(answer).toMatchObject({
    status: 500,
    body: 'Something went wrong on our side. Please try again.\n',
  })
  expect(lines.filter((line) => line.includes('secret detail'))).toHaveLength(1)
})

test('a client that gets its answer early can send the rest, and use the same connection again', async () => {
  const { port } = await openServer(() => Promise.resolve(new Response('no', { status: 403 })))
  const size = 20 * MB
  const answer = await sendRaw(
    port,
    `POST /admin/pictures HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${size}\r\n\r\n${'a'.repeat(size)}` +
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  )
  expect(answer.match(/HTTP\/1\.1 403/g)).toHaveLength(2)
})

test('a sender that stops in the middle is disconnected after a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const started = Promise.withResolvers<void>()
  const { port } = await openServer(async (request) => {
    const reader = request.body?.getReader()
    await reader?.read()
    started.resolve()
    await reader?.read()
    return new Response('never')
  })
  const sender = connect(port, '127.0.0.1')
  const isLeft = new Promise((resolve) => sender.once('close', resolve))
  sender.on('error', () => {})
  sender.write('POST /admin/pictures HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nabc')
  await started.promise
  vi.advanceTimersByTime(59_000)
  sender.write('d')
  expect(sender.destroyed).toBe(false)
  vi.advanceTimersByTime(61_000)
  await isLeft
})

test.each(['identity', 'br'])(
  'a response that fails half-way (%s) is aborted instead of keeping its reader waiting',
  async (encoding) => {
    const isSeen = Promise.withResolvers<void>()
    async function* half() {
      yield Buffer.from('one,two')
      await isSeen.promise
      throw new Error('the database is away')
    }
    const { origin } = await openServer(() => {
      const body = Readable.toWeb(Readable.from(half())) as ReadableStream<Uint8Array>
      return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/csv' } }))
    })
    const answer = await fetch(origin, { headers: { 'accept-encoding': encoding } })
    isSeen.resolve()
    await expect(answer.text()).rejects.toThrow()
  },
)

test('a cached page is sent while the shop answers 503, if there is one', async () => {
  const away: Handler = () => Promise.resolve(new Response('away', { status: 503 }))
  const { port } = await openServer(
    away,
    {},
    {
      cache: {
        answer: () => Promise.resolve(false),
        answerWhileAway: ({ url }, res) => {
          if (url === '/products') res.end('kept')
          return url === '/products'
        },
      },
    },
  )
  expect(await get(port, '/products')).toMatchObject({ status: 200, body: 'kept' })
  expect(await get(port, '/cart')).toMatchObject({ status: 503, body: 'away' })
})
