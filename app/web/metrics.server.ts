import cluster from 'node:cluster'
import type { Figures } from '../platform/health.server.ts'

// Seconds; a page from the database takes milliseconds, a sign-in a tenth of a second.
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type CacheFigures = { pages: number; bytes: number; hits: number; fills: number }

export type Metrics = {
  /** One answered request. */
  count(status: number, milliseconds: number): void
  /** Where the figures of this process's page cache are found. */
  watchPageCache(figures: () => CacheFigures): void
  /** All of it in Prometheus's text format; `figures` come from the database. */
  write(figures: Figures): string
}

/** What this process counts. Every worker has its own, told apart by the label `worker`. */
export function createMetrics(worker = String(cluster.worker?.id ?? 0)): Metrics {
  const answered = new Map<string, number>()
  const buckets = BOUNDS.map(() => 0)
  let total = 0
  let seconds = 0
  let readCache: (() => CacheFigures) | null = null

  return {
    count(status, milliseconds) {
      const kind = `${Math.trunc(status / 100)}xx`
      answered.set(kind, (answered.get(kind) ?? 0) + 1)
      const took = milliseconds / 1000
      total += 1
      seconds += took
      const bucket = BOUNDS.findIndex((bound) => took <= bound)
      if (bucket >= 0) buckets[bucket] = (buckets[bucket] ?? 0) + 1
    },
    watchPageCache(figures) {
      readCache = figures
    },
    write({ pool, jobs, orders }) {
      const lines: string[] = []
      const tell = (
        name: string,
        type: 'counter' | 'gauge' | 'histogram',
        help: string,
        values: [labels: Record<string, string>, value: number, suffix?: string][],
      ) => {
        lines.push(`# HELP zovala_${name} ${help}`, `# TYPE zovala_${name} ${type}`)
        for (const [labels, value, suffix = ''] of values)
          lines.push(`zovala_${name}${suffix}{${writeLabels({ worker, ...labels })}} ${value}`)
      }

      tell(
        'requests_total',
        'counter',
        'Requests that the shop answered, without those from the page cache.',
        [...answered].map(([status, count]) => [{ status }, count]),
      )
      let below = 0
      tell('request_duration_seconds', 'histogram', 'How long those requests took.', [
        ...BOUNDS.map((bound, n): [Record<string, string>, number, string] => {
          below += buckets[n] ?? 0
          return [{ le: String(bound) }, below, '_bucket']
        }),
        [{ le: '+Inf' }, total, '_bucket'],
        [{}, seconds, '_sum'],
        [{}, total, '_count'],
      ])
      const cache = readCache?.()
      if (cache) {
        tell(
          'page_cache_hits_total',
          'counter',
          'Requests answered from finished pages.',
          one(cache.hits),
        )
        tell('page_cache_fills_total', 'counter', 'Pages made for the cache.', one(cache.fills))
        tell('page_cache_pages', 'gauge', 'Finished pages at hand.', one(cache.pages))
        tell('page_cache_bytes', 'gauge', 'Their size in memory.', one(cache.bytes))
      }
      tell('database_connections', 'gauge', 'Connections of this process to the database.', [
        [{ state: 'idle' }, pool.idle],
        [{ state: 'busy' }, pool.total - pool.idle],
      ])
      tell('database_waiting', 'gauge', 'Queries that wait for a connection.', one(pool.waiting))
      tell(
        'jobs_waiting',
        'gauge',
        'Jobs in line, due now or later (of the whole shop).',
        jobs.map(({ name, count }) => [{ job: name }, count]),
      )
      tell(
        'orders',
        'gauge',
        'Orders by status (of the whole shop).',
        orders.map(({ status, count }) => [{ status }, count]),
      )
      const memory = process.memoryUsage()
      tell('memory_bytes', 'gauge', 'Memory of this process.', [
        [{ kind: 'resident' }, memory.rss],
        [{ kind: 'heap' }, memory.heapUsed],
      ])
      tell('uptime_seconds', 'gauge', 'Age of this process.', one(Math.round(process.uptime())))
      return `${lines.join('\n')}\n`
    },
  }
}

const one = (value: number): [Record<string, string>, number][] => [[{}, value]]

const writeLabels = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replaceAll(/["\\\n]/g, '')}"`)
    .join(',')
