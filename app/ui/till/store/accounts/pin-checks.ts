import type { Role } from '../../../../rules/accounts/roles.ts'
import { checkOfPin, hexOf, storedCheck } from '../../../../rules/till/till-approval.ts'
import { db, type PersonRow } from '../db.ts'
import { deviceKeys } from './device-key.ts'

/** A hash of a PIN's key. It is never stored, because all PINs could be tried against it. */
export const hashOf = async (key: string) =>
  hexOf(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key)))

/** What this device stores to check a PIN. */
export async function checkFor(pinHash: string, role: Role) {
  const key = (await deviceKeys())?.pins ?? null
  const isBound = key !== null
  return { check: storedCheck(await checkOfPin(pinHash, key), role, isBound), isBound }
}

/**
 * Whether it may be the PIN. So little of an approver's check is stored that a few in a thousand wrong PINs pass here;
 * the server refuses them.
 */
export async function mayBePin(pinHash: string, { check, isBound }: PersonRow) {
  const key = isBound ? ((await deviceKeys())?.pins ?? null) : null
  return (await checkOfPin(pinHash, key)).startsWith(check)
}

/** Earlier releases stored whole hashes, against which a PIN could be guessed: replaces them by today's checks. */
export async function dropOldHashes() {
  for (const row of await db.people.toArray()) {
    const { verifier, ...person } = row as PersonRow & { verifier?: string }
    if (verifier) await db.people.put({ ...person, ...(await checkFor(verifier, row.role)) })
  }
}
