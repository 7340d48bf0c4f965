import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenerErrors } from '../app/rules/messages/general.ts'
import { answerPlainly } from './respond.ts'

const MB = 1024 * 1024
const LINGER_MS = 10_000
// A phone that lost its signal sends nothing, and would otherwise keep its place for the ten minutes of a request.
const LONGEST_SILENCE = 60_000

// Pictures and files to import are uploaded only to these addresses, where the shop checks the sender before it reads
// the body.
export const longestBody = (path: string, contentType = '') =>
  /^\/admin\/pictures(\.data)?$/.test(path)
    ? 32 * MB
    : // Written to a file while it arrives (routes/admin/imports/receive-file.ts).
      /^\/admin\/import(\/pictures)?(\.data)?$/.test(path)
      ? 201 * MB
      : path.startsWith('/reviews/new/') ||
          // On an order's page only the form with photos.
          (path.startsWith('/orders/') && contentType.startsWith('multipart/'))
        ? 26 * MB
        : MB

/**
 * The request as the shop reads it, aborted when its sender leaves. Null when it was answered here: a body over the
 * limit gets 413, at once when its length is announced, otherwise as soon as it passes the limit.
 */
export function readRequest(
  req: IncomingMessage,
  res: ServerResponse,
  baseUrl: string,
): Request | null {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  const headers = readHeaders(req)
  const hasBody = req.method !== 'GET' && req.method !== 'HEAD'
  const init: RequestInit & { duplex?: 'half' } = {
    method: req.method ?? 'GET',
    headers,
    signal: gone.signal,
  }
  // Never the Host header, which the client may set to anything.
  const url = baseUrl + req.url
  if (!hasBody) return new Request(url, init)
  // The path as the router reads it: `/admin/../x` is a different one.
  const limit = longestBody(new URL(url).pathname, req.headers['content-type'])
  if (Number(req.headers['content-length']) > limit) {
    refuseBody(req, res)
    return null
  }
  init.body = readBody(req, res, limit)
  init.duplex = 'half'
  return new Request(url, init)
}

function readHeaders(req: IncomingMessage) {
  const headers = new Headers()
  for (let n = 0; n + 1 < req.rawHeaders.length; n += 2) {
    const [name = '', value = ''] = [req.rawHeaders[n], req.rawHeaders[n + 1]]
    headers.append(name, value)
  }
  return headers
}

function readBody(req: IncomingMessage, res: ServerResponse, limit: number) {
  let size = 0
  let isOver = false
  let silence: NodeJS.Timeout | undefined
  // Ends by closing the connection, which fails the body as if the sender had left.
  const listen = () => {
    clearTimeout(silence)
    silence = setTimeout(() => req.destroy(), LONGEST_SILENCE)
    req.resume()
  }
  const end = () => {
    isOver = true
    clearTimeout(silence)
  }
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const fail = (error: Error) => {
          if (isOver) return
          end()
          controller.error(error)
        }
        req.on('data', (part: Buffer) => {
          if (isOver) return
          size += part.length
          if (size > limit) {
            refuseBody(req, res)
            return fail(new Error(listenerErrors['body-too-long']))
          }
          controller.enqueue(part)
          if ((controller.desiredSize ?? 0) > 0) return listen()
          clearTimeout(silence)
          req.pause()
        })
        req.on('end', () => {
          if (isOver) return
          end()
          controller.close()
        })
        req.on('error', fail)
        req.on('close', () => fail(new Error('The sender left.')))
        res.once('finish', () => {
          if (isOver) return
          fail(new Error('It was answered before all of it was read.'))
          readAway(req)
        })
        req.pause()
      },
      pull() {
        listen()
      },
      cancel() {
        end()
        req.resume()
      },
    },
    { highWaterMark: 64 * 1024, size: (part) => part?.byteLength ?? 0 },
  )
}

/** Answers 413 and discards the rest of the body for a while. */
function refuseBody(req: IncomingMessage, res: ServerResponse) {
  answerPlainly(res, 413, listenerErrors['body-too-long'])
  readAway(req)
}

/** Reads and discards until the sender has sent everything, for a while: a closed connection would lose the answer. */
function readAway(req: IncomingMessage) {
  req.resume()
  const timer = setTimeout(() => req.destroy(), LINGER_MS)
  req.once('close', () => clearTimeout(timer))
}
