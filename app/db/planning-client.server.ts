import pg from 'pg'
import { isPlain } from '../rules/plain.ts'

// A statement is worth a plan of its own once it has come so often; names are kept by every connection.
const WORTH_IT = 5
const MOST = 200
const MOST_SEEN = 2000

const seen = new Map<string, number>()
const names = new Map<string, string>()

function nameOf(text: string) {
  const name = names.get(text)
  if (name || names.size >= MOST || !hasPlan(text)) return name
  const times = (seen.get(text) ?? 0) + 1
  if (seen.size >= MOST_SEEN) seen.clear()
  seen.set(text, times)
  if (times < WORTH_IT) return undefined
  seen.delete(text)
  names.set(text, `often_${names.size}`)
  return names.get(text)
}

/**
 * One statement that reads or writes rows; several in one text, or one that steers, have no plan. Without values
 * it would keep its first plan while its tables grow: what looks for work, planned beside an empty line of jobs,
 * read the whole line each time that nothing was due (9 ms with 5,000 in line, 0.3 ms planned anew).
 */
const hasPlan = (text: string) =>
  !isPlain('named-statements') &&
  /^\s*(select|insert|update|delete|with)\b[^;]*$/i.test(text) &&
  text.includes('$1')

const READS = /^\s*select\b/i

/**
 * A connection on which a statement is parsed and planned once, from its fifth use: for the short ones of a
 * shop that takes longer than running them (PostgreSQL plans anew with the values when a plan for all of
 * them would be worse). At most 200 statements, so that lists of many lengths fill no memory.
 */
export class PlanningClient extends pg.Client {
  /** The answer to the last `begin`, while it is not there. */
  #started: Promise<unknown> | null = null
  #isHolding = false

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
    const send = () => {
      this.#sendAtTheEndOfThisTurn()
      return super.query(...([named, ...rest] as unknown as [string])) as unknown
    }
    if (isPlain('early-begin')) return send() as never
    if (text === 'begin') return this.#begin(send) as never
    if (!this.#started) return send() as never
    // What comes after what is held is held too: statements stay in their order.
    this.#isHolding ||= !(text && READS.test(text))
    return (this.#isHolding ? this.#started.then(send) : send()) as never
  }

  /**
   * A transaction's first questions leave with its `begin`: that answer alone would cost as much as a short statement.
   * What writes waits for it, for what follows a `begin` that was refused stands for itself and for good.
   */
  #begin(send: () => unknown) {
    const started = Promise.resolve(send())
    this.#started = started
    this.#isHolding = false
    started.then(
      () => (this.#started = null),
      // Refused, its statements would each be a transaction: this connection does no more.
      () => this.connection.stream.destroy(),
    )
    return Promise.resolve({ rows: [], fields: [] })
  }

  /** Statements that are asked in one turn leave in one piece: each write costs as much as a short statement. */
  #sendAtTheEndOfThisTurn() {
    if (isPlain('early-begin')) return
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => stream.uncork())
  }
}
