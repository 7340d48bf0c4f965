// A till's device has a key that no script can read: its signature proves which device made an event, and that nobody
// has changed the event since.

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' }
const HASH = { name: 'ECDSA', hash: 'SHA-256' }

/** A new key pair; the private one cannot be exported. */
export const makeDeviceKeys = () => crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])

/** The public key as it is sent and stored: the raw point, in base64. */
export const publicKeyOf = async ({ publicKey }: CryptoKeyPair) =>
  toBase64(await crypto.subtle.exportKey('raw', publicKey))

/** Whether a text has the shape of a device's public key: 65 bytes in base64. */
export const isPublicKey = (text: string) => /^[A-Za-z0-9+/]{87}=$/.test(text)

/** The same text for the same content, whatever the order of its fields and whatever the server corrects. */
function canonical(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.replaceAll('\0', '').toWellFormed())
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  fields.sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}

/** The signed content: everything except the signature itself. */
const bytesOf = ({ signature: _signature, ...content }: { signature?: unknown }) =>
  new TextEncoder().encode(`zovala till\n${canonical(content)}`)

/** Signs what a till sends with the key of its device; the signature in base64. */
export const signContent = async (content: object, privateKey: CryptoKey) =>
  toBase64(await crypto.subtle.sign(HASH, privateKey, bytesOf(content)))

/** Whether the key's holder signed exactly this content; false for an invalid key or signature. */
export async function isSigned(content: object, value: string, publicKey: string) {
  try {
    const key = await crypto.subtle.importKey('raw', fromBase64(publicKey), CURVE, false, [
      'verify',
    ])
    return await crypto.subtle.verify(HASH, key, fromBase64(value), bytesOf(content))
  } catch {
    return false
  }
}

/** The content that a device signs for a sale by mobile money, so that it may be made in another cashier's shift. */
export const mobileSaleContent = (sale: {
  saleId: string | undefined
  shiftId: string | undefined
  totalAmount: number
  cashAmount?: number
}) => ({
  kind: 'mobile-sale',
  ...sale,
  // 0 is left out, so that signatures of tills that do not know this field stay valid.
  cashAmount: sale.cashAmount || undefined,
})

/** Bytes in base64, in the browser and on the server alike. */
export const toBase64 = (bytes: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))

/** The bytes of a base64 text; throws when the text is not base64. */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
