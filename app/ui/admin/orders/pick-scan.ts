import type { PickLine } from './pick-list.tsx'

type ScanResult = {
  /** The message about the scan. */
  message: string
  /** The line of which one more unit was scanned, its scanned units now, and whether these are all. */
  line?: string
  count?: number
  isWhole?: boolean
}

/**
 * Applies a scanned code to a parcel: one more unit of the first matching line that is not packed whole, by `isIn`;
 * `countOf` returns how many of a line were scanned before.
 */
export function scanInto(
  lines: readonly Pick<PickLine, 'id' | 'name' | 'quantity' | 'codes'>[],
  typed: string,
  { isIn, countOf }: { isIn: (id: string) => boolean; countOf: (id: string) => number },
): ScanResult {
  const code = typed.toUpperCase()
  const fitting = lines.filter(({ codes }) => codes.some((one) => one.toUpperCase() === code))
  if (fitting.length === 0) return { message: `${code} is not in this order.` }
  const line = fitting.find(({ id }) => !isIn(id))
  if (!line) return { message: `${fitting[0]?.name}: all of it is in the parcel already.` }
  const count = countOf(line.id) + 1
  return {
    message: `${line.name}: ${count} of ${line.quantity}.`,
    line: line.id,
    count,
    isWhole: count >= line.quantity,
  }
}
