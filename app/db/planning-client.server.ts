import pg from 'pg'
import { isPlain } from '../rules/plain.ts'

// A statement is worth a stored plan after so many uses within a minute. Every connection keeps each named statement
// with its plan for good (100 kB), and planning a rarer one anew costs less (docs/reliability.md, Memory).
export const WORTH_IT = 120
const WITHIN = 60_000
const MOST = 200
const MOST_SEEN = 2000

const seen = new Map<string, number>()
let seenSince = 0
const names = new Map<string, string>()

function nameOf(text: string) {
  const name = names.get(text)
  if (name || names.size >= MOST || !hasPlan(text)) return name
  const now = performance.now()
  if (seen.size >= MOST_SEEN || now - seenSince > WITHIN) {
    seen.clear()
    seenSince = now
  }
  const times = (seen.get(text) ?? 0) + 1
  seen.set(text, times)
  if (times < WORTH_IT) return undefined
  seen.delete(text)
  names.set(text, `often_${names.size}`)
  return names.get(text)
}

/**
 * Whether a text is one statement that reads or writes rows; several statements in one text, and control statements,
 * have no plan. A statement without parameters would keep its first plan while its tables grow: the job queue's query,
 * planned while the queue was empty, read the whole queue each time that no job was due (9 ms with 5,000 jobs, 0.3 ms
 * when planned anew).
 */
const hasPlan = (text: string) =>
  !isPlain('named-statements') &&
  /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text) &&
  text.includes('$1')

const BEGIN = /^begin\b/

/**
 * A connection that parses and plans a statement only once, from its 120th use within a minute on: for the shop's short
 * statements, planning takes longer than running (PostgreSQL still plans for the values when a generic plan would be
 * worse). It names at most 200 statements, so that lists of many lengths do not fill the memory.
 *
 * Relies on all queries of pg (8.23) passing `Client.query`. Checked by: statements.test.ts. Gains 50 % of the orders
 * (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=named-statements`.
 */
export class PlanningClient extends pg.Client {
  // `never` stands for the results of the library's many overloads.
  override query(...given: unknown[]): never {
    const [asked, ...rest] = given
    const isUnnamed =
      typeof asked === 'object' &&
      asked !== null &&
      !('submit' in asked) &&
      !('name' in asked && asked.name)
    const text = isUnnamed && 'text' in asked && typeof asked.text === 'string' ? asked.text : null
    const named = text === null ? asked : { ...(asked as object), name: nameOf(text) }
    // The other arguments are passed on unchanged, whichever overload was called.
    const answer: unknown = super.query(...([named, ...rest] as unknown as [string]))
    if (text && BEGIN.test(text) && answer instanceof Promise) answer.catch(this.#giveBack)
    return answer as never
  }

  /**
   * The query builder (drizzle-orm 0.45) never releases a connection whose `begin` failed: after ten of them the pool
   * is empty. The pool closes this connection, because its state is unknown.
   */
  readonly #giveBack = (error: Error) => {
    if ('release' in this) (this as unknown as pg.PoolClient).release(error)
  }
}
