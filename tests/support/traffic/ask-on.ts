import { type Agent, request } from 'node:http'

/** Sends requests without a pause until it is stopped; returns the number of answers, and the failures. */
export function askOn({ port }: { port: number }, agent: Agent) {
  let isOver = false
  const outcome = { answered: 0, failed: [] as string[] }
  const askOnce = (path: string) =>
    new Promise<void>((resolve) => {
      const failed = (what: string) => {
        outcome.failed.push(`${path}: ${what}`)
        resolve()
      }
      const sent = request({ host: '127.0.0.1', port, path, agent, timeout: 20_000 }, (answer) => {
        answer.on('error', (error) => failed(error.message))
        answer.on('end', () => {
          if (answer.statusCode === 200) outcome.answered += 1
          else outcome.failed.push(`${path}: ${answer.statusCode}`)
          resolve()
        })
        answer.resume()
      })
      sent.on('timeout', () => sent.destroy(new Error('no answer')))
      sent.on('error', (error) => failed(error.message))
      sent.end()
    })
  const paths = ['/', '/readyz', '/size-guide', '/api/products', '/track-order']
  const asking = Array.from({ length: 2 }, async (_, n) => {
    for (let count = n; !isOver; count += 1) await askOnce(paths[count % paths.length] ?? '/')
  })
  return {
    outcome,
    async end() {
      isOver = true
      await Promise.all(asking)
      agent.destroy()
      return outcome
    },
  }
}
