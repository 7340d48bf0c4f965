import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ApiDocument } from '../support/api-document.ts'
import { listDescendants, makeDataDir, openProduct } from '../support/product.ts'
import { anyText } from '../support/properties/holds.ts'

type Schema = {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}

/** Sends raw bytes and returns the first line of the answer; '' when the connection was closed without one. */
function send(port: number, bytes: string | Buffer, { isHalf = false } = {}) {
  return new Promise<string>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    const end = () => {
      socket.destroy()
      resolve(answer.split('\r\n')[0] ?? '')
    }
    socket.on('data', (part) => {
      answer += part.toString('latin1')
      end()
    })
    socket.on('error', end)
    socket.on('close', end)
    socket.write(bytes, () => isHalf && socket.destroy())
  })
}

const head = (first: string, headers: string[] = []) =>
  [first, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')

/** Requests that no browser sends. */
const ODD: [string, string | Buffer][] = [
  ['no version', 'GET /\r\n\r\n'],
  ['an unknown method', head('BREW /coffee HTTP/1.1')],
  ['TRACE', head('TRACE / HTTP/1.1')],
  ['CONNECT', head('CONNECT example.com:443 HTTP/1.1')],
  ['OPTIONS of all', head('OPTIONS * HTTP/1.1')],
  ['a whole address', head('GET http://example.com/ HTTP/1.1')],
  ['HTTP/0.9', 'GET /\n\n'],
  ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  ['a null character in the path', head('GET /\0 HTTP/1.1')],
  ['an escaped null character', head('GET /product/%00 HTTP/1.1')],
  ['half an escape', head('GET /product/%E0%A4%A HTTP/1.1')],
  ['overlong UTF-8', head('GET /files/%c0%ae%c0%ae/%c0%af HTTP/1.1')],
  ['a path of 100 KB', head(`GET /${'a'.repeat(100_000)} HTTP/1.1`)],
  ['a query of 15 KB', head(`GET /products?search=${'%41'.repeat(5000)} HTTP/1.1`)],
  ['a header of 100 KB', head('GET / HTTP/1.1', [`X-Long: ${'a'.repeat(100_000)}`])],
  [
    'a thousand headers',
    head(
      'GET / HTTP/1.1',
      Array.from({ length: 1000 }, (_, n) => `X-${n}: a`),
    ),
  ],
  ['a header without a name', head('GET / HTTP/1.1', [': nothing'])],
  ['a folded header', head('GET / HTTP/1.1', ['X-Folded: a', ' b'])],
  ['two hosts', head('GET / HTTP/1.1', ['Host: other'])],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  [
    'a cookie of nonsense',
    head('GET /cart HTTP/1.1', ['Cookie: \x01\xff=;;;=; __Host-=%; zovala.session_token=%00']),
  ],
  ['two lengths', head('POST /search HTTP/1.1', ['Content-Length: 3', 'Content-Length: 4'])],
  ['a negative length', head('POST /newsletter HTTP/1.1', ['Content-Length: -1'])],
  [
    'a length and chunks',
    `${head('POST /newsletter HTTP/1.1', ['Content-Length: 3', 'Transfer-Encoding: chunked'])}0\r\n\r\n`,
  ],
  [
    'a chunk of no size',
    `${head('POST /newsletter HTTP/1.1', ['Transfer-Encoding: chunked'])}zz\r\nabc\r\n`,
  ],
  [
    'a chunk of an endless size',
    `${head('POST /newsletter HTTP/1.1', ['Transfer-Encoding: chunked'])}fffffffffffffffff\r\nabc\r\n`,
  ],
  [
    'an unknown encoding',
    `${head('POST /newsletter HTTP/1.1', ['Content-Encoding: middle-out', 'Content-Length: 3', 'Origin: http://localhost'])}abc`,
  ],
  [
    'a form that is none',
    `${head('POST /newsletter HTTP/1.1', ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 3', 'Origin: http://localhost'])}abc`,
  ],
  [
    'JSON as deep as a well',
    `${head('POST /api/cart HTTP/1.1', ['Content-Type: application/json', 'Content-Length: 200000', 'Authorization: Bearer x'])}${'['.repeat(200_000)}`,
  ],
  ['a range beyond the end', head('GET /icon.svg HTTP/1.1', ['Range: bytes=999999-1'])],
  ['an upgrade', head('GET /events HTTP/1.1', ['Upgrade: websocket', 'Sec-WebSocket-Key: x'])],
  [
    'a date of nonsense',
    head('GET / HTTP/1.1', [
      'If-Modified-Since: soon',
      'If-None-Match: "',
      'Accept-Encoding: ;q=x',
      'Accept: \x7f',
    ]),
  ],
  ['pure noise', Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 131) % 256))],
]

