import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import { vi } from 'vitest'

/** One of two concurrent acts: its statements so far, and the one before which it pauses. */
type Side = {
  sent: string[]
  pauseBefore: number
  pause: PromiseWithResolvers<void>
  arrived: PromiseWithResolvers<void>
}
const acting = new AsyncLocalStorage<Side>()

/** The statements of a client are sent in their order, also those behind a paused one. */
const gates = new WeakMap<Client, Promise<void>>()

/** The end of an act: its result, or the error that it threw. */
export type Outcome<T> = PromiseSettledResult<T>
export type Meeting<A, B> = {
  first: Outcome<A>
  second: Outcome<B>
  statements: number
  paused: string | null
}

/**
 * Runs one act up to the point before its `at`-th statement, then a rival until it ends or waits for a lock of the
 * first, then both to their ends. The product is not involved: the connection itself holds the statements back.
 */
export async function meet<A, B>(
  url: string,
  at: number,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<Meeting<A, B>> {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the client that was asked.
  const real = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const side = acting.getStore()
    const gate = gates.get(this)
    if (side) side.sent.push(textOf(given[0]))
    const isPoint = side !== undefined && side.sent.length - 1 === side.pauseBefore
    if (!gate && !isPoint) return Reflect.apply(real, this, given)
    if (isPoint) side.arrived.resolve()
    const opened =
      gate && isPoint ? Promise.all([gate, side.pause.promise]) : (gate ?? side?.pause.promise)
    const held = Promise.resolve(opened).then(() => undefined)
    if (isPoint) {
      gates.set(this, held)
      void held.then(() => gates.delete(this))
    }
    // A callback is called by the library itself; a query object is its own answer.
    if (given.some((one) => typeof one === 'function') || isSubmittable(given[0])) {
      void held.then(() => Reflect.apply(real, this, given))
      return given[0] as never
    }
    return held.then(() => Reflect.apply(real, this, given) as unknown) as never
  })
  const watcher = new Client({ connectionString: url })
  await watcher.connect()
  const begin = <T>(side: Side, act: () => Promise<T>) => {
    const done = acting.run(side, () =>
      act().then(
        (value): Outcome<T> => ({ status: 'fulfilled', value }),
        (reason: unknown): Outcome<T> => ({ status: 'rejected', reason }),
      ),
    )
    void done.then(() => side.arrived.resolve())
    return done
  }
  try {
    const one = sideOf(at)
    const firstDone = begin(one, first)
    await one.arrived.promise
    const isPaused = one.sent.length > at
    const other = sideOf(Number.POSITIVE_INFINITY)
    let isThrough = false
    const secondDone = begin(other, second).finally(() => {
      isThrough = true
    })
    if (isPaused) while (!isThrough && !(await waitsForLock(watcher))) await wait(2)
    one.pause.resolve()
    const [firstEnd, secondEnd] = await Promise.all([firstDone, secondDone])
    return {
      first: firstEnd,
      second: secondEnd,
      statements: one.sent.length,
      paused: isPaused ? (one.sent[at] ?? null) : null,
    }
  } finally {
    spy.mockRestore()
    await watcher.end()
  }
}

const sideOf = (pauseBefore: number): Side => ({
  sent: [],
  pauseBefore,
  pause: Promise.withResolvers<void>(),
  arrived: Promise.withResolvers<void>(),
})

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '')

const isSubmittable = (asked: unknown) =>
  typeof asked === 'object' && asked !== null && 'submit' in asked

/** Whether a statement in this database waits for another transaction. */
async function waitsForLock(watcher: Client) {
  const { rows } = await watcher.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
  )
  return (rows[0]?.count ?? 0) > 0
}
