/** A file for a zip, small enough to be held in memory while it is written. */
export type ZippedFile = { name: string; at: Date; bytes: Uint8Array }

/**
 * Streams a zip of these files. Memory holds the file that is being written, and the directory entries of the others.
 * Files are stored uncompressed, because pictures are compressed already.
 */
export async function writeZip(files: AsyncIterable<ZippedFile>) {
  // Loaded with the first zip, because most processes never write one.
  const { makeZip } = await import('client-zip')
  async function* entries() {
    for await (const { name, at, bytes } of files) yield { name, lastModified: at, input: bytes }
  }
  const reading = entries()
  return makeZip({
    [Symbol.asyncIterator]: () => ({
      next: () => reading.next(),
      // Ends the reading when the client has left, which is no error.
      throw: () => reading.return(),
    }),
  })
}
