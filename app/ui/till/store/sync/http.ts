export type Reply<T> =
  /** `data` is null when our copy is still current (304). */
  | { ok: true; data: T | null; etag: string | null }
  | {
      ok: false
      /** `offline`: nobody knows whether the request arrived. `signed-out`: the server did not let it in. */
      problem: 'offline' | 'signed-out' | 'refused'
      status?: number
      message: string | null
      reason?: string | undefined
    }

export type TillRequest = {
  method?: 'GET' | 'POST'
  body?: unknown
  headers?: Record<string, string>
  etag?: string | null
  patience?: number
}

/** Sends one request of the till to the server. Never throws: a broken connection is a reply. */
export async function send<T>(
  path: string,
  { body, method = body === undefined ? 'GET' : 'POST', ...options }: TillRequest = {},
): Promise<Reply<T>> {
  const { etag, patience = 20_000 } = options
  const headers: Record<string, string> = { Accept: 'application/json', ...options.headers }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (etag) headers['If-None-Match'] = etag
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    })
    const { status } = response
    if (status === 304) return { ok: true, data: null, etag: etag ?? null }
    // Redirected to the sign-in page: the session is over. 403: this person may not use a till.
    if (response.type === 'opaqueredirect' || status === 401 || status === 403)
      return { ok: false, problem: 'signed-out', message: null }
    const data = (await response.json()) as T & { error?: string; reason?: string }
    if (response.ok) return { ok: true, data, etag: response.headers.get('ETag') }
    const { error: message = null, reason } = data
    return { ok: false, problem: 'refused', status, message, reason }
  } catch {
    // No connection, no answer in time, or a page of somebody else (a hotspot's sign-in).
    return { ok: false, problem: 'offline', message: null }
  }
}
