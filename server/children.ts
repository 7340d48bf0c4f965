import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../app/platform/config.server.ts'
import type { Log } from '../app/platform/log.server.ts'
import { MALLOC_SETTINGS } from './bootstrap/malloc-settings.mjs'
import { withoutNamed } from './memory/own-flags.ts'

// The web processes take their connections themselves. Handed over by this one, a connection on its way to a
// process that is killed stayed open and unanswered for good: nobody closes this one's copy.
cluster.schedulingPolicy = cluster.SCHED_NONE

type Role = 'web' | 'jobs'
const ENTRY: Record<Role, string> = { web: 'web.ts', jobs: 'work.ts' }
// Left to itself V8 takes 130 MB more for what is short-lived while a process starts, and keeps them for good. The
// threads that V8 clears it with side by side are in the way of the other processes, of which there is one for each
// core: 5 % of the carts and orders a second (docs/reliability.md, Memory). Nobody waits for the jobs.
const YOUNG: Record<Role, string[]> = {
  web: ['--max-semi-space-size=16', '--no-parallel-scavenge'],
  jobs: ['--max-semi-space-size=4', '--no-parallel-scavenge'],
}
// With the room of a large machine V8 lets the heap grow to twice what is in use before it clears up; from half a
// gigabyte down it does so at a third more (docs/reliability.md, Memory).
const OLD = '--max-old-space-size=512'
const LONGEST_STOP = 15_000
const LONGEST_LEAVE = 75_000
const LONGEST_START = 60_000
const LONGEST_PAUSE = 10_000
const STABLE = 30_000

/** What each process of a release starts with. */
export const quickImports = (release: string) => [
  '--import',
  pathToFileURL(join(release, 'server', 'bootstrap', 'quick-imports.mjs')).href,
]

/** A place for one process, whichever has it at the moment. */
type Seat = { role: Role; holder: Worker | null }

export type Children = {
  stop(): Promise<void>
  kill(): void
  /**
   * Replaces one process after another by those of the release in `folder`: each old one leaves when its successor
   * answers. False, and all as before, when one of them does not come up.
   */
  replaceFrom(folder: string): Promise<boolean>
}

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
  let folder = join(import.meta.dirname, '..')
  let stopping = false
  let allGone: (() => void) | null = null
  const cameUp = new Set<Role>()

  function fork(role: Role, from: string) {
    cluster.setupPrimary({
      // Vite takes the router's development build: with another one beside it, contexts get lost.
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
      // Whole: another release has another working folder.
      DATA_DIR: config.dataDir,
    })
    running.add(worker)
    worker.on('message', (message: unknown) => {
      if (message === 'ready') cameUp.add(role)
    })
    worker.on('error', (error) => {
      log.error({ error, role }, 'process cannot be reached')
      // One that could not be started at all ends without saying so: no room for a process, no such folder.
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

  /** The seat's process makes room for one of that release, once this one answers. */
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

/** Whether a process is ready within a minute; false when it ends before. */
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

/** Ends a process that has a successor: it finishes what is under way, and nobody's connection breaks. */
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
