import { Client } from 'pg'
import { onTestFinished, vi } from 'vitest'

/** The connection breaks before the answer to this statement arrives. */
export function loseAnswerTo(statement: string) {
  const { query } = Client.prototype as unknown as { query: (...args: unknown[]) => unknown }
  const spy = vi.spyOn(Client.prototype, 'query').mockImplementation(function (
    this: Client,
    ...args: unknown[]
  ) {
    const answer = query.apply(this, args)
    if (args[0] !== statement) return answer
    return Promise.resolve(answer).then(() => {
      throw new Error('Connection terminated unexpectedly')
    })
  } as never)
  onTestFinished(() => spy.mockRestore())
  return spy
}
