import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const WORTHWHILE = 1024
/**
 * For what is compressed on request. A page of a list rendered for one visitor is 17.9 KB after 3.7 ms; level 5 makes
 * it 16.1 KB and takes 1.5 ms more (docs/decisions/0028). A window of 128 KB takes less memory for each answer.
 */
const QUALITY = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_LGWIN]: 17 },
}
const COMPRESSIBLE =
  /^(text\/|application\/(json|javascript|xml|manifest\+json|.*\+json|.*\+xml)|image\/svg)/
const EVENTS = 'text/event-stream'

export type Encoding = 'br' | 'gzip'

/** The best encoding that the client names without refusing it (`q=0`). */
export function chooseEncoding(accepted: string | undefined): Encoding | null {
  const offers = (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim())
  for (const encoding of ['br', 'gzip'] as const) {
    const offer = offers.find((text) => text.split(';')[0]?.trim() === encoding)
    if (offer && !/;\s*q=0(\.0*)?$/.test(offer)) return encoding
  }
  return null
}

const ON_EVERY_ANSWER = new Set([
  'connection',
  'x-request-id',
  'strict-transport-security',
  'cross-origin-resource-policy',
  'content-security-policy',
])

/** Answers in one sentence before the shop handles the request; does nothing when an answer has already started. */
export function answerPlainly(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Record<string, string> = {},
) {
  if (res.headersSent || res.destroyed) return
  const body = text ? `${text}\n` : ''
  for (const name of res.getHeaderNames()) if (!ON_EVERY_ANSWER.has(name)) res.removeHeader(name)
  res.writeHead(status, {
    ...(body
      ? { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': Buffer.byteLength(body) }
      : {}),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    ...headers,
  })
  res.end(body)
}

/** Sends the shop's answer, compressed where that pays; event streams are sent as they arrive. */
export async function sendResponse(
  req: IncomingMessage,
  res: ServerResponse,
  response: Response,
  eventStreams: Set<ServerResponse>,
) {
  res.statusCode = response.status
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie') res.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  if (!response.body || req.method === 'HEAD') {
    res.end()
    await response.body?.cancel()
    return
  }
  const reader = response.body.getReader()
  res.once('close', () => void reader.cancel().catch(() => {}))
  const type = response.headers.get('content-type') ?? ''
  if (type.startsWith(EVENTS)) {
    eventStreams.add(res)
    res.once('close', () => eventStreams.delete(res))
    res.flushHeaders()
    return copy(reader, res)
  }

  const isText = COMPRESSIBLE.test(type) && !response.headers.has('content-encoding')
  if (isText) res.appendHeader('Vary', 'Accept-Encoding')
  const encoding = isText ? chooseEncoding(req.headers['accept-encoding']) : null
  const first = await reader.read()
  const rest = reader.read()
  // Most answers are one piece: once that is known, the answer is sent with its length.
  const second = first.done ? first : await Promise.race([rest, nextTurn(null)])
  if (second?.done) return sendWhole(res, first.value ?? new Uint8Array(), encoding)
  if (!encoding) {
    await write(res, first.value)
    return copy(reader, res, rest)
  }
  res.removeHeader('Content-Length')
  res.setHeader('Content-Encoding', encoding)
  const squeeze = encoding === 'br' ? createBrotliCompress(QUALITY) : createGzip({ level: 5 })
  squeeze.pipe(res)
  res.once('close', () => squeeze.destroy())
  await write(squeeze, first.value)
  return copy(reader, squeeze, rest, () => squeeze.flush())
}

async function sendWhole(res: ServerResponse, bytes: Uint8Array, encoding: Encoding | null) {
  let body = bytes
  if (encoding && bytes.length >= WORTHWHILE) {
    body = encoding === 'br' ? await brotli(bytes, QUALITY) : await zip(bytes, { level: 5 })
    res.setHeader('Content-Encoding', encoding)
  }
  res.setHeader('Content-Length', body.length)
  res.end(body)
}

type Target = NodeJS.WritableStream & { destroyed?: boolean }

async function write(target: Target, part: Uint8Array | undefined) {
  if (!part || target.destroyed || target.write(part)) return
  await Promise.race([once(target, 'drain'), once(target, 'close')])
}

async function copy(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  target: Target,
  pending = reader.read(),
  onIdle = () => {},
) {
  let next = pending
  for (;;) {
    // Flushes the compressor while no new piece is ready, so that what has arrived does not wait in it.
    if ((await Promise.race([next, nextTurn(null)])) === null) onIdle()
    const { done, value } = await next
    if (done || target.destroyed) break
    await write(target, value)
    next = reader.read()
  }
  target.end()
}
