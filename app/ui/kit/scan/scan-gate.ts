/** So long a code must be out of the picture before it counts again: the next piece of the same size. */
const AWAY_MS = 1000

/** Of the many pictures that show a code, the one with which it counts. */
export function createScanGate() {
  let last: string | null = null
  let seenAt = -Infinity
  return (code: string | null, at: number): string | null => {
    if (code === null) return null
    const isStillThere = code === last && at - seenAt < AWAY_MS
    last = code
    seenAt = at
    return isStillThere ? null : code
  }
}
