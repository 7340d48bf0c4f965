import type { Role } from '../../../../rules/accounts/roles.ts'
import {
  type Approvable,
  derivePinKey,
  isPin,
  mayApprove,
  sealProof,
  signApproval,
} from '../../../../rules/till/till-approval.ts'
import type { Approval } from '../../../../rules/till/till-events.ts'
import type { TillRefusal } from '../../refusals.ts'
import { db, deviceId, dropFact, keepFact, type PersonRow, readFact } from '../db.ts'
import { leaseNumbers } from '../lease-numbers.ts'
import { now, show } from '../live.ts'
import { askStart, outdateStarts } from '../start.ts'
import type { Done, Till } from '../state.ts'
import { write } from '../storage.ts'
import { ask, refusalOf } from '../sync/ask.ts'
import { refreshCatalogue } from '../sync/catalogue.ts'
import { countUnsent, flush } from '../sync/outbox.ts'
import { readPublicKey } from './device-key.ts'
import { checkFor, hashOf, mayBePin } from './pin-checks.ts'

const FREE_TRIES = 5
const MOST_MINUTES = 30

/** Makes this device the till of that name; `takeOver`: from another device, for admins only. */
export async function claimTill(name: string, takeOver = false): Promise<Done<{ till: Till }>> {
  const refusal = await stillUnsent()
  if (refusal) return refusal
  const publicKey = await readPublicKey()
  const answer = await ask<{ till: Till }>('/admin/pos/tills', {
    body: { name, deviceId: await deviceId(), takeOver, ...(publicKey && { publicKey }) },
  })
  if (!answer.ok) return refusalOf(answer)
  const till = answer.data?.till
  if (!till) return { ok: false, reason: 'till-refused' }
  const kept = await write(() =>
    db.transaction('rw', db.facts, db.numbers, async () => {
      outdateStarts()
      await keepFact('till', till)
      await keepFact('keySent', true)
      await dropFact('lostTill')
      const others = await db.numbers.where('tillId').notEqual(till.id).delete()
      // How many numbers another till needed says nothing about this one.
      if (others > 0) await dropFact('numbersNeeded')
    }),
  )
  if (!kept.ok) return kept
  await askStart()
  await leaseNumbers()
  await refreshCatalogue()
  return { ok: true, till }
}

/** Renames this device's till; for admins. */
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

/**
 * Sets one's own PIN, on the server and on this device; with the password it replaces a forgotten one and unlocks
 * the till.
 */
export async function setPin(pin: string, password?: string): Promise<Done> {
  if (!isPin(pin)) return { ok: false, reason: 'till-pin-bad' }
  const answer = await ask<{ salt: string; iterations: number }>('/admin/pos/pin', {
    body: { pin, ...(password ? { password } : {}) },
  })
  if (!answer.ok) return refusalOf(answer)
  // Sets the PIN of the session's person, so that somebody else who is unlocked here cannot set one for themselves.
  const session = await readFact('session')
  if (!answer.data || !session) return { ok: false, reason: 'till-signed-out' }
  const { salt, iterations } = answer.data
  const { id, name, role, phone = null } = session
  const kept = await checkFor(await hashOf(await derivePinKey(pin, salt, iterations)), role)
  const row: PersonRow = {
    id,
    name,
    role,
    phone,
    salt,
    iterations,
    ...kept,
    wrong: 0,
    waitUntil: 0,
    usedAt: Date.now(),
  }
  const written = await write(async () => {
    await db.people.put(row)
    if (password) await keepUnlocked(row)
  })
  return written.ok ? { ok: true } : written
}

/** Whoever does not want a PIN now is not asked again until the next sign-in. */
export const skipPin = (): Promise<Done> =>
  write(() =>
    db.transaction('rw', db.facts, async () => {
      const session = await readFact('session')
      if (session) await keepFact('session', { ...session, skipsPin: true })
    }),
  )

/** Returns the key of a person's PIN, or why not. A try is counted as wrong before it is checked. */
async function tryPin(
  personId: string,
  pin: string,
): Promise<Done<{ key: string; person: PersonRow }>> {
  const counted = await write(() =>
    db.transaction('rw', db.people, async () => {
      const person = await db.people.get(personId)
      if (!person) return null
      const left = person.waitUntil - Date.now()
      if (left > MOST_MINUTES * 60_000) {
        // The clock was put back: the wait would last as long.
        await db.people.update(personId, { waitUntil: Date.now() + MOST_MINUTES * 60_000 })
        return { minutes: MOST_MINUTES }
      }
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
  if (!(await mayBePin(await hashOf(key), person))) return { ok: false, reason: 'till-pin-wrong' }
  const right = await write(() => db.people.update(personId, { wrong: 0, waitUntil: 0 }))
  return right.ok ? { ok: true, key, person } : right
}

/** Unlocks the till for a person whose PIN was set on this device; needs no network. */
export async function unlock(personId: string, pin: string): Promise<Done> {
  const tried = await tryPin(personId, pin)
  if (!tried.ok) return tried
  const kept = await write(async () => {
    await db.people.update(personId, { usedAt: Date.now() })
    await keepUnlocked(tried.person)
  })
  return kept.ok ? { ok: true } : kept
}

/**
 * Approves without a network, by a PIN that was set on this device. Only the server can decrypt the proof, and only the
 * server knows whether the PIN was right.
 */
export async function approveHere(
  personId: string,
  pin: string,
  asked: Approvable,
): Promise<Done<{ approval: Approval }>> {
  const sealTo = await readFact('sealTo')
  if (!sealTo) return { ok: false, reason: 'till-offline' }
  const tried = await tryPin(personId, pin)
  if (!tried.ok) return tried
  const { name: byName, role } = tried.person
  if (!mayApprove(role, asked)) return { ok: false, reason: 'approval-not-allowed' }
  const proof = await sealProof(await signApproval(tried.key, asked), sealTo)
  return { ok: true, approval: { by: personId, byName, proof } }
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

/** Locks the till in all tabs. Refuses a person who has no PIN here and could not unlock it again. */
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

async function stillUnsent(): Promise<TillRefusal | null> {
  const sent = await flush({ isRequested: true })
  if (!sent.ok) return sent
  const available = await countUnsent()
  return available > 0 ? { ok: false, reason: 'till-unsent', available } : null
}

/** Ends the session. Refuses while anything is unsent, and without a network. PINs stay for the next day. */
export async function signOut(): Promise<Done> {
  const refusal = await stillUnsent()
  if (refusal) return refusal
  const answer = await ask('/api/auth/sign-out', { body: {} })
  if (!answer.ok && answer.problem !== 'signed-out') return refusalOf(answer)
  const left = await write(() =>
    db.transaction('rw', db.facts, async () => {
      await dropFact('unlocked')
      await dropFact('lockedFor')
      await dropFact('session')
    }),
  )
  if (!left.ok) return left
  show({ person: null })
  return { ok: true }
}
