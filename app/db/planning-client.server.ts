import pg from 'pg'
import { isPlain } from '../rules/plain.ts'

// A statement is worth a plan of its own once it has come so often within a minute: every connection keeps each named
// one, with its plan, for good (100 kB), and what comes less often costs less to plan (docs/reliability.md, Memory).
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
 * One statement that reads or writes rows; several in one text, or one that steers, have no plan. Without values
 * it would keep its first plan while its tables grow: what looks for work, planned beside an empty job queue,
 * read the whole queue each time that nothing was due (9 ms with 5,000 in it, 0.3 ms planned anew).
 */
const hasPlan = (text: string) =>
  !isPlain('named-statements') &&
  /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text) &&
  text.includes('$1')

const BEGIN = /^begin\b/

/**
 * A connection on which a statement is parsed and planned once, from its 120th use within a minute: for the short
 * ones of a shop that takes longer than running them (PostgreSQL plans anew with the values when a plan for all of
 * them would be worse). At most 200 statements, so that lists of many lengths fill no memory.
 *
 * Relies on `Client.query` of pg (8.23) being what all queries pass. Checked by: statements.test.ts. Gains 50 % of the
 * orders (docs/decisions/0028-techniques-for-speed.md). Off: `RENDER_PLAIN=named-statements`.
 */
export class PlanningClient extends pg.Client {
  // `never` stands for each of the library's many ways to ask and to be answered.
  override query(...given: unknown[]): never {
    const [asked, ...rest] = given
    const isUnnamed =
      typeof asked === 'object' &&
      asked !== null &&
      !('submit' in asked) &&
      !('name' in asked && asked.name)
    const text = isUnnamed && 'text' in asked && typeof asked.text === 'string' ? asked.text : null
    const named = text === null ? asked : { ...(asked as object), name: nameOf(text) }
    // Whatever form of the call it was: it is passed on as it came.
    const answer: unknown = super.query(...([named, ...rest] as unknown as [string]))
    if (text && BEGIN.test(text) && answer instanceof Promise) answer.catch(this.#giveBack)
    return answer as never
  }

  /**
   * The query builder (drizzle-orm 0.45) never gives back a connection whose `begin` was refused: ten of them, and
   * the pool has none left. The pool closes it, for nobody knows what is wrong with it.
   */
  readonly #giveBack = (error: Error) => {
    if ('release' in this) (this as unknown as pg.PoolClient).release(error)
  }
}
