import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Handler } from '../app/web/handle.server.ts'
import { get, openServer } from '../tests/support/http-server.ts'

const hello: Handler = () =>
  Promise.resolve(new Response('hello', { headers: { 'Content-Type': 'text/plain' } }))

test('a page is compressed for the browser, a short response and a picture are not', async () => {
  const page = 'chitenje '.repeat(1000)
  const { port, origin } = await openServer((request) => {
    const path = new URL(request.url).pathname
    const type = path === '/picture' ? 'image/webp' : 'text/html'
    return Promise.resolve(
      new Response(path === '/short' ? 'hi' : page, { headers: { 'Content-Type': type } }),
    )
  })
  const encodingFor = async (path: string, accept: string) =>
    (await get(port, path, { 'accept-encoding': accept })).headers['content-encoding']
  expect(await encodingFor('/', 'gzip, deflate, br')).toBe('br')
  expect(await encodingFor('/', 'gzip')).toBe('gzip')
  expect(await encodingFor('/', 'br;q=0, gzip;q=0.5')).toBe('gzip')
  expect(await encodingFor('/', 'identity')).toBeUndefined()
  expect(await encodingFor('/short', 'br')).toBeUndefined()
  expect(await encodingFor('/picture', 'br')).toBeUndefined()
  const answer = await fetch(origin)
  expect(answer.headers.get('vary')).toContain('Accept-Encoding')
  expect(await answer.text()).toBe(page)
})

test('a page in chunks arrives complete, its first chunk before the last is written', async () => {
  const { promise: rest, resolve: finish } = Promise.withResolvers<void>()
  const { origin } = await openServer(() => {
    const bytes = new TextEncoder()
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(bytes.encode('first '.repeat(500)))
        await rest
        controller.enqueue(bytes.encode('last'))
        controller.close()
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/html' } }))
  })
  const answer = await fetch(origin)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toMatch(/^first first/)
  finish()
  let end = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    end += new TextDecoder().decode(part.value)
  expect(end.endsWith('last')).toBe(true)
})

test('events are sent at once, and end when the shop stops', async () => {
  const server = await openServer(() => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: hello\n\n')),
    })
    return Promise.resolve(new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }))
  })
  const answer = await fetch(server.origin)
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('data: hello\n\n')
  const closed = server.close()
  expect((await reader.read()).done).toBe(true)
  await closed
})

test('a request in progress is finished when the shop stops', async () => {
  const { promise: answered, resolve: finish } = Promise.withResolvers<void>()
  const { promise: isIn, resolve: arrived } = Promise.withResolvers<void>()
  const server = await openServer(async () => {
    arrived()
    await answered
    return new Response('placed')
  })
  const answer = fetch(server.origin, { method: 'POST' })
  await isIn
  const closed = server.close()
  finish()
  expect(await (await answer).text()).toBe('placed')
  await closed
})

test('the shop is notified when the client leaves', async () => {
  const { promise: isNotified, resolve: notified } = Promise.withResolvers<void>()
  const leaving = new AbortController()
  const server = await openServer(async (request) => {
    request.signal.addEventListener('abort', () => notified())
    leaving.abort()
    await isNotified
    return new Response('nobody reads this')
  })
  await expect(fetch(server.origin, { signal: leaving.signal })).rejects.toThrow()
  await isNotified
})

test('built files are cached forever and precompressed, and a missing one is not a page', async () => {
  const { port } = await openServer(hello)
  const script = await get(port, '/assets/app-1.js', { 'accept-encoding': 'br' })
  expect(script).toMatchObject({ status: 200, body: brotliCompressSync('plain').toString() })
  expect(script.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  })
  expect((await get(port, '/assets/app-1.js')).body).toBe('plain')
  expect((await get(port, '/assets/app-1.js', {}, 'HEAD')).body).toBe('')
  expect((await get(port, '/assets/app-1.js.br')).status).toBe(404)
  expect((await get(port, '/assets/gone.js')).status).toBe(404)
  const icon = await get(port, '/icon.svg')
  expect(icon.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'cache-control': 'public, max-age=86400',
  })
  expect(
    (await get(port, '/icon.svg', { 'if-none-match': String(icon.headers.etag) })).status,
  ).toBe(304)
  const several = { 'if-none-match': `"older", ${icon.headers.etag}` }
  expect((await get(port, '/icon.svg', several)).status).toBe(304)
})

test('a build made beside a running shop removes no file that its pages need', async () => {
  const { port, built } = await openServer(hello)
  rmSync(join(built, 'assets'), { recursive: true })
  expect((await get(port, '/assets/app-1.js')).body).toBe('plain')
  const squeezed = await get(port, '/assets/app-1.js', { 'accept-encoding': 'br' })
  expect(squeezed.body).toBe(brotliCompressSync('plain').toString())
  const refused = await get(port, '/assets/app-1.js', { 'accept-encoding': 'br;q=0' })
  expect(refused).toMatchObject({ status: 200, body: 'plain' })
})

test('stored files are served with the type of their extension, and no file outside their folder is', async () => {
  const { port } = await openServer(hello)
  const picture = await get(port, '/files/products/a.webp')
  expect(picture).toMatchObject({ status: 200, body: 'picture' })
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
  })
  expect(picture.headers['cache-control']).toContain('immutable')
  expect(picture.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  for (const path of [
    '/files/../session-secret',
    '/files/..%2fsession-secret',
    '/files/%2e%2e/session-secret',
    '/files//etc/passwd',
    '/files/products',
    '/files/',
    '/files/none.webp',
  ]) {
    expect([path, (await get(port, path)).status]).toEqual([path, 404])
  }
})
