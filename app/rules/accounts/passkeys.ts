/** An account has at most so many: a phone, a laptop, a key on the ring, and some to spare. */
export const MOST_PASSKEYS = 10
export const LONGEST_PASSKEY_NAME = 60

/** The field in which a form carries what a device has signed, as text. */
export const PASSKEY = 'passkey'
/** The same beside the fields of a form that was held back (step-up.ts). */
export const PASSKEY_PROOF = 'passkey-proof'
/** What a device signs has some hundred bytes, with a large key a few thousand. */
export const LONGEST_PASSKEY_ANSWER = 20_000

/** What a browser is asked to sign, as it travels (WebAuthn's PublicKeyCredentialRequestOptionsJSON). */
export type PasskeyRequest = {
  challenge: string
  rpId: string
  timeout: number
  userVerification: 'required'
  allowCredentials: { id: string; type: 'public-key'; transports: PasskeyTransport[] }[]
}

/** How a device that holds a passkey is reached, in the words of the standard. */
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
