import { createECDH, createHmac, timingSafeEqual } from 'node:crypto'
import {
  type Approvable,
  approvalText,
  hexOf,
  LIVE,
  SEAL_IV,
  SEALED,
  sealKey,
} from '../../../rules/till/till-approval.ts'

const derive = (secret: string, what: string) => createHmac('sha256', secret).update(what).digest()

/**
 * Every process derives the same key from the secret. After a change of the secret, proofs that tills still hold
 * cannot be opened: a person looks at their sales and returns.
 */
function openKey(secret: string) {
  const key = createECDH('prime256v1')
  key.setPrivateKey(derive(secret, 'till approvals, sealed'))
  return key
}

/** The public key to which tills seal their proofs: the raw point, in base64. */
export const sealingKeyOf = (secret: string) => openKey(secret).getPublicKey('base64')

const POINT = 65

/** Opens a sealed proof and returns it in hex; null when it was not sealed to this server. */
export async function openSealed(secret: string, sealed: string): Promise<string | null> {
  const box = Buffer.from(sealed.slice(SEALED.length), 'base64')
  const own = openKey(secret)
  const from = box.subarray(0, POINT)
  try {
    const key = await sealKey(own.computeSecret(from), from, own.getPublicKey())
    const how = { name: 'AES-GCM', iv: SEAL_IV }
    return hexOf(await crypto.subtle.decrypt(how, key, box.subarray(POINT)))
  } catch {
    return null
  }
}

/** The proof that the server issues for an approval whose PIN it has checked itself; valid on that device only. */
export const liveProof = (secret: string, by: string, deviceId: string, asked: Approvable) =>
  LIVE +
  createHmac('sha256', derive(secret, 'till approvals, live'))
    .update(`${by}:${deviceId}:${approvalText(asked)}`)
    .digest('hex')

/** Compares two proofs in constant time. */
export function isSame(a: string, b: string) {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
