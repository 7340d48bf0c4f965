import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'

// yauzl reads by the central directory only, one entry at a time, and never more bytes than that says. It refuses
// names that lead out of a folder. Loaded with the first zip, because most processes never read one.
const open = async (path: string): Promise<ZipFile> =>
  (await import('yauzl')).default.openPromise(path, { autoClose: false })

/** A file in a zip: its place there, its name with its folders, and how much it holds, in bytes. */
export type ZipEntry = { at: number; name: string; bytes: number }
export class EncryptedZip extends Error {}

/**
 * The entries of a zip, at most `most` and one more. Throws for a broken zip, or one with paths outside of it.
 */
export async function listZip(path: string, most: number): Promise<ZipEntry[]> {
  const zip = await open(path)
  try {
    const entries: ZipEntry[] = []
    for await (const entry of zip.eachEntry()) {
      if (entry.isEncrypted()) throw new EncryptedZip()
      entries.push({
        at: entries.length,
        name: entry.fileName,
        bytes: entry.uncompressedSize,
      })
      if (entries.length > most) break
    }
    return entries
  } finally {
    zip.close()
  }
}

/** The bytes of a file in a zip, or why it cannot be read. */
export type ZipContent =
  | { bytes: Buffer; reason?: undefined }
  | { bytes: null; reason: 'too-large' | 'broken' }

/**
 * Reads files of a zip one after the other, each whole, and closes the zip after the last. A file that is broken or
 * over `mostBytes` yields its reason, and the next ones are still read.
 */
export async function* readZip(
  path: string,
  places: ReadonlySet<number>,
  mostBytes: number,
): AsyncGenerator<{ at: number } & ZipContent> {
  const zip = await open(path)
  try {
    let at = -1
    for await (const entry of zip.eachEntry()) {
      at += 1
      if (places.has(at)) yield { at, ...(await readEntry(zip, entry, mostBytes)) }
    }
  } finally {
    zip.close()
  }
}

/**
 * Broken: an unknown kind of compression, a block that cannot be read, or bytes that are not what the zip says.
 */
async function readEntry(zip: ZipFile, entry: Entry, mostBytes: number): Promise<ZipContent> {
  if (entry.uncompressedSize > mostBytes) return { bytes: null, reason: 'too-large' }
  try {
    const bytes = await buffer(await zip.openReadStreamPromise(entry))
    // yauzl counts the bytes but checks no CRC: a damaged picture might still open.
    return crc32(bytes) === entry.crc32 ? { bytes } : { bytes: null, reason: 'broken' }
  } catch {
    return { bytes: null, reason: 'broken' }
  }
}
