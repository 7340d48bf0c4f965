import { AsyncLocalStorage } from 'node:async_hooks'
import type { Socket } from 'node:net'
import { Client } from 'pg'
import { vi } from 'vitest'

/**
 * How an act is done. twice: two requests at the same moment. cut: the connection breaks before its `at`-th statement,
 * as when its process is killed. lost: the connection breaks after its `at`-th commit, whose answer never comes.
 */
export type Way = { kind: 'well' | 'twice' | 'cut' | 'lost'; at: number }

type Act = { way: Way; statements: number; commits: number; isOver: boolean }
const acting = new AsyncLocalStorage<Act>()
const counts = { acts: 0, cuts: 0 }

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : ((asked as { text?: string } | null)?.text ?? '')

const lost = () => new Error('the answer is lost')
/** Destroys the connection: queued data is not sent, and the server finds it closed. */
function breakOff(client: Client) {
  counts.cuts += 1
  const { connection } = client as unknown as { connection: { stream: Socket } }
  connection.stream.destroy(new Error('the connection is cut'))
}

/** Lets acts break in the connection itself, without the product’s knowledge. Returns the function that ends this. */
export function watchConnections() {
  // oxlint-disable-next-line typescript/unbound-method -- called below with the client that was asked.
  const real = Client.prototype.query
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...given: unknown[]
  ) {
    const ask = () => Reflect.apply(real, this, given) as unknown as never
    const act = acting.getStore()
    if (!act || act.isOver) return ask()
    const { kind, at } = act.way
    act.statements += 1
    const isCommit = textOf(given[0]) === 'commit'
    if (isCommit) act.commits += 1
    if (kind === 'cut' && act.statements - 1 === at) {
      act.isOver = true
      const asked = ask()
      breakOff(this)
      return asked
    }
    if (kind !== 'lost' || !isCommit || act.commits - 1 !== at) return ask()
    act.isOver = true
    const answer = ask() as Promise<unknown>
    return answer.then(() => {
      breakOff(this)
      throw lost()
    }) as never
  })
  return { end: () => spy.mockRestore(), counts }
}

const MOST_TRIES = 5

/** Does an act in this way, and repeats it as a person would when the connection broke; returns its last answer. */
export async function perform<T>(press: () => Promise<T>, way: Way): Promise<T> {
  counts.acts += 1
  if (way.kind === 'twice') {
    const [first] = await Promise.all([press(), press()])
    return first
  }
  const act: Act = { way, statements: 0, commits: 0, isOver: false }
  for (let tries = 1; ; tries += 1) {
    const before = counts.cuts
    try {
      return await acting.run(act, press)
    } catch (error) {
      // A concurrent act may have got the broken connection.
      if (counts.cuts === before || tries === MOST_TRIES) throw error
    }
  }
}
