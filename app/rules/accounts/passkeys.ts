/** The most passkeys of an account: a phone, a laptop, a security key, and some to spare. */
export const MOST_PASSKEYS = 10
export const LONGEST_PASSKEY_NAME = 60

/** The form field that carries a device's signed answer, as text. */
export const PASSKEY = 'passkey'
/** The same field beside the fields of a form that waits for proof (step-up.ts). */
export const PASSKEY_PROOF = 'passkey-proof'
/** The longest signed answer: it usually has some hundred bytes, with a large key a few thousand. */
export const LONGEST_PASSKEY_ANSWER = 20_000

/** The request that a browser is asked to sign, as it is sent (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export type PasskeyRequest = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: { id: string; type: 'public-key'; transports: PasskeyTransport[] }[]
}

/** The ways to reach a device that holds a passkey, as the WebAuthn standard calls them. */
export const PASSKEY_TRANSPORTS = [
  'ble',
  'cable',
  'hybrid',
  'internal',
  'nfc',
  'smart-card',
  'usb',
] as const
export type PasskeyTransport = (typeof PASSKEY_TRANSPORTS)[number]
