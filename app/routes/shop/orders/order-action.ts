import { data, redirect } from 'react-router'
import { cancelOwnOrder } from '../../../modules/checkout/cancel-own-order.ts'
import { sendMessage } from '../../../modules/orders/messages/send-message.ts'
import { orderAgain } from '../../../modules/orders/order-again.ts'
import { renewOrderLink } from '../../../modules/orders/renew-order-link.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { networkOf } from '../../../rules/network.ts'
import { MESSAGE_KINDS } from '../../../rules/orders/order-messages.ts'
import { requestContext, shopContext } from '../../../web/context.ts'
import {
  chooseAct,
  LONGEST_REFUSED,
  readForm,
  readRequest,
  readText,
} from '../../../web/forms/read-form.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import { payWaiting } from '../../../web/placed-orders.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/order'
import { type Act, finish, isBuyers, ofBuyer } from './order-act.ts'
import { readOrder } from './read-order.ts'
import { askBack, askByUpload, callOff } from './return-action.ts'
import { isUpload } from './return-upload.ts'

const pay = (act: Act) => {
  const { buyerId, linkVersion, order } = act.seen.opened
  const version = isBuyers(act) ? null : linkVersion
  return payWaiting(act.args, buyerId, order.orderNumber, act.seen.path, version)
}

const cancel = ofBuyer(async (act) => {
  const { buyerId, order } = act.seen.opened
  const done = await cancelOwnOrder(act.shop, buyerId, order.orderNumber)
  return finish(act, done.ok ? goodToast('order-cancelled') : badToast(done))
})

const renewLink = ofBuyer(async (act) => {
  await renewOrderLink(act.shop.db, act.seen.opened.order.id)
  return finish(act, goodToast('order-link-renewed'))
})

async function message(act: Act) {
  const { args, shop, seen, form } = act
  const typed = {
    kind: MESSAGE_KINDS.find((kind) => kind === readText(form, 'kind')) ?? null,
    text: readText(form, 'text', LONGEST_REFUSED),
  }
  const { buyerId, order } = seen.opened
  // A person who is signed in as somebody else counts as a holder of the link.
  const from = {
    orderId: order.id,
    buyerId: isBuyers(act) ? buyerId : null,
    network: networkOf(args.context.get(requestContext).ip),
  }
  const sent = await sendMessage(shop, from, typed)
  if (sent.ok) return finish(act, goodToast('message-sent'))
  const refusal = formatRefusal(sent)
  return data({ typed, refusal }, { status: statusOf(sent.reason), headers: ORDER_HEADERS })
}

async function again(act: Act) {
  const { args, shop, seen, form } = act
  const { visitor, opened, path } = seen
  if (!visitor) {
    const signIn = `/auth?${new URLSearchParams({ then: path })}`
    return redirectWith(args.context, signIn, badToast('not-authenticated'))
  }
  const done = await orderAgain(shop, visitor.userId, opened.order.lines, readRequest(form))
  return done.ok
    ? redirectWith(args.context, '/cart', goodToast('order-again', done))
    : finish(act, badToast(done))
}

const ACTS = {
  pay,
  cancel,
  'new-link': renewLink,
  message,
  return: askBack,
  'return-cancel': callOff,
  again,
}

/**
 * `pay`, `message`, `again` and `return` for whoever sees the order, `return-cancel` for whoever requested the return;
 * the other acts for its account.
 */
export async function actOnOwnOrder(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { opened, ...reader } = await readOrder(args)
  if (!opened.ok) return redirect(reader.path)
  const seen = { ...reader, opened }
  if (isUpload(args.request)) return askByUpload({ args, shop, seen })
  const act = { args, shop, seen, form: await readForm(args.request) }
  const chosen = chooseAct(ACTS, act.form)
  return chosen ? chosen(act) : finish(act, badToast('bad-form'))
}
