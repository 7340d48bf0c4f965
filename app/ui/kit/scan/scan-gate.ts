/** How long a code must be out of the picture before it counts again, as the next piece of the same variant. */
const AWAY_MS = 1000

/**
 * Decides in which of the many pictures that show a code it counts. While the code before `isBusy` none counts; a code
 * that is still held there counts afterwards.
 */
export function createScanGate() {
  let last: string | null = null
  let seenAt = -Infinity
  return (code: string | null, at: number, isBusy = false): string | null => {
    if (code === null) return null
    const isStillThere = code === last && at - seenAt < AWAY_MS
    if (isBusy && !isStillThere) return null
    last = code
    seenAt = at
    return isStillThere ? null : code
  }
}
