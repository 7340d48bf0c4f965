/** Too many jobs wait already: the caller may ask again in a moment. */
export class QueueFull extends Error {
  readonly code = 'QUEUE_FULL'
}

/**
 * Runs jobs one after the other within a process, because two at once take more memory than a small server has. While
 * `most` jobs wait, further jobs are refused with QueueFull. A caller that holds a connection or a lock must not wait
 * here.
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

/**
 * Does the same with each item in turn, also after one that failed, and then throws the first failure; gives up once
 * `most` have failed, because the cause is then none of the items.
 */
export async function actOnEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  act: (item: T) => unknown,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const failures: unknown[] = []
  for await (const item of items) {
    try {
      await act(item)
    } catch (error) {
      failures.push(error)
      if (failures.length >= most) break
    }
  }
  if (failures.length > 0) throw failures[0]
}
