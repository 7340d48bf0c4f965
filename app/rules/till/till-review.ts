import type { TillReviewReason } from './till-events.ts'

export const LONGEST_HANDLED_NOTE = 500

/** Why a sale or return waits, as a form sends it back: what has another reason by then was not seen. */
export const reviewFingerprint = (reviewReasons: readonly TillReviewReason[]) =>
  reviewReasons.toSorted().join(' ')
