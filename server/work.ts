// The process that runs the jobs: one per machine, so that heavy work never slows a page.
import { readPool } from '../app/platform/health.server.ts'
import { openServices } from '../app/platform/services.server.ts'
import { createMetrics } from '../app/web/metrics.server.ts'
import { openChild } from './child.ts'
import { startJobs } from './jobs.ts'
import { giveBackMemory } from './memory/give-back-memory.ts'
import { shareMetrics } from './shared-metrics.ts'

const child = openChild('jobs', () => 3)
const { config, databaseUrl, log, connections } = child
const shop = await openServices(config, databaseUrl, log, {
  connections,
  supervise: true,
  listens: false,
})
child.closeWith(() => shop.close())
shareMetrics(createMetrics({ pool: () => readPool(shop) }).registry)
await startJobs(shop)
giveBackMemory()
process.send?.('ready')
