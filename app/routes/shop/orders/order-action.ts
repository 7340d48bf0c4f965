import { data, redirect } from 'react-router'
import { cancelOwnOrder } from '../../../modules/checkout/cancel-own-order.ts'
import { sendMessage } from '../../../modules/orders/messages/send-message.ts'
import { orderAgain } from '../../../modules/orders/order-again.ts'
import { renewOrderLink } from '../../../modules/orders/renew-order-link.ts'
import { callOffReturn, callOffReturnByLink } from '../../../modules/returns/move-return.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { networkOf } from '../../../rules/network.ts'
import { MESSAGE_KINDS } from '../../../rules/orders/order-messages.ts'
import type { RefusedReturn } from '../../../ui/shop/returns/return-form.tsx'
import type { TypedReturn } from '../../../ui/shop/returns/return-form-line.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import {
  chooseAct,
  LONGEST_REFUSED,
  readForm,
  readId,
  readRequest,
  readText,
} from '../../../web/forms/read-form.ts'
import { payWaiting } from '../../../web/placed-orders.ts'
import { badToast, goodToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/order'
import { ORDER_HEADERS, readOrder } from './read-order.ts'
import { type Asker, askWithout, askWithPhotos, isUpload, readTyped } from './return-upload.ts'

/** An order as who acts on it sees it. */
type Act = {
  args: Route.ActionArgs
  shop: Shop
  seen: Awaited<ReturnType<typeof readOrder>> & { opened: { ok: true } }
  form: FormData
}

const finish = ({ args, seen }: Pick<Act, 'args' | 'seen'>, toast: Toast) =>
  redirectWith(args.context, seen.path, toast)
const isBuyers = ({ seen }: Pick<Act, 'seen'>) => seen.opened.by === 'account'

/** For its account alone: a link that was passed on must not end what somebody has ordered. */
const ofBuyer =
  <T>(act: (act: Act) => Promise<T>) =>
  async (of: Act) =>
    isBuyers(of) ? act(of) : finish(of, badToast('order-account-only'))

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
  // Who is signed in as somebody else has the link and nothing more.
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

/** Who asks for a return: the account, or whoever has the link. */
function askerOf({ args, seen }: Pick<Act, 'args' | 'seen'>): Asker {
  const { by, buyerId, linkVersion, order } = seen.opened
  const network = networkOf(args.context.get(requestContext).ip)
  return {
    orderId: order.id,
    ...(by === 'account' ? { by, userId: buyerId } : { by, linkVersion, network }),
  }
}

const askedToast = (act: Pick<Act, 'seen'>) =>
  goodToast(isBuyers(act) ? 'return-asked' : 'return-asked-by-link')

async function askBack(act: Act) {
  const done = await askWithout(act.shop, act.form, askerOf(act))
  return done.ok ? finish(act, askedToast(act)) : refuseReturn(done, readTyped(act.form))
}

async function askByUpload(act: Omit<Act, 'form'>) {
  const done = await askWithPhotos(act.shop, act.args.request, askerOf(act))
  return done.ok ? finish(act, askedToast(act)) : refuseReturn(done, done.typed)
}

async function callOff(act: Act) {
  const { args, shop, seen, form } = act
  const { buyerId, linkVersion, order } = seen.opened
  const returnId = readId(readText(form, 'return'))
  const version = Number(readText(form, 'version', 10))
  if (!returnId) return finish(act, badToast('bad-form'))
  const { ip } = args.context.get(requestContext)
  const named = { returnId, version }
  const done = isBuyers(act)
    ? await callOffReturn(shop, buyerId, ip, named)
    : await callOffReturnByLink(shop, { linkVersion, ip }, { ...named, orderId: order.id })
  return finish(act, done.ok ? goodToast('return-called-off') : badToast(done))
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
 * `pay`, `message`, `again` and `return` for whoever sees the order, `return-cancel` for who has asked; the others for
 * its account.
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

/** Where a refused return is to be chosen anew. */
const AT: Partial<Record<Reason, RefusedReturn['at']>> = {
  'return-lines-bad': 'units',
  'exchange-not-chosen': 'unchosen',
  'exchange-not-offered': 'chosen',
  'exchange-sold-out': 'chosen',
}

const refuseReturn = (done: Reasoned, typed: TypedReturn) => {
  const refused: RefusedReturn = {
    asked: typed,
    refusal: formatRefusal(done),
    at: AT[done.reason] ?? null,
  }
  return data(refused, { status: statusOf(done.reason), headers: ORDER_HEADERS })
}
