import { mock } from 'node:test'
import { readConfig } from '../../../app/platform/config.server.ts'
import { createLog } from '../../../app/platform/log.server.ts'
import { openServices } from '../../../app/platform/services.server.ts'
import { settings } from '../../../app/rules/settings/settings.ts'

// A process of its own on a test's database: it says which phone number it works with when it is open, and each time
// its finished pages are to be made anew. No timer of it ever fires: whatever it learns, somebody has told it at once.
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
