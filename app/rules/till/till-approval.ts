import { mayRunShop, type Role } from '../accounts/roles.ts'
import { discountNeedsApproval } from './till-sale.ts'
import { fromBase64, toBase64 } from './till-signature.ts'

/** What is discounted: the sale's id, all that is off it (lines included) and what it was before, in kwacha. */
export type Discounted = { saleId: string; off: number; subtotal: number }
/** What goes back in cash: the return's id, and all that goes back of its receipt, in kwacha. */
export type Refunded = { returnId: string; refund: number }
/** What somebody with a higher limit says yes to. */
export type Approvable = Discounted | Refunded

/** 4 to 8 digits: it is typed with one hand at the counter. */
export const isPin = (text: string) => /^\d{4,8}$/.test(text)

/** Who approves needs more digits: what a till keeps of a PIN leaves a few thousand of six to choose from. */
export const leastDigits = (role: Role) => (mayRunShop(role) ? 6 : 4)

/** How often PBKDF2-SHA256 is turned: guessing at a stolen key is slow (OWASP's advice of 2023). */
export const PIN_ITERATIONS = 600_000

/** Whether a role may say yes to so much. */
export const mayApprove = (role: Role, asked: Approvable) =>
  'saleId' in asked
    ? !discountNeedsApproval(role, {
        subtotal: asked.subtotal,
        discountAmount: asked.off,
        total: asked.subtotal - asked.off,
      })
    : // Small sums too: what of an order came too late, or is one more of many, is not a cashier's to allow.
      mayRunShop(role)

/** The words that an approval signs: it is good for this sale and discount, or this refund, and nothing else. */
export const approvalText = (asked: Approvable) =>
  'saleId' in asked
    ? `${asked.saleId.toLowerCase()}:${asked.off}:${asked.subtotal}`
    : `refund:${asked.returnId.toLowerCase()}:${asked.refund}`

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
/** Bytes as hexadecimal digits in small letters. */
export const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is kept in place of a PIN, and signs approvals: 32 bytes in hex. The salt is used as its letters. */
export async function derivePinKey(pin: string, salt: string, iterations = PIN_ITERATIONS) {
  const typed = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations }
  return hexOf(await crypto.subtle.deriveBits(how, typed, 256))
}

/**
 * HMAC-SHA256 in hex, under the key of whoever approves. Whoever sees it can try every PIN against it: it is sealed.
 */
export async function signApproval(key: string, asked: Approvable) {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', readHex(key), how, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', secret, bytesOf(approvalText(asked))))
}

const CURVE = { name: 'ECDH', namedCurve: 'P-256' }
/** Each box has a key of its own, so its first number is never used twice. */
export const SEAL_IV = new Uint8Array(12)
/** What a proof that was made without the network begins with, and one that the server gave. */
export const SEALED = 'sealed:'
export const LIVE = 'live:'

/** The key of a box, from what both sides know of it and the two public keys. */
export const sealKey = async (shared: Uint8Array, from: Uint8Array, to: Uint8Array) =>
  crypto.subtle.importKey(
    'raw',
    await crypto.subtle.digest('SHA-256', Uint8Array.from([...shared, ...from, ...to])),
    'AES-GCM',
    false,
    ['encrypt', 'decrypt'],
  )

/**
 * A proof that only the server can read: its key for this one box is thrown away here, so that what the
 * till keeps until it is sent gives nobody anything to try PINs against.
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

/** Letters of hex: of who approves 8 bits, which catch a slip of the finger and leave thousands of PINs. */
const CHECK_LETTERS = { short: 2, long: 16 }

/** A PIN's hash under a key of the device that cannot be read out; null where a browser keeps no such key. */
export const checkOfPin = async (pinHash: string, deviceKey: CryptoKey | null) =>
  hexOf(
    deviceKey
      ? await crypto.subtle.sign('HMAC', deviceKey, bytesOf(pinHash))
      : await crypto.subtle.digest('SHA-256', bytesOf(pinHash)),
  )

/** The part of it that is kept. A PIN that approves, or that no key guards, leaves too little to find it by. */
export const storedCheck = (check: string, role: Role, isBound: boolean) =>
  check.slice(0, isBound && !mayRunShop(role) ? CHECK_LETTERS.long : CHECK_LETTERS.short)
