/** Too much waits already: worth asking again in a moment. */
export class QueueFull extends Error {
  readonly code = 'QUEUE_FULL'
}

/**
 * Work that is done one after the other within a process, because two at once take more memory than a small server has.
 * While `most` wait, more is refused with QueueFull. Nobody waits here who holds a connection or a lock.
 */
export function openQueue(most = Number.POSITIVE_INFINITY) {
  let last: Promise<unknown> = Promise.resolve()
  let unfinished = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // One of them is at work.
    if (unfinished > most) throw new QueueFull()
    unfinished += 1
    const mine = last.then(work).finally(() => (unfinished -= 1))
    last = mine.catch(() => {})
    return mine
  }
}
