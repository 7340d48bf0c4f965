import { crc32, deflateRawSync } from 'node:zlib'

export type Zipped = { name: string; bytes: Buffer; isLocked?: boolean; statedSize?: number }

/** A zip of these files, built by hand, so that it can be wrong: `statedSize` is the size that it declares. */
export function zip(files: readonly Zipped[]): Buffer {
  const parts: Buffer[] = []
  const heads: Buffer[] = []
  let at = 0
  for (const { name, bytes, isLocked = false, statedSize = bytes.length } of files) {
    const packed = deflateRawSync(bytes)
    const named = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(0x800 | Number(isLocked), 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(statedSize, 18)
    head.writeUInt16LE(named.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(at, 10)
    heads.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), head, rest, named)
    const local = [Buffer.from('PK\x03\x04', 'latin1'), head, named, packed]
    parts.push(...local)
    at += local.reduce((sum, { length }) => sum + length, 0)
  }
  const directory = Buffer.concat(heads)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}
