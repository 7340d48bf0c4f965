import type { Role } from '../../../rules/roles.ts'
import {
  derivePinKey,
  type Discounted,
  isPin,
  leastDigits,
  signApproval,
} from '../../../rules/till-approval.ts'
import type { Refusal } from '../../../rules/words.ts'
import { ask, refusalOf } from './ask.ts'
import { db, deviceId, dropFact, keepFact, type PersonRow, readFact } from './db.ts'
import { refreshGoods } from './goods.ts'
import { now, show } from './live.ts'
import { countUnsent, flush } from './outbox.ts'
import { askStart, leaseNumbers } from './start.ts'
import type { Done, Till } from './state.ts'
import { write } from './storage.ts'

const FREE_TRIES = 5
const MOST_MINUTES = 30

const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What a device keeps of a PIN's key: enough to know it again, useless for signing an approval. */
export const verifierOf = async (key: string) =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))

/** Makes this device the till of that name; `takeOver` from another device, for admins. */
export async function claimTill(name: string, takeOver = false): Promise<Done<{ till: Till }>> {
  const refusal = await stillUnsent()
  if (refusal) return refusal
  const answer = await ask<{ till: Till }>('/admin/pos/tills', {
    body: { name, deviceId: await deviceId(), takeOver },
  })
  if (!answer.ok) return refusalOf(answer)
  const till = answer.data?.till
  if (!till) return { ok: false, reason: 'till-refused' }
  await db.transaction('rw', db.facts, db.numbers, async () => {
    await keepFact('till', till)
    await dropFact('lostTill')
    await db.numbers.where('tillId').notEqual(till.id).delete()
  })
  await askStart()
  await leaseNumbers()
  await refreshGoods()
  return { ok: true, till }
}

/** Gives this device's till another name; for admins. */
export async function renameTill(name: string): Promise<Done<{ till: Till }>> {
  const known = now().till
  if (!known) return { ok: false, reason: 'till-not-this-device' }
  const answer = await ask<{ till: Till }>(`/admin/pos/tills/${known.id}`, { body: { name } })
  if (!answer.ok) return refusalOf(answer)
  const till = answer.data?.till
  if (!till) return { ok: false, reason: 'till-refused' }
  const kept = await write(() => keepFact('till', till))
  return kept.ok ? { ok: true, till } : kept
}

/** One's own PIN, on the server and on this device; with the password it also unlocks a forgotten one. */
export async function setPin(pin: string, password?: string): Promise<Done> {
  if (!isPin(pin)) return { ok: false, reason: 'till-pin-bad' }
  const answer = await ask<{ salt: string; iterations: number }>('/admin/pos/pin', {
    body: { pin, ...(password ? { password } : {}) },
  })
  if (!answer.ok) return refusalOf(answer)
  // The session's own: whoever else is unlocked here cannot set a PIN for themselves.
  const session = await readFact('session')
  if (!answer.data || !session) return { ok: false, reason: 'till-signed-out' }
  const { salt, iterations } = answer.data
  const verifier = await verifierOf(await derivePinKey(pin, salt, iterations))
  const { id, name, role } = session
  const row: PersonRow = {
    id,
    name,
    role,
    salt,
    iterations,
    verifier,
    wrong: 0,
    waitUntil: 0,
    usedAt: Date.now(),
  }
  const kept = await write(() => db.people.put(row))
  if (!kept.ok) return kept
  if (password) await keepUnlocked(row)
  return { ok: true }
}

/** Who does not want a PIN now is not asked again before they sign in anew. */
export const skipPin = (): Promise<Done> =>
  write(() =>
    db.transaction('rw', db.facts, async () => {
      const session = await readFact('session')
      if (session) await keepFact('session', { ...session, skipsPin: true })
    }),
  )

