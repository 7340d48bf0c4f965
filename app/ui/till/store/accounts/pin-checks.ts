import type { Role } from '../../../../rules/accounts/roles.ts'
import { checkOfPin, hexOf, storedCheck } from '../../../../rules/till/till-approval.ts'
import { db, type PersonRow } from '../db.ts'
import { deviceKeys } from './device-key.ts'

/** A hash of a PIN's key. It is never kept: whoever has it can try all PINs against it. */
export const hashOf = async (key: string) =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))

/** What is kept of a PIN on this device. */
export async function checkFor(pinHash: string, role: Role) {
  const key = (await deviceKeys())?.pins ?? null
  const isBound = key !== null
  return { check: storedCheck(await checkOfPin(pinHash, key), role, isBound), isBound }
}

/** Whether it may be the PIN; of one that approves a few in a thousand wrong ones pass, and the server knows better. */
export async function mayBePin(pinHash: string, { check, isBound }: PersonRow) {
  const key = isBound ? ((await deviceKeys())?.pins ?? null) : null
  return (await checkOfPin(pinHash, key)).startsWith(check)
}

/**
 * Tills kept whole hashes once, against which a PIN could be guessed: what is kept now is made of them, and they go.
 */
export async function dropOldHashes() {
  for (const row of await db.people.toArray()) {
    const { verifier, ...person } = row as PersonRow & { verifier?: string }
    if (verifier) await db.people.put({ ...person, ...(await checkFor(verifier, row.role)) })
  }
}
