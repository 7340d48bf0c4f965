/** So long a code must be out of the picture before it counts again: the next piece of the same size. */
const AWAY_MS = 1000

/**
 * Of the many pictures that show a code, the one with which it counts. While the one before `isBusy` none does: one
 * that is held there counts once that is over.
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
