import { crc32 } from 'node:zlib'

/** A file that goes into a zip: small enough to be held while it is written. */
export type ZippedFile = { name: string; at: Date; bytes: Uint8Array }

const VERSION = 20
/** The name is in UTF-8. */
const FLAGS = 0x800
const MOST_FILES = 0xffff
const MOST_BYTES = 0xffffffff
const LOCAL = 0x04034b50
const CENTRAL = 0x02014b50
const END = 0x06054b50

/** As MS-DOS kept a moment: two numbers of 16 bits, from 1980 on, to two seconds. */
function dosTime(at: Date): [time: number, date: number] {
  const year = Math.min(2107, Math.max(1980, at.getUTCFullYear()))
  return [
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    ((year - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  ]
}

/** What stands of a file both before its bytes and in the directory at the end. */
function factsOf({ at, bytes }: ZippedFile, nameLength: number) {
  const facts = Buffer.alloc(26)
  const [time, date] = dosTime(at)
  facts.writeUInt16LE(VERSION, 0)
  facts.writeUInt16LE(FLAGS, 2)
  facts.writeUInt16LE(time, 6)
  facts.writeUInt16LE(date, 8)
  facts.writeUInt32LE(crc32(bytes), 10)
  facts.writeUInt32LE(bytes.length, 14)
  facts.writeUInt32LE(bytes.length, 18)
  facts.writeUInt16LE(nameLength, 22)
  return facts
}

const signed = (signature: number, length = 0) => {
  const bytes = Buffer.alloc(4 + length)
  bytes.writeUInt32LE(signature, 0)
  return bytes
}

/**
 * A zip of these files, one after the other, as it is read: none but the one that is being written is held, and of the
 * others what the directory at the end says. Stored and not compressed: pictures are already. Throws on more files or
 * bytes than a zip of 32 bits can name.
 */
export async function* writeZip(files: AsyncIterable<ZippedFile>): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  let count = 0
  for await (const file of files) {
    const name = Buffer.from(file.name)
    const facts = factsOf(file, name.length)
    const local = Buffer.concat([signed(LOCAL), facts, name, file.bytes])
    // Version that wrote it; then comment, disk, attributes, and where the file begins.
    const [madeBy, more] = [Buffer.alloc(2), Buffer.alloc(14)]
    madeBy.writeUInt16LE(VERSION, 0)
    more.writeUInt32LE(offset, 10)
    directory.push(signed(CENTRAL), madeBy, facts, more, name)
    offset += local.length
    count += 1
    if (count > MOST_FILES || offset > MOST_BYTES) throw new Error('too much for one zip')
    yield local
  }
  const listed = Buffer.concat(directory)
  const end = signed(END, 18)
  end.writeUInt16LE(count, 8)
  end.writeUInt16LE(count, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  yield Buffer.concat([listed, end])
}
