import { isTillReason, type TillReason, type TillRefusal, tillTitle } from '../../refusals.ts'
import { type DeviceFacts, db, deviceId, keepFact, readFact } from '../db.ts'
import { now, show } from '../live.ts'

/** `data` is null when what we have is still what the server has (304). */
export type ServerResult<T> =
  | { ok: true; data: T | null; etag: string | null }
  | {
      ok: false
      problem: 'offline' | 'signed-out' | 'refused'
      message: string | null
      reason?: TillReason | undefined
    }

type Question = { body?: unknown; etag?: string | null; patience?: number }

const OFFLINE = { ok: false, problem: 'offline', message: null } as const

/** Asks the server, and notes what that says about the line. Never throws: a broken line is an answer. */
export async function ask<T>(path: string, question: Question = {}): Promise<ServerResult<T>> {
  const answer = await send<T>(path, question)
  await noteLine(answer)
  return answer
}

async function send<T>(
  path: string,
  { body, etag, patience = 20_000 }: Question,
): Promise<ServerResult<T>> {
  const headers: Record<string, string> = {
    Accept: 'application/json',
    'X-Till-Device': await deviceId(),
  }
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  if (etag) headers['If-None-Match'] = etag
  try {
    const response = await fetch(path, {
      method: body === undefined ? 'GET' : 'POST',
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      redirect: 'manual',
      cache: 'no-store',
      signal: AbortSignal.timeout(patience),
    })
    if (response.status === 304) return { ok: true, data: null, etag: etag ?? null }
    // To the sign-in page: the session is over. 403: it is somebody's who may not stand here.
    if (response.type === 'opaqueredirect' || response.status === 401 || response.status === 403)
      return { ok: false, problem: 'signed-out', message: null }
    const data = (await response.json()) as T & { error?: string; reason?: string }
    if (response.ok) return { ok: true, data, etag: response.headers.get('ETag') }
    const reason = isTillReason(data.reason) ? data.reason : undefined
    return { ok: false, problem: 'refused', message: data.error ?? null, reason }
  } catch {
    // No line, none for too long, or a stranger's page in the middle (a hotspot's sign-in).
    return OFFLINE
  }
}

export const lineFacts = async (): Promise<DeviceFacts['line']> =>
  (await readFact('line')) ?? { isOnline: true, isSignedOut: false, lastError: null, hereAt: 0 }

/** Changes what all tabs know of the line; writes only what is news. */
export const changeLine = (change: Partial<DeviceFacts['line']>) =>
  db.transaction('rw', db.facts, async () => {
    const before = await lineFacts()
    const after = { ...before, ...change }
    if (JSON.stringify(after) !== JSON.stringify(before)) await keepFact('line', after)
  })

async function noteLine(answer: ServerResult<unknown>) {
  // Shown at once in this tab; a full disk must not keep the answer from who asked.
  const line = answer.ok
    ? { isOnline: true, isSignedOut: false, lastError: null }
    : answer.problem === 'offline'
      ? { isOnline: false }
      : answer.problem === 'signed-out'
        ? { isOnline: true, isSignedOut: true }
        : { isOnline: true, isSignedOut: false, lastError: answer.message }
  show({ line: { ...now().line, ...line } })
  await changeLine(line).catch(() => {})
}

/** The words for a question that was not answered with what we wanted. */
export function refusalOf(answer: Extract<ServerResult<unknown>, { ok: false }>): TillRefusal {
  if (answer.problem === 'offline') return { ok: false, reason: 'till-offline' }
  if (answer.problem === 'signed-out') return { ok: false, reason: 'till-signed-out' }
  return {
    ok: false,
    reason: 'till-refused',
    ...(answer.message ? { message: answer.message } : {}),
    ...(answer.reason ? { title: tillTitle(answer.reason) } : {}),
  }
}
