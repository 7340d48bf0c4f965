import { data } from 'react-router'
import type { Actor } from '../../../modules/audit/record-audit.ts'
import {
  answerReview,
  hideReview,
  markReviewRead,
  showReview,
} from '../../../modules/reviews/handle-review.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { cutText } from '../../../rules/cut-text.ts'
import { formatRefusal, type Reason, type Refusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { plainWords } from '../../../rules/reviews/plain-words.ts'
import { LONGEST_ANSWER, LONGEST_HIDE_REASON } from '../../../rules/reviews/reviews.ts'
import { chooseAct, readSubject, readText } from '../../../web/forms/read-form.ts'
import { readListAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, type Toast } from '../../../web/toasts.ts'
import { tryAct } from '../../../web/try-act.ts'
import type { Route } from './+types/screen'

/** A review in the version that the actor saw, and what was typed about it. */
type Act = {
  shop: Shop
  actor: Actor
  seen: NonNullable<ReturnType<typeof readSubject>>
  typed: { id: string; answer: string; reason: string }
  respond: (toast: Toast) => Promise<Response>
}

/** Refuses with the typed texts, so that they are not lost. */
const refuse = ({ typed }: Act, refusal: Refusal<Reason>) =>
  data({ ...typed, message: formatRefusal(refusal) }, { status: statusOf(refusal.reason) })

async function finish(act: Act, work: () => Promise<{ ok: true } | Refusal<Reason>>, toast: Toast) {
  const result = await tryAct(act.shop, 'review-acting-failed', work)
  return result.ok ? act.respond(toast) : refuse(act, result)
}

function answer(act: Act) {
  const { shop, actor, seen, typed } = act
  const text = cutText(plainWords(typed.answer), LONGEST_ANSWER)
  return finish(
    act,
    () => answerReview(shop.db, actor, seen, text, shop.now()),
    goodToast(text ? 'review-answered' : 'review-answer-removed'),
  )
}

async function hide(act: Act) {
  const { shop, actor, seen, typed } = act
  const reason = cutText(plainWords(typed.reason), LONGEST_HIDE_REASON)
  if (reason === '') return refuse(act, { ok: false, reason: 'hide-reason-missing' })
  return finish(
    act,
    () => hideReview(shop, actor, seen, reason, shop.now()),
    goodToast('review-was-hidden'),
  )
}

const show = (act: Act) =>
  finish(act, () => showReview(act.shop.db, act.actor, act.seen), goodToast('review-is-shown'))

const markRead = (act: Act) =>
  finish(
    act,
    () => markReviewRead(act.shop.db, act.actor, act.seen, act.shop.now()),
    goodToast('review-handled'),
  )

const ACTS = {
  answer,
  hide,
  'show-review': show,
  read: markRead,
}

/** The acts on Reviews. */
export async function actOnReviews(args: Route.ActionArgs) {
  const { shop, actor, form, respond } = await readListAct(args, '/admin/reviews')
  const seen = readSubject(form)
  const chosen = chooseAct(ACTS, form)
  if (!seen || !chosen) return respond(badToast('bad-form'))
  const typed = { id: seen.id, answer: readText(form, 'answer'), reason: readText(form, 'reason') }
  return chosen({ shop, actor, seen, typed, respond })
}
