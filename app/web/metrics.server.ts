import cluster from 'node:cluster'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Figures, PoolFigures } from '../platform/health.server.ts'

type CacheFigures = { pages: number; bytes: number; hits: number; fills: number }

export type Metrics = {
  /** The counters of this process, each with its label `worker`. */
  registry: Registry
  /** One answered request. */
  count(status: number, milliseconds: number): void
  /** Sets the function that reads this process's page cache figures. */
  watchPageCache(figures: () => CacheFigures): void
  /** The figures of the whole shop in Prometheus's text format; `figures` come from the database. */
  write(figures: Figures): Promise<string>
}

type Options = {
  worker?: string
  pool?: () => PoolFigures
  /** Reads all processes of the shop, or fails; without it this one is the whole shop. */
  readAll?: () => Promise<string>
}

const NO_POOL: PoolFigures = { total: 0, idle: 0, waiting: 0 }

/** Counts what this process does, and writes the figures of all processes, so that each answers the same. */
export function createMetrics({
  worker = String(cluster.worker?.id ?? 0),
  pool = () => NO_POOL,
  readAll,
}: Options = {}): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ worker })
  // The database's figures are the same for all processes, so only the answering process writes them.
  const shop = new Registry()
  const named = (name: string, help: string, owner = registry) => ({
    name: `zovala_${name}`,
    help,
    registers: [owner],
  })

  const requests = new Counter({
    ...named(
      'requests_total',
      'Requests that the shop answered, without those from the page cache.',
    ),
    labelNames: ['status'],
  })
  const durations = new Histogram({
    ...named('request_duration_seconds', 'How long those requests took.'),
    // Seconds; a page from the database takes milliseconds, a sign-in a tenth of a second.
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  })
  /** A gauge whose value is read when somebody fetches the metrics. */
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      ...named(name, help),
      collect() {
        this.set(read())
      },
    })
  const gauges = <L extends string>(
    name: string,
    help: string,
    label: L,
    read: () => Record<string, number>,
  ) =>
    new Gauge({
      ...named(name, help),
      labelNames: [label],
      collect() {
        for (const [value, figure] of Object.entries(read()))
          this.set({ [label]: value } as Record<L, string>, figure)
      },
    })
  gauges('database_connections', 'Connections of this process to the database.', 'state', () => {
    const { total, idle } = pool()
    return { idle, busy: total - idle }
  })
  gauge('database_waiting', 'Queries that wait for a connection.', () => pool().waiting)
  gauge('uptime_seconds', 'Age of this process.', () => Math.round(process.uptime()))
  gauges('memory_bytes', 'Memory of this process.', 'kind', () => {
    const { rss, heapUsed } = process.memoryUsage()
    return { resident: rss, heap: heapUsed }
  })

  const ofShop = <L extends string>(name: string, help: string, label: L) =>
    new Gauge({ ...named(name, help, shop), labelNames: [label] })
  const queued = ofShop('jobs_waiting', 'Jobs in the queue, due now or later.', 'job')
  const byStatus = ofShop('orders', 'Orders by status.', 'status')
  const refunded = ofShop('refunds', 'Refunds that are open or have failed, by status.', 'status')
  const troubled = ofShop('trouble', 'What is in trouble now.', 'kind')

  return {
    registry,
    count(status, milliseconds) {
      requests.inc({ status: `${Math.trunc(status / 100)}xx` })
      durations.observe(milliseconds / 1000)
    },
    watchPageCache(figures) {
      gauge('page_cache_pages', 'Finished pages at hand.', () => figures().pages)
      gauge('page_cache_bytes', 'Their size in memory.', () => figures().bytes)
      // The cache keeps its own counts, which replace the former values.
      const counter = (name: string, help: string, read: () => number) =>
        new Counter({
          ...named(name, help),
          collect() {
            this.reset()
            this.inc(read())
          },
        })
      counter(
        'page_cache_hits_total',
        'Requests answered from finished pages.',
        () => figures().hits,
      )
      counter('page_cache_fills_total', 'Pages made for the cache.', () => figures().fills)
    },
    async write({ jobs, orders, refunds, troubles }) {
      // Otherwise kinds of jobs and statuses without any rows would keep their old figures.
      queued.reset()
      byStatus.reset()
      refunded.reset()
      troubled.reset()
      for (const { kind } of troubles) troubled.set({ kind }, 1)
      for (const { name, count } of jobs) queued.set({ job: name }, count)
      for (const { status, count } of orders) byStatus.set({ status }, count)
      for (const { status, count } of refunds) refunded.set({ status }, count)
      // A hanging process must not hide the figures: then this process writes only its own.
      const all = await readAll?.().catch(() => null)
      return `${all ?? (await registry.metrics())}\n${await shop.metrics()}`
    },
  }
}
