import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import { BadBackup, ByteReader, cutOff } from './byte-reader.ts'

// The construction of age and of STREAM (Hoang, Reyhanitabar, Rogaway, Vizár 2015) with AES-256-GCM: each chunk is
// sealed under its number and whether it is the last, so that none can be left out, moved or cut off unnoticed.

const MAGIC = Buffer.from('ZOVALA-ENC-1\n')
const SALT = 16
const PROOF = 16
const HEADER = MAGIC.length + SALT + PROOF
const CHUNK = 64 * 1024
const TAG = 16
// 32 MB and about 0.2 s for each guess (OWASP's minimum for scrypt), which small machines can afford.
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 }

type Keys = { chunks: Buffer; proof: Buffer }

function deriveKeys(passphrase: string, salt: Buffer): Promise<Keys> {
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 64, COST, (error, key) => {
      if (error) return reject(error)
      const proof = createHmac('sha256', key.subarray(32)).update(MAGIC).update(salt).digest()
      resolve({ chunks: key.subarray(0, 32), proof: proof.subarray(0, PROOF) })
    })
  })
}

/** The salt makes the key new for each backup, so a chunk number never occurs twice under one key. */
function nonceOf(chunk: number, isLast: boolean) {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(chunk, 5, 6)
  nonce.writeUInt8(isLast ? 1 : 0, 11)
  return nonce
}

export async function* encrypt(
  source: AsyncIterable<Buffer>,
  passphrase: string,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT)
  const keys = await deriveKeys(passphrase, salt)
  yield Buffer.concat([MAGIC, salt, keys.proof])
  const bytes = new ByteReader(source)
  for (let n = 0, isLast = false; !isLast; n += 1) {
    isLast = (await bytes.peek(CHUNK + 1)).length <= CHUNK
    const part = await bytes.read((await bytes.peek(CHUNK)).length)
    const cipher = createCipheriv('aes-256-gcm', keys.chunks, nonceOf(n, isLast))
    yield Buffer.concat([cipher.update(part), cipher.final(), cipher.getAuthTag()])
  }
}

export const isEncrypted = async (bytes: ByteReader) =>
  (await bytes.peek(MAGIC.length)).equals(MAGIC)

/** Refuses a wrong passphrase, and a changed, reordered or cut off backup, before it yields the chunk concerned. */
export async function* decrypt(bytes: ByteReader, passphrase: string): AsyncGenerator<Buffer> {
  const header = await bytes.read(HEADER)
  const keys = await deriveKeys(passphrase, header.subarray(MAGIC.length, MAGIC.length + SALT))
  if (!timingSafeEqual(keys.proof, header.subarray(MAGIC.length + SALT)))
    throw new BadBackup('The passphrase is not the one of this backup.')
  for (let n = 0, isLast = false; !isLast; n += 1) {
    isLast = (await bytes.peek(CHUNK + TAG + 1)).length <= CHUNK + TAG
    const part = await bytes.read((await bytes.peek(CHUNK + TAG)).length)
    if (part.length < TAG) throw cutOff()
    const opened = open(keys.chunks, part, n, isLast)
    if (!opened && isLast) throw cutOff()
    if (!opened)
      throw new BadBackup('This backup is damaged, or somebody has changed it. It is not restored.')
    yield opened
  }
}

function open(key: Buffer, part: Buffer, n: number, isLast: boolean): Buffer | null {
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(n, isLast))
  decipher.setAuthTag(part.subarray(-TAG))
  try {
    return Buffer.concat([decipher.update(part.subarray(0, -TAG)), decipher.final()])
  } catch {
    return null
  }
}
