import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

// RFC 6238 as every authenticator app implements it: SHA-1, six digits, thirty seconds.
const PERIOD_SECONDS = 30
const DIGITS = 6
/** A phone's clock may be one step off. */
const DRIFT = 1
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A new secret for an app: 32 base32 characters, 160 bits; uses five bits of each byte. */
export const makeTotpSecret = () => [...randomBytes(32)].map((byte) => ALPHABET[byte & 31]).join('')

function readBase32(text: string) {
  const bits = Array.from(text, (sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join(
    '',
  )
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The time step (RFC 6238) that an instant lies in. */
export const totpStep = (at: Date) => Math.floor(at.getTime() / 1000 / PERIOD_SECONDS)

/** The code of one step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', readBase32(secret)).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

/**
 * The step that this code belongs to, near now and later than `lastStep`, so that a code counts once; null for none.
 * A last step in the future was stored by a clock that was ahead: it is ignored, or it would lock its owner out.
 */
export function findTotpStep(secret: string, code: string, at: Date, lastStep: number) {
  const now = totpStep(at)
  const last = lastStep > now + DRIFT ? 0 : lastStep
  for (let step = now - DRIFT; step <= now + DRIFT; step += 1)
    if (step > last && totpCode(secret, step) === code) return step
  return null
}

/** The text in the QR code that an app scans. */
export function totpUri(secret: string, shop: string, email: string) {
  const query = new URLSearchParams({ secret, issuer: shop })
  return `otpauth://totp/${encodeURIComponent(shop)}:${encodeURIComponent(email)}?${query}`
}

/** Encrypts secrets for storage, tied to their owner: a stolen copy of the database can make no codes. */
export function sealSecrets(sessionSecret: string) {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'second step', 32))
  return {
    seal(secret: string, userId: string) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(userId))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
    },
    /** Null when it was sealed under another SESSION_SECRET. */
    open(sealed: string, userId: string) {
      const bytes = Buffer.from(sealed, 'base64')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
          .setAAD(Buffer.from(userId))
          .setAuthTag(bytes.subarray(12, 28))
        return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString(
          'utf8',
        )
      } catch {
        return null
      }
    },
  }
}
