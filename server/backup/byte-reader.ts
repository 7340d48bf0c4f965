import { ShownError } from '../shown-error.ts'

/** A backup that cannot be restored; the message says what is wrong with it. */
export class BadBackup extends ShownError {}

/** Reads a stream by lengths, and never holds more than the requested bytes and one chunk. */
export class ByteReader {
  #chunks: AsyncIterator<Buffer>
  #held: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** At most `length` bytes, fewer only at the end of the stream; the next `read` returns them again. */
  async peek(length: number): Promise<Buffer> {
    while (this.#held.length < length) {
      const { value, done } = await this.#chunks.next()
      if (done) break
      this.#held = this.#held.length > 0 ? Buffer.concat([this.#held, value]) : value
    }
    return this.#held.subarray(0, length)
  }

  async read(length: number): Promise<Buffer> {
    const bytes = await this.peek(length)
    if (bytes.length < length) throw cutOff()
    this.#held = this.#held.subarray(length)
    return bytes
  }

  /** Like `read`, in pieces as they arrive. */
  async *stream(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      const available = await this.peek(1)
      if (available.length === 0) throw cutOff()
      const part = this.#held.subarray(0, left)
      this.#held = this.#held.subarray(part.length)
      left -= part.length
      yield part
    }
  }
}

export const cutOff = () =>
  new BadBackup(
    'This backup is cut off: its end is missing or damaged. Nothing of it was restored.',
  )
