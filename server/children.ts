import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../app/platform/config.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { MALLOC_SETTINGS } from './bootstrap/malloc-settings.mjs'
import { withoutNamed } from './memory/own-flags.ts'

// Web processes accept connections themselves. When the supervisor handed a connection over to a process that was being
// killed, the connection stayed open and unanswered for good, because nobody closes the supervisor's copy.
cluster.schedulingPolicy = cluster.SCHED_NONE

type Role = 'web' | 'jobs'
const ENTRY: Record<Role, string> = { web: 'web.ts', jobs: 'work.ts' }
// By default V8 takes 130 MB more for short-lived objects while a process starts, and keeps them for good. The threads
// with which V8 collects them in parallel slow the other processes, of which there is one per core: 5 % of the carts
// and orders per second (docs/reliability.md, Memory). Jobs are not urgent.
const YOUNG: Record<Role, string[]> = {
  web: ['--max-semi-space-size=16', '--no-parallel-scavenge'],
  jobs: ['--max-semi-space-size=4', '--no-parallel-scavenge'],
}
// On a large machine V8 lets the heap grow to twice the used size before it collects; with half a gigabyte or less it
// does so at a third more (docs/reliability.md, Memory).
const OLD = '--max-old-space-size=512'
const LONGEST_STOP = 15_000
const LONGEST_LEAVE = 75_000
const LONGEST_START = 60_000
const LONGEST_PAUSE = 10_000
const STABLE = 30_000

/** The Node arguments with which each process of a release starts. */
export const quickImports = (release: string) => [
  '--import',
  pathToFileURL(join(release, 'server', 'bootstrap', 'quick-imports.mjs')).href,
]

/** A place for one process, and the process that has it now. */
type Seat = { role: Role; holder: Worker | null }

export type Children = {
  stop(): Promise<void>
  kill(): void
  /**
   * Replaces one process after another by processes of the release in `folder`: each old process leaves when its
   * successor is ready. False when a successor does not come up; then everything stays as before.
   */
  replaceFrom(folder: string): Promise<boolean>
}

/**
 * Keeps the web processes and the jobs process running: a process that ends is replaced, after a growing pause while it
 * keeps ending (0.1 to 10 s). `onHopeless` is called when no process of a role ever came up.
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
  let folder = join(import.meta.dirname, '..')
  let stopping = false
  let allGone: (() => void) | null = null
  const cameUp = new Set<Role>()

  function fork(role: Role, from: string) {
    cluster.setupPrimary({
      // Vite uses the router's development build: with the production build beside it, contexts get lost.
      execArgv: [
        ...withoutNamed(dev ? YOUNG[role] : [...YOUNG[role], OLD], process.env['NODE_OPTIONS']),
        ...quickImports(from),
        ...(dev ? ['--conditions=development'] : []),
      ],
      exec: join(from, 'server', ENTRY[role]),
      cwd: from,
      args: dev ? ['--dev'] : [],
    })
    const worker = cluster.fork({
      NODE_ENV: dev ? 'development' : 'production',
      ZOVALA_DATABASE: options.databaseUrl,
      ...MALLOC_SETTINGS,
      // Set explicitly, because another release has another working folder.
      DATA_DIR: config.dataDir,
    })
    running.add(worker)
    worker.on('message', (message: unknown) => {
      if (message === 'ready') cameUp.add(role)
    })
    worker.on('error', (error) => {
      log.error({ error, role }, 'process cannot be reached')
      // A process that could not be started at all (no room for a process, no such folder) sends no exit event by
      // itself.
      if (worker.process.pid === undefined) worker.emit('exit', null, null)
    })
    worker.on('exit', () => {
      running.delete(worker)
      if (running.size === 0) allGone?.()
    })
    return worker
  }

  function keep(seat: Seat, worker: Worker, failures: number) {
    const { role } = seat
    const born = Date.now()
    seat.holder = worker
    worker.on('exit', (code, signal) => {
      if (stopping || seat.holder !== worker) return
      const soFar = Date.now() - born > STABLE ? 0 : failures + 1
      log.warn({ role, code, signal, failures: soFar }, 'process ended and is replaced')
      if (soFar >= 3 && !cameUp.has(role)) {
        console.error(`\nThe ${role} process ends as soon as it starts: the reason stands above.\n`)
        options.onHopeless()
        return
      }
      const pause = soFar === 0 ? 0 : Math.min(LONGEST_PAUSE, 100 * 2 ** (soFar - 1))
      setTimeout(() => {
        if (!stopping && seat.holder === worker) keep(seat, fork(role, folder), soFar)
      }, pause)
    })
  }

  /** Replaces the seat's process by one of the release in `from`, once the new process is ready. */
  async function replace(seat: Seat, from: string) {
    if (stopping) return false
    const successor = fork(seat.role, from)
    if (!(await comesUp(successor)) || stopping) {
      successor.process.kill(stopping ? 'SIGTERM' : 'SIGKILL')
      return false
    }
    const former = seat.holder
    keep(seat, successor, 0)
    if (former) await leave(former)
    return true
  }

  const seats: Seat[] = []
  for (let n = 0; n < (dev ? 1 : config.webWorkers); n += 1)
    seats.push({ role: 'web', holder: null })
  seats.push({ role: 'jobs', holder: null })
  for (const seat of seats) keep(seat, fork(seat.role, folder), 0)

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
    async replaceFrom(next) {
      const replaced: Seat[] = []
      for (const seat of seats) {
        if (await replace(seat, next)) {
          replaced.push(seat)
          continue
        }
        for (const other of replaced) await replace(other, folder)
        return false
      }
      folder = next
      return true
    },
  }
}

/** Whether a process is ready within a minute; false when it ends before that. */
function comesUp(worker: Worker) {
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), LONGEST_START)
    const report = (isUp: boolean) => {
      clearTimeout(timer)
      resolve(isUp)
    }
    worker.on('message', (message: unknown) => message === 'ready' && report(true))
    worker.on('exit', () => report(false))
  })
}

/** Ends a process that has a successor: it finishes its requests, and no connection breaks. */
async function leave(worker: Worker) {
  if (worker.isDead()) return
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), LONGEST_LEAVE)
    worker.on('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    if (worker.isConnected()) worker.send('leave')
  })
}
