import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest()
const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64url')
const uint = (value: number, length: 2 | 4) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

// The part of CBOR (RFC 8949) that an authenticator writes: numbers, bytes, texts, maps.
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) => {
    if (count < 24) return Buffer.from([(major << 5) | count])
    return count < 256
      ? Buffer.from([(major << 5) | 24, count])
      : Buffer.concat([Buffer.from([(major << 5) | 25]), uint(count, 2)])
  }
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value])
  const entries = [...value].flatMap(([key, found]) => [cbor(key), cbor(found as number)])
  return Buffer.concat([head(5, value.size), ...entries])
}

/** A P-256 key as COSE encodes it (RFC 9053): EC2, ES256, P-256, x, y. */
function coseKey(publicKey: KeyObject) {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

type Options = { challenge: string; rpId?: string; rp?: { id?: string }; user?: { id: string } }
/** The ways in which a device misbehaves. */
export type Twist = {
  origin?: string
  rpId?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string
  credentialId?: string
  crossOrigin?: boolean
}

/** A device with one passkey for one site, on a page at `origin`; it returns the texts that a browser would send. */
export function openAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let handle = ''

  const clientData = (type: string, { challenge }: Options, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge,
        origin: twist.origin ?? origin,
        crossOrigin: twist.crossOrigin ?? false,
      }),
    )
  const authData = (rpId: string, twist: Twist, flags: number, credential: Buffer) => {
    const verified = twist.isVerified === false ? 0 : USER_VERIFIED
    return Buffer.concat([
      sha256(twist.rpId ?? rpId),
      Buffer.from([USER_PRESENT | verified | flags]),
      uint(twist.counter ?? counter, 4),
      credential,
    ])
  }

  return {
    id: base64(id),
    /** Makes the passkey, as `navigator.credentials.create()` does. */
    create(options: Options, twist: Twist = {}): string {
      handle = options.user?.id ?? ''
      const credential = Buffer.concat([
        Buffer.alloc(16),
        uint(id.length, 2),
        id,
        coseKey(publicKey),
      ])
      const attestation = cbor(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', authData(options.rp?.id ?? '', twist, HAS_CREDENTIAL, credential)],
        ]),
      )
      return JSON.stringify({
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(clientData('webauthn.create', options, twist)),
          attestationObject: base64(attestation),
          transports: ['internal', 'of a later standard'],
        },
        clientExtensionResults: {},
      })
    },
    /** Signs, as `navigator.credentials.get()` does. It counts its signatures, as a security key does. */
    sign(options: Options, twist: Twist = {}): string {
      counter += 1
      const client = clientData('webauthn.get', options, twist)
      const data = authData(options.rpId ?? '', twist, 0, Buffer.alloc(0))
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      const named = twist.credentialId ?? base64(id)
      return JSON.stringify({
        id: named,
        rawId: named,
        type: 'public-key',
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(signature),
          userHandle: twist.userHandle ?? handle,
        },
        clientExtensionResults: {},
      })
    },
  }
}

export type Authenticator = ReturnType<typeof openAuthenticator>

/** The same answer with one bit of one part flipped. */
export function flipBit(answer: string, part: string, at: number): string {
  const read = JSON.parse(answer) as { response: Record<string, string> }
  const bytes = Buffer.from(read.response[part] ?? '', 'base64url')
  bytes[at] = (bytes[at] ?? 0) ^ 1
  read.response[part] = bytes.toString('base64url')
  return JSON.stringify(read)
}
