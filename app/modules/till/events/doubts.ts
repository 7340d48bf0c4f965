import type { ReviewNote } from '../../../rules/messages/till/review.ts'
import type { TillReviewReason } from '../../../rules/till/till-events.ts'

/**
 * Why a person is to look at what a till sends: each reason once, in the order found, with notes on what was found.
 */
export class Doubts {
  readonly reasons: TillReviewReason[] = []
  readonly notes: ReviewNote[] = []
  add(reason: TillReviewReason, note: ReviewNote) {
    if (!this.reasons.includes(reason)) this.reasons.push(reason)
    this.note(note)
  }
  note(note: ReviewNote) {
    this.notes.push(note)
  }
}
