/**
 * Statements of one transaction that need nothing of each other: sent at once, done one after the other.
 * All of them are over when it returns or throws (the first one's error): none runs on behind a rollback.
 */
export async function together<T extends readonly unknown[]>(
  ...statements: { [K in keyof T]: PromiseLike<T[K]> }
): Promise<T> {
  const done = await Promise.allSettled(statements)
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return done.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T
}
