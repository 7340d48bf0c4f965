import { readdirSync, readFileSync } from 'node:fs'

/** What `read` gives; null where the process or the thread is gone, and on machines without `/proc`. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

const parentOf = (pid: string) =>
  orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])

/** A process and all that it has started, its database's processes among them. */
export function listProcesses(root: number): string[] {
  const parents = (orNull(() => readdirSync('/proc')) ?? [])
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => [pid, parentOf(pid)] as const)
  const below = (pid: string): string[] => [
    pid,
    ...parents.filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ]
  return below(String(root))
}

/** What these processes have computed so far (ms): what others do on the machine does not count. */
export function readWork(pids: readonly string[]): number {
  const threads = pids.flatMap((pid) =>
    (orNull(() => readdirSync(`/proc/${pid}/task`)) ?? []).map(
      (task) => `/proc/${pid}/task/${task}`,
    ),
  )
  return threads.reduce((sum, thread) => {
    const text = orNull(() => readFileSync(`${thread}/schedstat`, 'utf8'))
    return sum + Number(text?.split(' ')[0] ?? 0) / 1e6
  }, 0)
}
