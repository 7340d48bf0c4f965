import { readFileSync } from 'node:fs'
import { totalmem } from 'node:os'
import { ShownError } from '../shown-error.ts'

// Measured, in MB (docs/reliability.md, Memory): the sum of all processes by the number of web processes, when the shop
// is open and when many people shop.
const neededToOpen = (webWorkers: number) => 130 + 85 * webWorkers
const neededUnderLoad = (webWorkers: number, webConnections: number) =>
  180 + (260 + 17 * (webConnections - 3)) * webWorkers

/** The memory that this machine or container allows the shop, in MB; on a whole machine swap counts. */
export function memoryHere(): number {
  const machine = totalmem()
  // 0, or a number beyond any machine: no limit.
  const limit = process.constrainedMemory()
  const bytes = limit > 0 && limit < machine ? limit : machine + swapOf(readMeminfo())
  return Math.floor(bytes / 1_000_000)
}

function readMeminfo() {
  try {
    return readFileSync('/proc/meminfo', 'utf8')
  } catch {
    // Not Linux: other systems extend swap on the disk as needed.
    return ''
  }
}

const swapOf = (meminfo: string) => Number(/^SwapTotal:\s+(\d+) kB/m.exec(meminfo)?.[1] ?? 0) * 1024

/**
 * How many web processes a shop starts with so much memory: the number that was set, or else one per core as long as
 * they fit when many people shop. Refuses a number that would be killed as soon as the shop opens; `warning` tells that
 * it may be killed under load.
 */
export function fitMemory({
  has,
  requested,
  isAsked,
  webConnections,
}: {
  has: number
  requested: number
  isAsked: boolean
  /** Connections of each web process to the shop's own PostgreSQL; a foreign server uses no memory of this machine. */
  webConnections: number
}): { webWorkers: number; warning: string | null } {
  const underLoad = (workers: number) => neededUnderLoad(workers, webConnections)
  let webWorkers = requested
  if (!isAsked) while (webWorkers > 1 && underLoad(webWorkers) > has) webWorkers -= 1
  const processes = webWorkers === 1 ? 'one web process' : `${webWorkers} web processes`
  if (neededToOpen(webWorkers) > has)
    throw new ShownError(
      `Zovala with ${processes} needs ${underLoad(webWorkers)} MB of memory (${neededToOpen(webWorkers)} MB while nobody shops), ` +
        `and this machine or container gives it ${has} MB: ` +
        (webWorkers > 1
          ? 'give it more, or set WEB_WORKERS to fewer.'
          : 'give it more, or at least some swap.'),
    )
  if (underLoad(webWorkers) > has)
    return {
      webWorkers,
      warning: `Memory is short: there are ${has} MB, and with ${processes} the shop needs ${underLoad(webWorkers)} MB when many people shop; what is missing may end a process of it then.`,
    }
  if (webWorkers === requested) return { webWorkers, warning: null }
  return {
    webWorkers,
    warning: `Memory is short: there are ${has} MB, so the shop runs ${processes} instead of ${requested}, which need ${underLoad(requested)} MB when many people shop (WEB_WORKERS says otherwise).`,
  }
}
