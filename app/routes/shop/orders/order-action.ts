import { data, redirect } from 'react-router'
import { cancelOwnOrder } from '../../../modules/checkout/cancel-own-order.ts'
import { sendMessage } from '../../../modules/orders/messages/send-message.ts'
import { orderAgain } from '../../../modules/orders/order-again.ts'
import { renewOrderLink } from '../../../modules/orders/renew-order-link.ts'
import { callOffReturn, callOffReturnByLink } from '../../../modules/returns/move-return.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { networkOf } from '../../../rules/network.ts'
import { MESSAGE_KINDS } from '../../../rules/orders/order-messages.ts'
import type { RefusedReturn } from '../../../ui/shop/returns/return-form.tsx'
import type { TypedReturn } from '../../../ui/shop/returns/return-form-line.tsx'
import { requestContext, shopContext } from '../../../web/context.ts'
import {
  LONGEST_REFUSED,
  readForm,
  readId,
  readRequest,
  readText,
} from '../../../web/forms/read-form.ts'
import { payWaiting } from '../../../web/placed-orders.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/order'
import { ORDER_HEADERS, readOrder } from './read-order.ts'
import { type Asker, askWithout, askWithPhotos, isUpload, readTyped } from './return-upload.ts'

/**
 * `pay`, `message`, `again` and `return` for whoever sees the order, `return-cancel` for who has asked; `cancel` and
 * `new-link` for its account alone: a link that was passed on must not end what somebody has ordered.
 */
export async function actOnOwnOrder(args: Route.ActionArgs) {
  const shop = args.context.get(shopContext)
  const { visitor, opened, path } = await readOrder(args)
  if (!opened.ok) return redirect(path)
  const { by, buyerId, linkVersion, order } = opened
  const isBuyer = by === 'account'
  const { ip } = args.context.get(requestContext)
  const network = networkOf(ip)
  const asker: Asker = {
    orderId: order.id,
    ...(isBuyer ? { by, userId: buyerId } : { by, linkVersion, network }),
  }
  const taken = goodToast(isBuyer ? 'return-asked' : 'return-asked-by-link')
  if (isUpload(args.request)) {
    const done = await askWithPhotos(shop, args.request, asker)
    return done.ok ? redirectWith(args.context, path, taken) : refuseReturn(done, done.typed)
  }
  const form = await readForm(args.request)
  switch (readText(form, 'intent')) {
    case 'pay':
      return payWaiting(args, buyerId, order.orderNumber, path, isBuyer ? null : linkVersion)
    case 'cancel': {
      if (!isBuyer) return redirectWith(args.context, path, badToast('order-account-only'))
      const done = await cancelOwnOrder(shop, buyerId, order.orderNumber)
      const toast = done.ok ? goodToast('order-cancelled') : badToast(done)
      return redirectWith(args.context, path, toast)
    }
    case 'new-link':
      if (!isBuyer) return redirectWith(args.context, path, badToast('order-account-only'))
      await renewOrderLink(shop.db, order.id)
      return redirectWith(args.context, path, goodToast('order-link-renewed'))
    case 'message': {
      const typed = {
        kind: MESSAGE_KINDS.find((kind) => kind === readText(form, 'kind')) ?? null,
        text: readText(form, 'text', LONGEST_REFUSED),
      }
      // Who is signed in as somebody else has the link and nothing more.
      const from = {
        orderId: order.id,
        buyerId: isBuyer ? buyerId : null,
        network,
      }
      const sent = await sendMessage(shop, from, typed)
      if (sent.ok) return redirectWith(args.context, path, goodToast('message-sent'))
      const refusal = formatRefusal(sent)
      return data({ typed, refusal }, { status: statusOf(sent.reason), headers: ORDER_HEADERS })
    }
    case 'return': {
      const done = await askWithout(shop, form, asker)
      return done.ok ? redirectWith(args.context, path, taken) : refuseReturn(done, readTyped(form))
    }
    case 'return-cancel': {
      const returnId = readId(readText(form, 'return'))
      const version = Number(readText(form, 'version', 10))
      if (!returnId) return redirectWith(args.context, path, badToast('bad-form'))
      const seen = { returnId, version }
      const done = isBuyer
        ? await callOffReturn(shop, buyerId, ip, seen)
        : await callOffReturnByLink(shop, { linkVersion, ip }, { ...seen, orderId: order.id })
      const toast = done.ok ? goodToast('return-called-off') : badToast(done)
      return redirectWith(args.context, path, toast)
    }
    case 'again': {
      if (!visitor) {
        const signIn = `/auth?${new URLSearchParams({ then: path })}`
        return redirectWith(args.context, signIn, badToast('not-authenticated'))
      }
      const done = await orderAgain(shop, visitor.userId, order.lines, readRequest(form))
      return done.ok
        ? redirectWith(args.context, '/cart', goodToast('order-again', done))
        : redirectWith(args.context, path, badToast(done))
    }
    default:
      return redirectWith(args.context, path, badToast('bad-form'))
  }
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
