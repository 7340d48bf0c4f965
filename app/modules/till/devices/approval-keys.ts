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

/** The same on every process, and another one with another secret: then what tills hold is looked at by a person. */
function openKey(secret: string) {
  const key = createECDH('prime256v1')
  key.setPrivateKey(derive(secret, 'till approvals, sealed'))
  return key
}

/** What tills seal their proofs to: the raw point, in base64. */
export const sealingKeyOf = (secret: string) => openKey(secret).getPublicKey('base64')

const POINT = 65

/** The proof in a sealed box, in hex; null for what was not sealed to this server. */
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

/** What the server gives for an approval that it has checked itself: good on that device only. */
export const liveProof = (secret: string, by: string, deviceId: string, asked: Approvable) =>
  LIVE +
  createHmac('sha256', derive(secret, 'till approvals, live'))
    .update(`${by}:${deviceId}:${approvalText(asked)}`)
    .digest('hex')

/** Compares two proofs without telling by its time how far they agree. */
export function isSame(a: string, b: string) {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}
