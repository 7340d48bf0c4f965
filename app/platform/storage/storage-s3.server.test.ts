import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openS3Storage } from './storage-s3.server.ts'

type SentRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }
let asked: SentRequest[]
let answers: (number | 'hang')[]
let server: ReturnType<typeof createServer>
let endpoint: string
async function handle(request: IncomingMessage, response: ServerResponse) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = '', url: path = '', headers } = request
  asked.push({ method, path, headers, body: Buffer.concat(chunks) })
  const answer = answers.shift() ?? (method === 'DELETE' ? 204 : 200)
  if (answer !== 'hang') response.writeHead(answer).end()
}
beforeEach(async () => {
  asked = []
  answers = []
  server = createServer((request, response) => {
    void handle(request, response)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  // A name, not an IP address: for those the SDK never puts the bucket before the host.
  endpoint = `http://localhost:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  const closed = new Promise((done) => server.close(done))
  server.closeAllConnections()
  await closed
})
const open = (timeoutMs = 20_000) =>
  openS3Storage({
    endpoint,
    bucket: 'zovala-pictures',
    region: 'af-south-1',
    accessKeyId: 'AKIDOFOURS',
    secretAccessKey: 'secret-access-key-of-ours',
    publicUrl: 'https://pictures.example/shop/',
    timeoutMs,
  })
const picture = Uint8Array.of(0x89, 0x50, 0x00, 0xff)

test('a picture is uploaded to the bucket under its path, signed, as bytes, with permanent caching', async () => {
  await open().put('products/4f1c.webp', picture, 'image/webp')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatchObject({
    method: 'PUT',
    path: expect.stringMatching(/^\/zovala-pictures\/products\/4f1c\.webp(\?|$)/),
    body: Buffer.from(picture),
    headers: {
      'content-type': 'image/webp',
      'content-length': '4',
      'cache-control': 'public, max-age=31536000, immutable',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDOFOURS\/\d{8}\/af-south-1\/s3\/aws4_request, .*Signature=[0-9a-f]{64}$/,
      ),
    },
  })
  expect(JSON.stringify(asked[0]?.headers)).not.toContain('secret-access-key-of-ours')
  expect(Object.keys(asked[0]?.headers ?? {}).filter((name) => /crc32|trailer/.test(name))).toEqual(
    [],
  )
})

test('the URL of a file in the bucket is the public one', () => {
  expect(open().url('products/4f1c.webp')).toBe('https://pictures.example/shop/products/4f1c.webp')
})

test('a picture is removed from the bucket', async () => {
  await open().remove('banners/a.jpg')
  expect(asked).toMatchObject([
    { method: 'DELETE', path: expect.stringMatching(/^\/zovala-pictures\/banners\/a\.jpg(\?|$)/) },
  ])
})

test('a bucket that is busy once is retried with the whole picture', async () => {
  answers = [503]
  await open().put('products/a.webp', picture, 'image/webp')
  expect(asked.map(({ body }) => body)).toEqual([Buffer.from(picture), Buffer.from(picture)])
})

test('a bucket that refuses is an error', async () => {
  answers = [403]
  await expect(open().put('products/a.webp', picture, 'image/webp')).rejects.toThrow()
})

test('a bucket that never answers is an error', async () => {
  answers = ['hang', 'hang', 'hang']
  await expect(open(150).put('products/a.webp', picture, 'image/webp')).rejects.toThrow()
})

test('an invalid path is never sent to the bucket', async () => {
  const storage = open()
  await expect(storage.put('../other-bucket/a', picture, 'image/webp')).rejects.toThrow()
  await expect(storage.remove('a/../b')).rejects.toThrow()
  expect(() => storage.url('a?b')).toThrow()
  expect(asked).toEqual([])
})

test('a bucket is asked for a file without downloading it, and a refusal does not count as missing', async () => {
  answers = [200, 404]
  expect(await open().has('products/4f1c.webp')).toBe(true)
  expect(await open().has('products/gone.webp')).toBe(false)
  expect(asked.map(({ method }) => method)).toEqual(['HEAD', 'HEAD'])
  answers = [403]
  await expect(open().has('products/4f1c.webp')).rejects.toThrow()
})
