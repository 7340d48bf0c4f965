// The process that waits for the database and prepares it before the shop opens. It ends afterwards and so frees its
// memory, because the supervisor, which stays, needs none of it.
import { readConfig } from '../../app/platform/config.server.ts'
import { createLog } from '../../app/platform/log.server.ts'
import { prepareDatabase, waitForDatabase } from '../prepare.ts'
import { refusePooler } from '../refuse-pooler.ts'
import { explain } from '../shown-error.ts'

process.on('disconnect', () => process.exit(1))
// A terminal's Ctrl-C reaches the whole process group: the supervisor decides when to stop.
process.on('SIGINT', () => {})
process.on('SIGHUP', () => {})
try {
  const config = readConfig(process.env)
  const url = config.databaseUrl ?? process.env['ZOVALA_DATABASE'] ?? ''
  if (config.databaseUrl) {
    await waitForDatabase(url)
    await refusePooler(url)
  }
  const log = createLog({ level: config.logLevel, process: 'supervisor' })
  await prepareDatabase(config, url, log)
  log.flush(() => process.exit(0))
} catch (error) {
  console.error(explain(error))
  process.exit(1)
}
