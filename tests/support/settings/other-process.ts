import { mock } from 'node:test'
import { readConfig } from '../../../app/platform/config.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { openServices } from '../../../app/platform/services.server.ts'
import { settings } from '../../../app/rules/settings/settings.ts'

// A separate process on a test's database. It prints its phone number when it is open, and prints again each time that
// its cached pages have to be rendered anew. Its timers never fire: it only learns what another process notifies it of
// at once.
mock.timers.enable({ apis: ['setTimeout', 'setInterval'] })

const [databaseUrl = '', dataDir = ''] = process.argv.slice(2)
const config = readConfig({
  DATA_DIR: dataDir,
  SESSION_SECRET: 'a secret for tests only, long enough',
  BASE_URL: 'http://localhost:3999',
  LOG_LEVEL: 'silent',
})
const sendPhone = () => process.send?.(settings().supportPhone)

const services = await openServices(config, databaseUrl, createLog({ level: 'silent' }))
services.events.on('catalogue', sendPhone)
process.once('disconnect', () => void services.close())
sendPhone()
