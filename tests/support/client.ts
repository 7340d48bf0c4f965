import type { Handler } from '../../app/web/handle.server.ts'

export type Client = {
  cookies: Map<string, string>
  /** Sends one request with this visitor's cookies; returns redirects instead of following them. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** Sends a form as a browser without scripts does. */
  post(path: string, fields: Record<string, string>): Promise<Response>
  /** Sends or requests JSON; returns status and body. */
  json(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<{ status: number; body: unknown; headers: Headers }>
  /** Opens a page, or continues from an answer, as a browser does: follows at most five redirects. */
  open(from: string | Response): Promise<{ path: string; status: number; html: string }>
}

/** A browser without scripts: stores cookies, and sends the origin with its writes. */
export function openClient(handle: Handler, baseUrl: string, ip: string): Client {
  const cookies = new Map<string, string>()
  let asked = 0

  async function fetch(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    if (cookies.size > 0 && !headers.has('cookie'))
      headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const isWrite = init.method !== undefined && !['GET', 'HEAD'].includes(init.method)
    if (isWrite && !headers.has('origin')) headers.set('origin', new URL(baseUrl).origin)
    asked += 1
    const request = new Request(new URL(path, baseUrl), { ...init, headers })
    const response = await handle(request, { ip, id: `test-${asked}` })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }

  return {
    cookies,
    fetch,
    post: (path, fields) => fetch(path, { method: 'POST', body: new URLSearchParams(fields) }),
    async json(path, { method, body, headers } = {}) {
      const response = await fetch(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      let read: unknown = text
      try {
        read = JSON.parse(text)
      } catch {
        // The body is not JSON: the test sees the text.
      }
      return { status: response.status, body: read, headers: response.headers }
    },
    async open(from) {
      let path = typeof from === 'string' ? from : ''
      let response = typeof from === 'string' ? await fetch(from) : from
      for (let steps = 0; response.headers.has('location'); steps += 1) {
        if (steps === 5) throw new Error(`redirected for ever, last to ${path}`)
        const next = new URL(response.headers.get('location') ?? '', new URL(path, baseUrl))
        path = next.pathname + next.search
        response = await fetch(path)
      }
      return { path, status: response.status, html: await response.text() }
    },
  }
}

function keepCookie(cookies: Map<string, string>, line: string) {
  const [pair = '', ...attributes] = line.split(';')
  const at = pair.indexOf('=')
  const name = pair.slice(0, at).trim()
  const value = pair.slice(at + 1).trim()
  const isGone = attributes.some((attribute) => /^\s*max-age=0\s*$/i.test(attribute))
  if (isGone || value === '') cookies.delete(name)
  else cookies.set(name, value)
}
