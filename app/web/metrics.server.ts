import cluster from 'node:cluster'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Figures } from '../platform/health.server.ts'

type CacheFigures = { pages: number; bytes: number; hits: number; fills: number }

export type Metrics = {
  /** One answered request. */
  count(status: number, milliseconds: number): void
  /** Where the figures of this process's page cache are found. */
  watchPageCache(figures: () => CacheFigures): void
  /** All of it in Prometheus's text format; `figures` come from the database. */
  write(figures: Figures): Promise<string>
}

/** What this process counts. Every worker has its own, told apart by the label `worker`. */
export function createMetrics(worker = String(cluster.worker?.id ?? 0)): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker })
  const named = (name: string, help: string) => ({
    name: `zovala_${name}`,
    help,
    registers: [registry],
  })
  const gauge = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ ...named(name, help), labelNames })
  const counter = <L extends string = never>(name: string, help: string, ...labelNames: L[]) =>
    new Counter({ ...named(name, help), labelNames })

  const requests = counter(
    'requests_total',
    'Requests that the shop answered, without those from the page cache.',
    'status',
  )
  const durations = new Histogram({
    ...named('request_duration_seconds', 'How long those requests took.'),
    // Seconds; a page from the database takes milliseconds, a sign-in a tenth of a second.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  const connections = gauge(
    'database_connections',
    'Connections of this process to the database.',
    'state',
  )
  const waiting = gauge('database_waiting', 'Queries that wait for a connection.')
  const queued = gauge(
    'jobs_waiting',
    'Jobs in the queue, due now or later (of the whole shop).',
    'job',
  )
  const byStatus = gauge('orders', 'Orders by status (of the whole shop).', 'status')
  const troubled = gauge('trouble', 'What is in trouble now (of the whole shop).', 'kind')
  const memory = gauge('memory_bytes', 'Memory of this process.', 'kind')
  const uptime = gauge('uptime_seconds', 'Age of this process.')
  let readPageCache = () => {}

  return {
    count(status, milliseconds) {
      requests.inc({ status: `${Math.trunc(status / 100)}xx` })
      durations.observe(milliseconds / 1000)
    },
    watchPageCache(figures) {
      const hits = counter('page_cache_hits_total', 'Requests answered from finished pages.')
      const fills = counter('page_cache_fills_total', 'Pages made for the cache.')
      const pages = gauge('page_cache_pages', 'Finished pages at hand.')
      const bytes = gauge('page_cache_bytes', 'Their size in memory.')
      readPageCache = () => {
        const now = figures()
        // The cache counts for itself: what was told before is replaced.
        hits.reset()
        hits.inc(now.hits)
        fills.reset()
        fills.inc(now.fills)
        pages.set(now.pages)
        bytes.set(now.bytes)
      }
    },
    write({ pool, jobs, orders, troubles }) {
      readPageCache()
      connections.set({ state: 'idle' }, pool.idle)
      connections.set({ state: 'busy' }, pool.total - pool.idle)
      waiting.set(pool.waiting)
      // A kind of job, or a status, of which there is none any more.
      queued.reset()
      byStatus.reset()
      troubled.reset()
      for (const { kind } of troubles) troubled.set({ kind }, 1)
      for (const { name, count } of jobs) queued.set({ job: name }, count)
      for (const { status, count } of orders) byStatus.set({ status }, count)
      const { rss, heapUsed } = process.memoryUsage()
      memory.set({ kind: 'resident' }, rss)
      memory.set({ kind: 'heap' }, heapUsed)
      uptime.set(Math.round(process.uptime()))
      return registry.metrics()
    },
  }
}
