import { buffer } from 'node:stream/consumers'
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

/**
 * Reads files of a zip one after the other, each whole; the zip is closed with the last. Those of more than `mostBytes`
 * are null.
 */
export async function* readZip(
  path: string,
  places: ReadonlySet<number>,
  mostBytes: number,
): AsyncGenerator<{ at: number; bytes: Buffer | null }> {
  const zip = await open(path)
  try {
    let at = -1
    for await (const entry of zip.eachEntry()) {
      at += 1
      if (places.has(at)) yield { at, bytes: await readEntry(zip, entry, mostBytes) }
    }
  } finally {
    zip.close()
  }
}

/** Null where it cannot be read: a kind of compression that is not known, or bytes that are not what the zip says. */
async function readEntry(zip: ZipFile, entry: Entry, mostBytes: number): Promise<Buffer | null> {
  if (entry.uncompressedSize > mostBytes) return null
  try {
    return await buffer(await zip.openReadStreamPromise(entry))
  } catch {
    return null
  }
}
