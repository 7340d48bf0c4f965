import { type Config, readConfig } from '../app/platform/config.server.ts'
import { createLog, type Log } from '../app/platform/log.server.ts'

export type Child = {
  config: Config
  databaseUrl: string
  log: Log
  /** How many connections to the database this process may open. */
  connections: number
  /**
   * Sets how this process closes in good order. `close` is called once, when the supervisor (or SIGTERM to this process
   * alone) asks for it. `hasSuccessor`: another process has already taken over, so there is time.
   */
  closeWith(close: (hasSuccessor: boolean) => Promise<void>): void
}

/**
 * What every process of the shop starts with; it may open as many connections to the database as `mostOf` returns for
 * its settings. The process ends when the channel to its supervisor closes, because a killed supervisor cannot ask it
 * to.
 */
export function openChild(name: string, mostOf: (config: Config) => number): Child {
  const config = readConfig(process.env)
  const log = createLog({ level: config.logLevel, process: name })
  process.on('disconnect', () => process.exit(1))
  process.on('unhandledRejection', (error) => log.error({ error }, 'promise without a handler'))
  process.on('uncaughtException', (error) => {
    log.fatal({ error }, 'process ends and is started again')
    log.flush(() => process.exit(1))
  })

  let close: ((hasSuccessor: boolean) => Promise<void>) | null = null
  let isAsked = false
  const end = async (hasSuccessor: boolean) => {
    if (isAsked) return
    isAsked = true
    try {
      await close?.(hasSuccessor)
    } catch (error) {
      log.error({ error }, 'not closed in good order')
    } finally {
      process.exit(0)
    }
  }
  // A terminal's Ctrl-C reaches the whole process group: the supervisor decides the order of stopping.
  process.on('SIGINT', () => {})
  process.on('SIGHUP', () => {})
  process.on('SIGTERM', () => void end(false))
  process.on('message', (message) => {
    if (message === 'stop' || message === 'leave') void end(message === 'leave')
  })

  return {
    config,
    databaseUrl: config.databaseUrl ?? process.env['ZOVALA_DATABASE'] ?? '',
    log,
    // PostgreSQL allows 100 connections, of which commands and the supervisor need a few; each takes up to 10 MB there.
    connections: Math.max(2, Math.min(mostOf(config), Math.floor(80 / (config.webWorkers + 1)))),
    closeWith(work) {
      close = work
    },
  }
}
