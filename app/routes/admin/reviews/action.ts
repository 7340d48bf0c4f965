import { data } from 'react-router'
import {
  answerReview,
  hideReview,
  markReviewRead,
  showReview,
} from '../../../modules/reviews/handle-review.ts'
import { cutText } from '../../../rules/cut-text.ts'
import { formatRefusal, type Reason, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { plainWords } from '../../../rules/reviews/plain-words.ts'
import { LONGEST_ANSWER, LONGEST_HIDE_REASON } from '../../../rules/reviews/reviews.ts'
import { readSubject, readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

/** `answer`, `hide`, `show` and `read` on Reviews. What was typed is not lost when it is refused. */
export async function actOnReviews(args: Route.ActionArgs) {
  const { shop, actor, form, respond } = await readListAct(args, '/admin/reviews')
  const seen = readSubject(form)
  if (!seen) return respond(badToast('bad-form'))
  const typed = { id: seen.id, answer: readText(form, 'answer'), reason: readText(form, 'reason') }
  const refuse = (refusal: Refusal<Reason>) =>
    data({ ...typed, message: formatRefusal(refusal) }, { status: statusOf(refusal.reason) })
  const done = async (act: () => Promise<{ ok: true } | Refusal<Reason>>, toast: Toast) => {
    const result = await tryAct(shop, 'review-acting-failed', act)
    return result.ok ? respond(toast) : refuse(result)
  }

  switch (readText(form, 'intent')) {
    case 'answer': {
      const answer = cutText(plainWords(typed.answer), LONGEST_ANSWER)
      return done(
        () => answerReview(shop.db, actor, seen, answer, shop.now()),
        goodToast(answer ? 'review-answered' : 'review-answer-removed'),
      )
    }
    case 'hide': {
      const reason = cutText(plainWords(typed.reason), LONGEST_HIDE_REASON)
      if (reason === '') return refuse({ ok: false, reason: 'hide-reason-missing' })
      return done(
        () => hideReview(shop, actor, seen, reason, shop.now()),
        goodToast('review-was-hidden'),
      )
    }
    case 'show-review':
      return done(() => showReview(shop.db, actor, seen), goodToast('review-is-shown'))
    case 'read':
      return done(
        () => markReviewRead(shop.db, actor, seen, shop.now()),
        goodToast('review-handled'),
      )
    default:
      return respond(badToast('bad-form'))
  }
}
