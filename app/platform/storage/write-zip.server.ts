/** A file that goes into a zip: small enough to be held while it is written. */
export type ZippedFile = { name: string; at: Date; bytes: Uint8Array }

/**
 * A zip of these files, one after the other, as it is read: none but the one that is being written is held, and of the
 * others what the directory at the end says. Stored and not compressed: pictures are already.
 */
export async function writeZip(files: AsyncIterable<ZippedFile>) {
  // With the first zip: most processes never write one.
  const { makeZip } = await import('client-zip')
  async function* entries() {
    for await (const { name, at, bytes } of files) yield { name, lastModified: at, input: bytes }
  }
  const reading = entries()
  return makeZip({
    [Symbol.asyncIterator]: () => ({
      next: () => reading.next(),
      // So it ends the reading for who has left: that is no error.
      throw: () => reading.return(),
    }),
  })
}
