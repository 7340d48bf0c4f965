import type { Duplex } from 'node:stream'
import type { Client, Submittable } from 'pg'

// PostgreSQL's COPY through pg (8.23), whose client hands these messages to the query that is under way.

type Connection = {
  stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
  sendCopyFail(message: string): void
}

const BLOCK = 1024 * 1024

/** The common part of every COPY: it ends well or with an error, and counts the rows that it moved. */
class Copying {
  rows = 0
  isOver = false
  error: Error | null = null
  protected connection: Connection | null = null
  #waiting: (() => void)[] = []
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
  submit(connection: unknown) {
    this.connection = connection as Connection
    this.connection.query(this.text)
  }
  /** Waits until something happens; a lost connection is an error, too. */
  news() {
    return this.isOver
      ? Promise.resolve()
      : new Promise<void>((resolve) => this.#waiting.push(resolve))
  }
  protected wake() {
    for (const go of this.#waiting.splice(0)) go()
  }
  handleCommandComplete({ text }: { text: string }) {
    this.rows = Number(/^COPY (\d+)/.exec(text)?.[1] ?? 0)
  }
  handleReadyForQuery() {
    this.isOver = true
    this.wake()
  }
  handleError(error: Error) {
    this.error = error
    this.isOver = true
    this.wake()
  }
}

class CopyOut extends Copying {
  blocks: Buffer[] = []
  #block = Buffer.allocUnsafe(BLOCK)
  #filled = 0

  /** Copies the chunk at once, because a message's memory belongs to the protocol parser. */
  handleCopyData({ chunk }: { chunk: Buffer }) {
    for (let from = 0; from < chunk.length; ) {
      const copied = chunk.copy(this.#block, this.#filled, from)
      from += copied
      this.#filled += copied
      if (this.#filled === BLOCK) this.#finishBlock()
    }
  }
  override handleReadyForQuery() {
    if (this.#filled > 0) this.#finishBlock()
    super.handleReadyForQuery()
  }
  #finishBlock() {
    this.blocks.push(this.#block.subarray(0, this.#filled))
    this.#block = Buffer.allocUnsafe(BLOCK)
    this.#filled = 0
    // Pauses the connection, so that rows which the reader has not taken stay in PostgreSQL.
    this.connection?.stream.pause()
    this.wake()
  }
  goOn() {
    this.connection?.stream.resume()
  }
  /** Closes the connection when its reader gives up, because it is unusable in the middle of a COPY. */
  giveUp() {
    if (!this.isOver) this.connection?.stream.destroy()
  }
}

/**
 * The text of `copy … to stdout` in blocks of a megabyte, not of rows, as fast as it is read; returns the number of
 * rows.
 */
export async function* copyOut(client: Client, text: string): AsyncGenerator<Buffer, number> {
  const copy = client.query(new CopyOut(text) as unknown as Submittable & CopyOut)
  try {
    for (;;) {
      const block = copy.blocks.shift()
      if (block) yield block
      else if (copy.isOver) break
      else {
        copy.goOn()
        await copy.news()
      }
    }
    if (copy.error) throw copy.error
    return copy.rows
  } finally {
    copy.goOn()
    copy.giveUp()
  }
}

class CopyIn extends Copying {
  readonly source: AsyncIterable<Buffer>
  constructor(text: string, source: AsyncIterable<Buffer>) {
    super(text)
    this.source = source
  }
  handleCopyInResponse(connection: Connection) {
    void this.#send(connection)
  }
  sourceError: unknown = null

  async #send(connection: Connection) {
    const { stream } = connection
    const drained = () => this.wake()
    stream.on('drain', drained)
    try {
      for await (const part of this.source) {
        if (this.isOver) return
        connection.sendCopyFromChunk(part)
        while (stream.writableNeedDrain && !this.isOver) await this.news()
      }
      connection.endCopyFrom()
    } catch (error) {
      this.sourceError = error
      connection.sendCopyFail('the source failed')
    } finally {
      stream.off('drain', drained)
    }
  }
}

/** Sends rows to `copy … from stdin`; returns how many it sent. */
export async function copyIn(client: Client, text: string, source: AsyncIterable<Buffer>) {
  const copy = client.query(new CopyIn(text, source) as unknown as Submittable & CopyIn)
  while (!copy.isOver) await copy.news()
  if (copy.sourceError) throw copy.sourceError
  if (copy.error) throw copy.error
  return copy.rows
}