/** The key of a person's PIN, or why not. Wrong ones are counted before they are tried. */
async function tryPin(
  personId: string,
  pin: string,
): Promise<Done<{ key: string; person: PersonRow }>> {
  const counted = await write(() =>
    db.transaction('rw', db.people, async () => {
      const person = await db.people.get(personId)
      if (!person) return null
      const left = person.waitUntil - Date.now()
      if (left > 0) return { minutes: Math.ceil(left / 60_000) }
      const wrong = person.wrong + 1
      const minutes = wrong < FREE_TRIES ? 0 : Math.min(MOST_MINUTES, 2 ** (wrong - FREE_TRIES))
      await db.people.update(personId, {
        wrong,
        waitUntil: minutes && Date.now() + minutes * 60_000,
      })
      return { person }
    }),
  )
  if (!counted.ok) return counted
  if (!counted.value) return { ok: false, reason: 'till-pin-missing' }
  if (!('person' in counted.value))
    return { ok: false, reason: 'till-pin-wait', minutes: counted.value.minutes }
  const { person } = counted.value
  const key = await derivePinKey(pin, person.salt, person.iterations)
  if ((await verifierOf(key)) !== person.verifier) return { ok: false, reason: 'till-pin-wrong' }
  await db.people.update(personId, { wrong: 0, waitUntil: 0 })
  return { ok: true, key, person }
}

/** Opens the till to a person whose PIN was set on this device; needs no network. */
export async function unlock(personId: string, pin: string): Promise<Done> {
  const tried = await tryPin(personId, pin)
  if (!tried.ok) return tried
  await db.people.update(personId, { usedAt: Date.now() })
  await keepUnlocked(tried.person)
  return { ok: true }
}

/** A discount approved without a network, by somebody whose PIN was set on this device. */
export async function approveHere(
  personId: string,
  pin: string,
  discounted: Discounted,
): Promise<Done<{ approval: { by: string; byName: string; proof: string } }>> {
  const tried = await tryPin(personId, pin)
  if (!tried.ok) return tried
  // The server would not take it either.
  if (pin.length < leastDigits(tried.person.role)) return { ok: false, reason: 'till-pin-short' }
  const proof = await signApproval(tried.key, discounted)
  return { ok: true, approval: { by: personId, byName: tried.person.name, proof } }
}

export const keepUnlocked = ({ id, name, role }: { id: string; name: string; role: Role }) =>
  db.transaction('rw', db.facts, async () => {
    await dropFact('lockedFor')
    await keepFact('unlocked', {
      id: crypto.randomUUID(),
      personId: id,
      name,
      role,
      touchedAt: Date.now(),
    })
  })

/** Locks all tabs; refused to who could not unlock this device again. */
export async function lock(): Promise<Done> {
  const answer = await write(() =>
    db.transaction('rw', db.facts, db.people, async () => {
      const unlocked = await readFact('unlocked')
      if (unlocked && !(await db.people.get(unlocked.personId))) return false
      await keepFact('lockedFor', (await readFact('session'))?.id ?? '')
      await dropFact('unlocked')
      return true
    }),
  )
  if (!answer.ok) return answer
  return answer.value ? { ok: true } : { ok: false, reason: 'till-pin-missing' }
}

async function stillUnsent(): Promise<Refusal | null> {
  await flush({ isWanted: true })
  const available = await countUnsent()
  return available > 0 ? { ok: false, reason: 'till-unsent', available } : null
}

/** Ends the session. Refused while anything is unsent, and without a network. PINs stay for the next day. */
export async function signOut(): Promise<Done> {
  const refusal = await stillUnsent()
  if (refusal) return refusal
  const answer = await ask('/api/auth/sign-out', { body: {} })
  if (!answer.ok && answer.problem !== 'signed-out') return refusalOf(answer)
  await db.transaction('rw', db.facts, async () => {
    await dropFact('unlocked')
    await dropFact('lockedFor')
    await dropFact('session')
  })
  show({ person: null })
  return { ok: true }
}

/** Forgets everything on this device, PINs and prices too. Refused while anything is unsent. */
export async function clearDevice(): Promise<Done> {
  const refusal = await stillUnsent()
  if (refusal) return refusal
  if (now().shift) return { ok: false, reason: 'till-shift-open' }
  await Promise.all(db.tables.map((table) => table.clear()))
  for (const name of await caches.keys())
    if (name.startsWith('zovala-till')) await caches.delete(name)
  location.assign('/admin/pos')
  return { ok: true }
}
