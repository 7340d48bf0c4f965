import { readdirSync, readFileSync } from 'node:fs'

/** The result of `read`; null when the process or the thread has ended, and on machines without `/proc`. */
function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}

const parentOf = (pid: string) =>
  orNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])

/** A process and all its descendants, which include its database's processes. */
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

/** The processor time of these processes so far (ms): other processes on the machine do not count. */
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
