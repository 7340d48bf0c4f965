import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listDescendants } from '../../../support/product.ts'

export type Service = {
  command: string
  args: string[]
  account?: { uid?: number; gid?: number }
  env?: Record<string, string>
  cwd?: string
  /** Processes of the service that are not its descendants. */
  others?: () => number[]
}

const { PATH = '', HOME = '' } = process.env
// Restarts after a pause, as systemd does with Restart=always.
const PAUSE = 200

/** Keeps services running; each writes its output into a file of the folder. */
export function superviseIn(folder: string) {
  const services = new Map<string, { service: Service; child: ChildProcess; isExpected: boolean }>()

  function run(name: string, service: Service) {
    const log = openSync(join(folder, `${name}.log`), 'a')
    const child = spawn(service.command, service.args, {
      ...service.account,
      cwd: service.cwd ?? '/',
      stdio: ['ignore', log, log],
      env: { PATH: `${PATH}:/usr/sbin`, HOME, LANG: 'C.UTF-8', ...service.env },
    })
    closeSync(log)
    services.set(name, { service, child, isExpected: true })
    child.on('error', () => {})
    child.on('exit', () =>
      setTimeout(() => {
        const held = services.get(name)
        if (held?.child === child && held.isExpected) run(name, service)
      }, PAUSE),
    )
  }

  function processesOf(name: string) {
    const held = services.get(name)
    if (!held?.child.pid) return []
    const roots = [
      ...(held.child.exitCode === null && held.child.signalCode === null ? [held.child.pid] : []),
      ...(held.service.others?.() ?? []),
    ]
    return roots.flatMap((pid) => [pid, ...listDescendants(pid)])
  }

  const killAll = (pids: number[]) => {
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // Ended together with another process.
      }
    }
  }

  return {
    start: run,
    /**
     * As when its machine loses power: kills all its processes at once. It is restarted unless it `stays away`; then
     * `again` starts it.
     */
    kill(name: string, stays: 'comes back' | 'stays away' = 'comes back') {
      const held = services.get(name)
      if (held) held.isExpected = stays === 'comes back'
      killAll(processesOf(name))
    },
    again(name: string) {
      const held = services.get(name)
      if (held) run(name, held.service)
    },
    log: (name: string) => readFileSync(join(folder, `${name}.log`), 'utf8'),
    stop() {
      for (const held of services.values()) held.isExpected = false
      killAll([...services.keys()].flatMap(processesOf))
    },
  }
}
