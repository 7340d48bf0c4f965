import type { Db, Tx } from './open.server.ts'

class Rollback extends Error {
  constructor(result: unknown) {
    super('refused')
    this.result = result
  }
  result: unknown
}

/** Does work in one transaction; a refusal (`ok: false`) rolls it all back, and is the result. */
export const transact = <T extends { ok: boolean }>(
  db: Db | Tx,
  work: (db: Tx) => Promise<T>,
): Promise<T> => run(db, work, ({ ok }) => ok)

/** The result that the work would have now: everything is rolled back, whatever the result is. */
export const tryOut = <T>(db: Db | Tx, work: (db: Tx) => Promise<T>): Promise<T> =>
  run(db, work, () => false)

async function run<T>(
  db: Db | Tx,
  work: (db: Tx) => Promise<T>,
  isKept: (result: T) => boolean,
): Promise<T> {
  try {
    return await db.transaction(async (db) => {
      const result = await work(db)
      if (!isKept(result)) throw new Rollback(result)
      return result
    })
  } catch (error) {
    if (error instanceof Rollback) return error.result as T
    throw error
  }
}
