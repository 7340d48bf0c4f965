// The process that runs the jobs, only those of payouts: the test kills it at any time.
import { readConfig } from '../../../app/platform/config.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { openServices } from '../../../app/platform/services.server.ts'
import { jobHandlers } from '../../../server/jobs.ts'

const [databaseUrl, apiUrl, secretKey, dataDir] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: dataDir,
  SESSION_SECRET: 'a secret for tests only, long enough',
  BASE_URL: 'http://localhost:3999',
  LOG_LEVEL: 'silent',
  PAYMENT_POLL_SECONDS: '1',
  PAYCHANGU_SECRET_KEY: secretKey,
  PAYCHANGU_API_URL: apiUrl,
})
const shop = await openServices(config, databaseUrl, createLog({ level: 'silent' }), {
  supervise: true,
  listens: false,
})
await shop.jobs.work(jobHandlers(shop))
process.send?.('ready')
