import { data } from 'react-router'
import { answerMessage, setMessagesAside } from '../../../modules/orders/messages/answer-message.ts'
import { deleteSentence, keepSentence } from '../../../modules/orders/messages/ready-sentences.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { ORDER_NOTICES } from '../../../rules/orders/order-messages.ts'
import { LONGEST_REFUSED, readId, readText } from '../../../web/forms/read-form.ts'
import type { ListAct } from '../../../web/forms/text-form.ts'
import { listPath } from '../../../web/lists/list-query.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/screen'

const answer =
  (by: 'email' | 'whatsapp') =>
  async ({ shop, actor, form, respond }: ListAct, { request, context }: Route.ActionArgs) => {
    const orderId = readId(readText(form, 'order'))
    if (!orderId) return respond(badToast('bad-form'))
    // Read in full for the refused form: a text that is too long is refused, and none of it is lost.
    const text = readText(form, 'text', LONGEST_REFUSED)
    const notice = ORDER_NOTICES.find((one) => one === readText(form, 'notice')) ?? null
    const answered = await answerMessage(shop, actor, { orderId, text, by, notice })
    if (answered.ok) {
      // The ready sentence that a browser without scripts has chosen by the address was sent, so the next answer starts
      // empty.
      const path = listPath(request, '/admin/orders', ['sentence'])
      return redirectWith(context, path, goodToast('message-answered', answered))
    }
    if (answered.reason === 'not-found') return respond(badToast(answered))
    const refusedAnswer = { orderId, text, refusal: formatRefusal(answered) }
    return data({ refusedAnswer }, { status: statusOf(answered.reason) })
  }

async function setAside({ shop, actor, form, respond }: ListAct) {
  const orderId = readId(readText(form, 'order'))
  if (!orderId) return respond(badToast('bad-form'))
  const done = await setMessagesAside(shop, actor, orderId)
  return respond(done.ok ? goodToast('messages-set-aside') : badToast(done))
}

async function keep({ shop, actor, form, respond }: ListAct) {
  // Read in full for the refused form, as an answer is.
  const written = {
    name: readText(form, 'name', LONGEST_REFUSED),
    text: readText(form, 'sentence', LONGEST_REFUSED),
  }
  const kept = await keepSentence(shop.db, actor, written)
  if (kept.ok) return respond(goodToast('sentence-kept'))
  const refusedSentence = { ...written, refusal: formatRefusal(kept) }
  return data({ refusedSentence }, { status: statusOf(kept.reason) })
}

async function drop({ shop, actor, form, respond }: ListAct) {
  const id = readId(readText(form, 'id'))
  if (!id) return respond(badToast('bad-form'))
  await deleteSentence(shop.db, actor, id)
  return respond(goodToast('sentence-deleted'))
}

/** The acts on the messages of an order, and on the ready sentences to answer them with. */
export const MESSAGE_ACTS = {
  'answer-email': answer('email'),
  'answer-whatsapp': answer('whatsapp'),
  'messages-aside': setAside,
  'sentence-keep': keep,
  'sentence-delete': drop,
}
