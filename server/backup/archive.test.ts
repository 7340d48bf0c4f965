import { expect, test } from 'vitest'
import { BadBackup, ByteReader } from './byte-reader.ts'
import { decrypt, encrypt } from './encryption.ts'
import { TAR_END, TarReader, tarEntry } from './tar.ts'

const PASSPHRASE = 'correct horse battery staple'
const CHUNK = 64 * 1024
/** The size of a sealed chunk. */
const SEALED = CHUNK + 16
const HEADER = 45

async function* inPieces(bytes: Buffer, size = 1000) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
async function collect(source: AsyncIterable<Buffer>) {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const text = (length: number) => Buffer.from(Array.from({ length }, (_, n) => (n * 31) % 251))
const seal = (bytes: Buffer) => collect(encrypt(inPieces(bytes), PASSPHRASE))
const unseal = (bytes: Buffer, passphrase = PASSPHRASE) =>
  collect(decrypt(new ByteReader(inPieces(bytes)), passphrase))
const chunksOf = (sealed: Buffer) => ({
  header: sealed.subarray(0, HEADER),
  chunks: Array.from({ length: Math.ceil((sealed.length - HEADER) / SEALED) }, (_, n) =>
    sealed.subarray(HEADER + n * SEALED, HEADER + (n + 1) * SEALED),
  ),
})

test.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])(
  'an encrypted archive of %i bytes is decrypted to the same',
  async (length) => {
    const sealed = await seal(text(length))
    expect(sealed.includes(text(length).subarray(0, 64)) && length > 64).toBe(false)
    expect((await unseal(sealed)).equals(text(length))).toBe(true)
  },
)

test('two encryptions of one text have nothing in common', async () => {
  const [one, other] = await Promise.all([seal(text(100)), seal(text(100))])
  expect(one.subarray(HEADER).equals(other.subarray(HEADER))).toBe(false)
})

test('a wrong passphrase is reported as such', async () => {
  const sealed = await seal(text(10))
  await expect(unseal(sealed, 'correct horse battery stable')).rejects.toThrow(
    'The passphrase is not the one of this backup.',
  )
})

test('an encrypted backup that was changed, reordered, shortened or lengthened is refused', async () => {
  const sealed = await seal(text(4 * CHUNK + 10))
  const { header, chunks } = chunksOf(sealed)
  const [a = header, b = header, c = header, ...rest] = chunks
  const flipped = Buffer.from(sealed)
  flipped.writeUInt8(flipped.readUInt8(HEADER + SEALED + 7) ^ 1, HEADER + SEALED + 7)
  const last = Buffer.from(sealed)
  last.writeUInt8(last.readUInt8(sealed.length - 1) ^ 1, sealed.length - 1)
  const salt = Buffer.from(sealed)
  salt.writeUInt8(salt.readUInt8(20) ^ 1, 20)
  const other = chunksOf(await seal(text(4 * CHUNK + 10))).chunks
  const forged = {
    'a byte flipped': flipped,
    'the last byte flipped': last,
    'the salt changed': salt,
    'chunks swapped': Buffer.concat([header, a, c, b, ...rest]),
    'a chunk left out': Buffer.concat([header, a, c, ...rest]),
    'a chunk twice': Buffer.concat([header, a, a, c, ...rest]),
    'a chunk of another backup': Buffer.concat([header, a, other[1] ?? a, c, ...rest]),
    'cut between chunks': Buffer.concat([header, a, b]),
    'cut within a chunk': sealed.subarray(0, sealed.length - 5),
    'cut after the header': header,
    'more behind its end': Buffer.concat([sealed, Buffer.alloc(20)]),
  }
  for (const [how, bytes] of Object.entries(forged))
    await expect(unseal(bytes), how).rejects.toThrow(BadBackup)
})

async function archiveOf(entries: Record<string, Buffer>) {
  async function* all() {
    for (const [name, body] of Object.entries(entries))
      yield* tarEntry(name, body.length, inPieces(body))
    yield TAR_END
  }
  return collect(all())
}

test('an archive returns its entries in order, including long names and empty ones', async () => {
  const entries = {
    'backup.json': text(10),
    'files/empty': text(0),
    [`files/${'a'.repeat(90)}/${'b'.repeat(90)}`]: text(512),
    'files/large': text(100_000),
  }
  const archive = new TarReader(new ByteReader(inPieces(await archiveOf(entries), 700)))
  for (const [name, body] of Object.entries(entries)) {
    expect(await archive.peek()).toEqual({ name, size: body.length })
    expect((await archive.whole(1e6)).equals(body)).toBe(true)
  }
  expect(await archive.peek()).toBeNull()
})

test('a truncated or invalid archive is refused', async () => {
  const whole = await archiveOf({ a: text(2000) })
  for (const length of [0, 100, 511, 512, 1500, 2512, whole.length - 1024]) {
    const archive = new TarReader(new ByteReader(inPieces(whole.subarray(0, length))))
    const read = async () => {
      while (await archive.peek()) await archive.whole(1e6)
    }
    await expect(read(), `${length} bytes`).rejects.toThrow('This backup is cut off')
  }
  const archive = new TarReader(new ByteReader(inPieces(text(2000))))
  await expect(archive.peek()).rejects.toThrow('This is no backup of a shop')
})

test('a file that changes its size while it is read fails the backup', async () => {
  await expect(collect(tarEntry('a', 10, [text(9)]))).rejects.toThrow('a has 9 bytes, and had 10')
  await expect(collect(tarEntry('a', 10, [text(11)]))).rejects.toThrow('a has 11 bytes')
})
