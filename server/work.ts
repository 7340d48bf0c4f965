// The process that does the jobs: one for each machine, so that heavy work never slows a page.
import { openShop } from '../app/platform/shop.server.ts'
import { openChild } from './child.ts'
import { startJobs } from './jobs.ts'

const child = openChild('jobs')
const { config, databaseUrl, log, connections } = child
const shop = await openShop(config, databaseUrl, log, {
  connections,
  supervise: true,
  listens: false,
})
child.closeWith(() => shop.close())
await startJobs(shop)
process.send?.('ready')
