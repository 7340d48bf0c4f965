// The figures of all processes of the shop: whichever process Prometheus reaches reports the whole shop.
import cluster from 'node:cluster'
import { AggregatorRegistry, type Registry } from 'prom-client'

type MetricsRequest = { type: 'read-metrics'; id: number }
type MetricsText = { type: 'metrics'; id: number; text: string | null }

// From here on prom-client listens for requests or answers: a process that is still opening has no figures, and answers
// so at once.
const all = new AggregatorRegistry()

const waiting = new Map<number, (text: string | null) => void>()
let questions = 0
// prom-client's own limit is 5 s.
const LONGEST_MS = 6_000

/** In a process of the shop: lets the supervisor read its figures. */
export function shareMetrics(registry: Registry) {
  AggregatorRegistry.setRegistries(registry)
  process.on('message', (message: Partial<MetricsText>) => {
    if (message.type !== 'metrics' || message.id === undefined) return
    waiting.get(message.id)?.(message.text ?? null)
  })
}

/** Requests the figures of all processes from the supervisor; fails when one of them does not answer it (5 s). */
export async function readAllMetrics(): Promise<string> {
  const id = questions++
  const text = await new Promise<string | null>((resolve) => {
    waiting.set(id, resolve)
    // A supervisor of another release may not know this request.
    setTimeout(resolve, LONGEST_MS, null).unref()
    process.send?.({ type: 'read-metrics', id } satisfies MetricsRequest)
  })
  waiting.delete(id)
  if (text === null) throw new Error('A process of the shop does not tell its figures.')
  return text
}

/** In the supervisor: reads the figures of all processes for the process that Prometheus asked. */
export function answerForMetrics() {
  cluster.on('message', (worker, { type, id }: Partial<MetricsRequest>) => {
    if (type !== 'read-metrics' || id === undefined) return
    void all
      .clusterMetrics()
      .catch(() => null)
      .then((text) => {
        if (worker.isConnected()) worker.send({ type: 'metrics', id, text } satisfies MetricsText)
      })
  })
}
