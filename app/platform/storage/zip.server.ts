import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import type { Entry, ZipFile } from 'yauzl'

// yauzl: read by the central directory alone, one entry at a time, and never more of one than that says. It refuses
// names that lead out of a folder. With the first zip: most processes never see one.
const open = async (path: string): Promise<ZipFile> =>
  (await import('yauzl')).default.openPromise(path, { autoClose: false })

/** A file in a zip: its place there, its name with its folders, and how much it holds, in bytes. */
export type ZipEntry = { at: number; name: string; bytes: number }
export class EncryptedZip extends Error {}

/**
 * What a zip holds; of more than `most` entries those and one more. Throws for what is no whole zip, or names paths
 * outside of it.
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

/** What a file of a zip holds, or why it cannot be had. */
export type ZipContent =
  | { bytes: Buffer; reason?: undefined }
  | { bytes: null; reason: 'too-large' | 'broken' }

/**
 * Reads files of a zip one after the other, each whole; the zip is closed with the last. One of more than `mostBytes`,
 * or that is broken, is answered as such, and those behind it are read.
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
    // yauzl counts the bytes and does not compare them: of a changed one a picture may still open, spoilt.
    return crc32(bytes) === entry.crc32 ? { bytes } : { bytes: null, reason: 'broken' }
  } catch {
    return { bytes: null, reason: 'broken' }
  }
}
