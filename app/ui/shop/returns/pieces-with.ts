/** The number of pieces in a line's field, and whether an exchange has set it. */
export type Pieces = { value: string; isSet: boolean }

/** The pieces after an exchange (`instead`) was chosen, or removed (`''`). */
export function piecesWith(instead: string, now: Pieces): Pieces {
  // Choosing an exchange sends back at least one piece.
  if (instead && !Number(now.value)) return { value: '1', isSet: true }
  return !instead && now.isSet ? { value: '0', isSet: false } : now
}
