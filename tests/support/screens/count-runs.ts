import type { CDPSession } from '@playwright/test'

type Script = { url: string; functions: { ranges: Range[] }[] }
type Range = { startOffset: number; endOffset: number; count: number }

const FILE = /\/assets\/([\w.-]+)-\w{7,8}\.js$/

/**
 * Counts from now on how much of each build script runs, by the engine's own coverage. Call `take` before a document is
 * left, because its scripts are lost with it.
 */
export async function countRuns(session: CDPSession) {
  await session.send('Profiler.enable')
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const ran = new Map<string, Uint8Array>()

  function add({ url, functions }: Script) {
    if (!FILE.test(url)) return
    const ranges = functions
      .flatMap((one) => one.ranges)
      .toSorted((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset)
    const length = Math.max(...ranges.map(({ endOffset }) => endOffset))
    // For nested ranges the inner one is right.
    const now = new Uint8Array(length)
    for (const { startOffset, endOffset, count } of ranges)
      now.fill(Math.min(count, 1), startOffset, endOffset)
    // The engine leaves out ranges that have not run since the last call, also at the end.
    const before = ran.get(url) ?? now
    const [long, short] = before.length > now.length ? [before, now] : [now, before]
    ran.set(
      url,
      long.map((one, at) => one || (short[at] ?? 0)),
    )
  }

  return {
    take: async () => {
      const { result } = await session.send('Profiler.takePreciseCoverage')
      for (const script of result) add(script)
    },
    /** For each script, by its name without the hash: its length, and how much of it ran. */
    runs: () =>
      [...ran].map(([url, marks]) => ({
        name: FILE.exec(url)?.[1],
        length: marks.length,
        ran: marks.reduce((sum, one) => sum + one, 0),
      })),
  }
}
