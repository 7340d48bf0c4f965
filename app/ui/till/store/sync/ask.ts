import { isTillReason, type TillRefusal, tillTitle } from '../../refusals.ts'
import { type DeviceState, db, deviceId, keepFact, readFact } from '../db.ts'
import { now, show } from '../live.ts'
import { type Reply, send, type TillRequest } from './http.ts'

/**
 * Asks the server, and records what the answer says about the connection. Never throws: a broken connection is
 * an answer.
 */
export async function ask<T>(path: string, request: TillRequest = {}): Promise<Reply<T>> {
  const headers = { 'X-Till-Device': await deviceId() }
  const answer = await send<T>(path, { ...request, headers })
  await noteConnection(answer)
  return answer
}

export const connectionFacts = async (): Promise<DeviceState['line']> =>
  (await readFact('line')) ?? { isOnline: true, isSignedOut: false, lastError: null, hereAt: 0 }

/** Changes what all tabs know of the connection; writes only when it differs. */
export const changeConnection = (change: Partial<DeviceState['line']>) =>
  db.transaction('rw', db.facts, async () => {
    const before = await connectionFacts()
    const after = { ...before, ...change }
    if (JSON.stringify(after) !== JSON.stringify(before)) await keepFact('line', after)
  })

async function noteConnection(answer: Reply<unknown>) {
  // Shown at once in this tab; a full disk must not keep the answer from the caller.
  const connection = answer.ok
    ? { isOnline: true, isSignedOut: false, lastError: null }
    : answer.problem === 'offline'
      ? { isOnline: false }
      : answer.problem === 'signed-out'
        ? { isOnline: true, isSignedOut: true }
        : { isOnline: true, isSignedOut: false, lastError: answer.message }
  show({ connection: { ...now().connection, ...connection } })
  await changeConnection(connection).catch(() => {})
}

/** The refusal for a request that failed. */
export function refusalOf(answer: Extract<Reply<unknown>, { ok: false }>): TillRefusal {
  if (answer.problem === 'offline') return { ok: false, reason: 'till-offline' }
  if (answer.problem === 'signed-out') return { ok: false, reason: 'till-signed-out' }
  return {
    ok: false,
    reason: 'till-refused',
    ...(answer.message ? { message: answer.message } : {}),
    ...(isTillReason(answer.reason) ? { title: tillTitle(answer.reason) } : {}),
  }
}
