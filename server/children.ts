import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import type { Config } from '../app/platform/config.server.ts'
import type { Log } from '../app/platform/log.server.ts'

// The web processes take their connections themselves. Handed over by this one, a connection on its way to a
// process that is killed stayed open and unanswered for good: nobody closes this one's copy.
cluster.schedulingPolicy = cluster.SCHED_NONE

type Role = 'web' | 'jobs'
const ENTRY: Record<Role, string> = { web: 'web.ts', jobs: 'work.ts' }
const QUICK = new URL('bootstrap/quick-imports.mjs', import.meta.url).href
const LONGEST_STOP = 15_000
const LONGEST_PAUSE = 10_000
const STABLE = 30_000

export type Children = { stop(): Promise<void>; kill(): void }

/**
 * Keeps the web processes and the one for jobs running: a process that ends is replaced, later and
 * later while it keeps ending (0.1 to 10 s). `onHopeless` when none of a role ever came up.
 */
export function keepChildren(options: {
  config: Config
  databaseUrl: string
  dev: boolean
  log: Log
  onHopeless: () => void
}): Children {
  const { config, log, dev } = options
  const running = new Set<Worker>()
  let stopping = false
  let allGone: (() => void) | null = null
  const cameUp = new Set<Role>()

  function start(role: Role, failures: number) {
    if (stopping) return
    cluster.setupPrimary({
      // Vite takes the router's development build: with another one beside it, contexts get lost.
      execArgv: ['--import', QUICK, ...(dev ? ['--conditions=development'] : [])],
      exec: join(import.meta.dirname, ENTRY[role]),
      args: dev ? ['--dev'] : [],
    })
    const worker = cluster.fork({
      NODE_ENV: dev ? 'development' : 'production',
      ZOVALA_DATABASE: options.databaseUrl,
    })
    const born = Date.now()
    running.add(worker)
    worker.on('message', (message: unknown) => {
      if (message === 'ready') cameUp.add(role)
    })
    worker.on('error', (error) => log.error({ error, role }, 'process cannot be reached'))
    worker.on('exit', (code, signal) => {
      running.delete(worker)
      if (running.size === 0) allGone?.()
      if (stopping) return
      const soFar = Date.now() - born > STABLE ? 0 : failures + 1
      log.warn({ role, code, signal, failures: soFar }, 'process ended and is replaced')
      if (soFar >= 3 && !cameUp.has(role)) {
        console.error(`\nThe ${role} process ends as soon as it starts: the reason stands above.\n`)
        options.onHopeless()
        return
      }
      const pause = soFar === 0 ? 0 : Math.min(LONGEST_PAUSE, 100 * 2 ** (soFar - 1))
      setTimeout(() => start(role, soFar), pause)
    })
  }

  for (let n = 0; n < (dev ? 1 : config.webWorkers); n += 1) start('web', 0)
  start('jobs', 0)

  const kill = () => {
    for (const worker of running) worker.process.kill('SIGKILL')
  }
  return {
    kill,
    async stop() {
      stopping = true
      if (running.size === 0) return
      const gone = new Promise<void>((resolve) => (allGone = resolve))
      for (const worker of running) if (worker.isConnected()) worker.send('stop')
      const timer = setTimeout(kill, LONGEST_STOP)
      await gone
      clearTimeout(timer)
    },
  }
}
