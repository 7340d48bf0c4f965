import { mayRunShop, type Role } from './roles.ts'

/** What is discounted: the sale's id, all that is off it (lines included) and what it was before, in kwacha. */
export type Discounted = { saleId: string; off: number; subtotal: number }

/** A PIN is typed with one hand at the counter. */
export const isPin = (text: string) => /^\d{4,8}$/.test(text)

/** An approval is a signature that can be tried against every PIN without asking anybody: who gives them needs more digits. */
export const leastDigits = (role: Role) => (mayRunShop(role) ? 6 : 4)

/** How often PBKDF2-SHA256 is turned: guessing at a stolen key is slow (OWASP's advice of 2023). */
export const PIN_ITERATIONS = 600_000

/** The words that an approval signs: it is good for this sale and this discount, and for nothing else. */
export const approvalText = ({ saleId, off, subtotal }: Discounted) =>
  `${saleId.toLowerCase()}:${off}:${subtotal}`

const bytesOf = (text: string) => new TextEncoder().encode(text)
const readHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16))
const hexOf = (bytes: ArrayBuffer) =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** What is kept in place of a PIN, and signs approvals: 32 bytes in hex. The salt is used as its letters. */
export async function derivePinKey(pin: string, salt: string, iterations = PIN_ITERATIONS) {
  const typed = await crypto.subtle.importKey('raw', bytesOf(pin), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations }
  return hexOf(await crypto.subtle.deriveBits(how, typed, 256))
}

/** An approval's proof: HMAC-SHA256 in hex, under the key of whoever approves. */
export async function signApproval(key: string, discounted: Discounted) {
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const secret = await crypto.subtle.importKey('raw', readHex(key), how, false, ['sign'])
  return hexOf(await crypto.subtle.sign('HMAC', secret, bytesOf(approvalText(discounted))))
}
