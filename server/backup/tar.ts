import { BadBackup, type ByteReader, cutOff } from './byte-reader.ts'

// A backup is a tar file (POSIX ustar), so that it can be opened without this program.

const BLOCK = 512
const MOST = 8 ** 11 - 1

/**
 * One file in the archive; throws when the body does not have `size` bytes, because of a bug or because the file
 * changed while it was read.
 */
export async function* tarEntry(
  name: string,
  size: number,
  body: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer> {
  yield headerOf(name, size)
  let written = 0
  for await (const part of body) {
    written += part.length
    if (written > size) break
    yield part
  }
  if (written !== size)
    throw new Error(`${name} has ${written} bytes, and had ${size} when it was opened`)
  yield Buffer.alloc(padding(size))
}

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

function headerOf(path: string, size: number) {
  const { prefix, name } = splitName(path)
  if (size > MOST) throw new Error(`${path} is too large for an archive`)
  const header = Buffer.alloc(BLOCK)
  name.copy(header, 0)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(Math.floor(Date.now() / 1000), 11), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  prefix.copy(header, 345)
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Splits by bytes, because a character may have several. Refuses a name that would be read back as another. */
function splitName(path: string) {
  const bytes = Buffer.from(path)
  if (path.includes('\0') || !path.isWellFormed())
    throw new Error(`${JSON.stringify(path)} is no name for an archive`)
  if (bytes.length <= 100) return { prefix: bytes.subarray(0, 0), name: bytes }
  const at = bytes.lastIndexOf('/', 155)
  if (at <= 0 || bytes.length - at - 1 > 100)
    throw new Error(`${path} is too long a name for an archive`)
  return { prefix: bytes.subarray(0, at), name: bytes.subarray(at + 1) }
}

/** The checksum of a header counts its own field as spaces. */
const sumOf = (header: Buffer) =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

export type TarEntry = { name: string; size: number }

/** Reads an archive entry by entry: each body is read to its end before the next header. */
export class TarReader {
  #bytes: ByteReader
  #next: TarEntry | null | undefined

  constructor(bytes: ByteReader) {
    this.#bytes = bytes
  }

  /** The next entry; null at the archive's end. */
  async peek(): Promise<TarEntry | null> {
    this.#next ??= readHeader(await this.#bytes.read(BLOCK))
    return this.#next
  }

  /** The body of the entry that `peek` returned. */
  async *body(): AsyncGenerator<Buffer> {
    const entry = await this.peek()
    if (!entry) throw cutOff()
    yield* this.#bytes.stream(entry.size)
    await this.#bytes.read(padding(entry.size))
    this.#next = undefined
  }

  /** The whole body of a small entry. */
  async whole(most: number): Promise<Buffer> {
    const entry = await this.peek()
    if (entry && entry.size > most)
      throw new BadBackup(`${entry.name} in this backup is too large.`)
    const parts: Buffer[] = []
    for await (const part of this.body()) parts.push(part)
    return Buffer.concat(parts)
  }
}

function readHeader(header: Buffer): TarEntry | null {
  if (header.every((byte) => byte === 0)) return null
  const text = (from: number, length: number) =>
    header.toString('utf8', from, from + length).replace(/\0.*$/s, '')
  const size = Number.parseInt(text(124, 12), 8)
  const prefix = text(345, 155)
  if (Number.parseInt(text(148, 8), 8) !== sumOf(header) || !(size >= 0))
    throw new BadBackup('This is no backup of a shop, or it is damaged.')
  return { name: prefix ? `${prefix}/${text(0, 100)}` : text(0, 100), size }
}
