import { mayRunShop, type Role } from '../accounts/roles.ts'
import { discountNeedsApproval } from './till-sale.ts'
import { fromBase64, toBase64 } from './till-signature.ts'

/** A discount to approve: the sale's id, its whole discount (on items as well) and its total before, in kwacha. */
export type Discounted = { saleId: string; off: number; subtotal: number }
/** A cash refund to approve: the return's id, and everything refunded of its receipt, in kwacha. */
export type Refunded = { returnId: string; refund: number }
/** What somebody with a higher limit approves. */
export type Approvable = Discounted | Refunded

/** 4 to 8 digits, so that a PIN is typed with one hand at the counter. */
export const isPin = (text: string) => /^\d{4,8}$/.test(text)

/** An approver's PIN needs more digits: the check that a till stores leaves a few thousand of all six-digit PINs. */
export const leastDigits = (role: Role) => (mayRunShop(role) ? 6 : 4)

/** Rounds of PBKDF2-SHA256: they make guessing at a stolen key slow (OWASP's recommendation of 2023). */
export const PIN_ITERATIONS = 600_000

/** Whether a role may approve this amount. */
export const mayApprove = (role: Role, asked: Approvable) =>
  'saleId' in asked
    ? !discountNeedsApproval(role, { subtotal: asked.subtotal, discountAmount: asked.off })
    : // Small sums too: a cashier may not allow a late return of an order, or one more of many.
      mayRunShop(role)

/** The text that an approval signs: it is valid only for this sale and discount, or this refund. */
export const approvalText = (asked: Approvable) =>
  'saleId' in asked
    ? `${asked.saleId.toLowerCase()}:${asked.off}:${asked.subtotal}`
    : `refund:${asked.returnId.toLowerCase()}:${asked.refund}`

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readHex = (hex: string) =>
  Uint8Array.from(hex.matchAll(/../g), ([two]) => Number.parseInt(two, 16))
/** Bytes as lower-case hexadecimal digits. */
export const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The key that is stored instead of a PIN and signs approvals: 32 bytes in hex. The salt is used as text. */
export async function derivePinKey(pin: string, salt: string, iterations = PIN_ITERATIONS) {
  const typed = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations }
  return hexOf(await crypto.subtle.deriveBits(how, typed, 256))
}

/**
 * HMAC-SHA256 in hex, with the key of the approver. It is sealed, because whoever sees it can try every PIN against it.
 */
export async function signApproval(key: string, asked: Approvable) {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', readHex(key), how, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', secret, bytesOf(approvalText(asked))))
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
/** A constant IV is safe here because each sealed proof has a key of its own. */
export const SEAL_IV = new Uint8Array(12)
/** The prefix of a proof made offline, and of a proof that the server issued. */
export const SEALED = 'sealed:'
export const LIVE = 'live:'

/** The key of a sealed proof, derived from the shared secret and both public keys. */
export const sealKey = async (shared: Uint8Array, from: Uint8Array, to: Uint8Array) =>
  crypto.subtle.importKey(
    'raw',
    await crypto.subtle.digest('SHA-256', Uint8Array.from([...shared, ...from, ...to])),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  )

/**
 * Seals a proof so that only the server can read it: the private key for this one proof is discarded here, so that a
 * proof which the till stores until it is sent lets nobody try PINs against it.
 */
export async function sealProof(proof: string, serverKey: string) {
  const to = fromBase64(serverKey)
  const server = await crypto.subtle.importKey('raw', to, CURVE, false, [])
  const own = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const from = new Uint8Array(await crypto.subtle.exportKey('raw', own.publicKey))
  const how = { name: 'ECDH', public: server }
  const shared = new Uint8Array(await crypto.subtle.deriveBits(how, own.privateKey, 256))
  const key = await sealKey(shared, from, to)
  const closed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: SEAL_IV }, key, readHex(proof))
  return `${SEALED}${toBase64(Uint8Array.from([...from, ...new Uint8Array(closed)]))}`
}

/**
 * The stored hex digits of a check: for an approver 8 bits, enough to catch a typing error while thousands of PINs
 * match.
 */
const CHECK_LETTERS = { short: 2, long: 16 }

/**
 * A PIN's hash signed with a non-extractable key of the device; a plain digest of it where the browser keeps no key.
 */
export const checkOfPin = async (pinHash: string, deviceKey: CryptoKey | null) =>
  hexOf(
    deviceKey
      ? await crypto.subtle.sign('HMAC', deviceKey, bytesOf(pinHash))
      : await crypto.subtle.digest('SHA-256', bytesOf(pinHash)),
  )

/** The stored part of the check. For an approver's PIN, or without a device key, it is too short to find the PIN by. */
export const storedCheck = (check: string, role: Role, isBound: boolean) =>
  check.slice(0, isBound && !mayRunShop(role) ? CHECK_LETTERS.long : CHECK_LETTERS.short)
