/** How many pieces of a line come back, as they stand in its field, and whether an exchange has set them. */
export type Pieces = { value: string; isSet: boolean }

/** After what goes out (`instead`) was chosen, or taken back (''). */
export function piecesWith(instead: string, now: Pieces): Pieces {
  // Who chooses what goes out sends at least one back.
  if (instead && !Number(now.value)) return { value: '1', isSet: true }
  return !instead && now.isSet ? { value: '0', isSet: false } : now
}