/** Bodies of the shape that the document requires, with unexpected values in every place. */
function bodyOf(schema: Schema): fc.Arbitrary<unknown> {
  const wild = fc.oneof(
    anyText(30),
    fc.double(),
    fc.integer(),
    fc.constant(null),
    fc.boolean(),
    fc.jsonValue({ maxDepth: 2 }),
  )
  if (schema.anyOf) return fc.oneof(wild, ...schema.anyOf.map(bodyOf))
  if (schema.properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(schema.properties).map(([name, of]) => [name, fc.oneof(bodyOf(of), wild)]),
      ),
      { requiredKeys: [] },
    )
  if (schema.items) return fc.array(bodyOf(schema.items), { maxLength: 3 })
  return fc.oneof(wild, schema.type === 'string' ? fc.uuid() : fc.integer({ min: -5, max: 2000 }))
}

/** The memory of the shop's own processes in megabytes, without PostgreSQL. */
function memoryOf(pid: number) {
  const sizes = [pid, ...listDescendants(pid)].map((one) => {
    try {
      const status = readFileSync(`/proc/${one}/status`, 'utf8')
      return /Name:\s+postgres/.test(status)
        ? 0
        : Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      return 0
    }
  })
  return sizes.reduce((a, b) => a + b, 0)
}

test.runIf(process.platform === 'linux')(
  'the shop refuses or answers whatever bytes are sent, fails at nothing, does not grow and stays open',
  async () => {
    const product = await openProduct({
      dataDir: makeDataDir(),
      env: { RATE_LIMIT_SCALE: '100000' },
    })
    const { port, origin, child } = product
    const document = (await (await fetch(`${origin}/api/openapi.json`)).json()) as ApiDocument
    const signedIn = await fetch(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin },
      body: JSON.stringify({ email: 'customer@zovala.test', password: 'zovala-demo' }),
    })
    const { token } = (await signedIn.json()) as { token: string }
    const failures: string[] = []
    const note = (what: string, status: string) => {
      if (/ 5\d\d /.test(`${status} `)) failures.push(`${what}: ${status}`)
    }

    async function round(seed: number) {
      for (const [what, bytes] of ODD) note(what, await send(port, bytes))
      const whole = head('GET /products?search=dress HTTP/1.1', ['Cookie: a=b'])
      for (let length = 1; length < whole.length; length += 7)
        await send(port, whole.slice(0, length), { isHalf: true })
      for (const text of fc.sample(anyText(40), { seed, numRuns: 150 })) {
        note(
          JSON.stringify(text),
          await send(port, head(`GET /${text.replace(/[\r\n ]/g, '')} HTTP/1.1`)),
        )
        note(
          JSON.stringify(text),
          await send(port, head('GET / HTTP/1.1', [`X-Any: ${text}`, `Cookie: ${text}`])),
        )
      }
      for (const [path, methods] of Object.entries(document.paths)) {
        for (const [method, operation] of Object.entries(methods)) {
          const schema = operation.requestBody?.content?.['application/json'].schema as
            | Schema
            | undefined
          // The session must survive for the other requests.
          if (!schema || path.endsWith('sign-out')) continue
          for (const body of fc.sample(bodyOf(schema), { seed, numRuns: 30 })) {
            const sent = JSON.stringify(body)
            const answer = await fetch(`${origin}${path.replace(/\{\w+\}/, 'x')}`, {
              method: method.toUpperCase(),
              headers: {
                'Content-Type': 'application/json',
                Authorization: `Bearer ${token}`,
                Origin: origin,
              },
              body: sent,
            })
            await answer.arrayBuffer()
            note(`${method} ${path} ${sent.slice(0, 300)}`, `HTTP ${answer.status}`)
          }
        }
      }
    }

    await round(1)
    await round(2)
    const before = memoryOf(child.pid ?? 0)
    for (const seed of [3, 4, 5]) await round(seed)
    expect(failures).toEqual([])
    expect(memoryOf(child.pid ?? 0) - before).toBeLessThan(80)
    expect(child.exitCode).toBeNull()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect((await fetch(`${origin}/products?search=dress`)).status).toBe(200)
  },
)
