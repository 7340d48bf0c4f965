import type { TillReviewReason } from './till-events.ts'

export const LONGEST_HANDLED_NOTE = 500

/** The review reasons of a sale or return, as a form sends them back: a reason that was added since was not seen. */
export const reviewFingerprint = (reviewReasons: readonly TillReviewReason[]) =>
  reviewReasons.toSorted().join(' ')
