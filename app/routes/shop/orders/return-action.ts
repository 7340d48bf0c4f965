import { data } from 'react-router'
import { callOffReturn, callOffReturnByLink } from '../../../modules/returns/move-return.ts'
import { formatRefusal, type Reason, type Reasoned } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { networkOf } from '../../../rules/network.ts'
import type { RefusedReturn } from '../../../ui/shop/returns/return-form.tsx'
import type { TypedReturn } from '../../../ui/shop/returns/return-form-line.tsx'
import { requestContext } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
import { badToast, goodToast } from '../../../web/toasts.ts'
import { type Act, finish, isBuyers } from './order-act.ts'
import { type Asker, askWithout, askWithPhotos, readTyped } from './return-upload.ts'

/** Who requests a return: the account, or whoever has the link. */
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

export async function askBack(act: Act) {
  const done = await askWithout(act.shop, act.form, askerOf(act))
  return done.ok ? finish(act, askedToast(act)) : refuseReturn(done, readTyped(act.form))
}

export async function askByUpload(act: Omit<Act, 'form'>) {
  const done = await askWithPhotos(act.shop, act.args.request, askerOf(act))
  return done.ok ? finish(act, askedToast(act)) : refuseReturn(done, done.typed)
}

export async function callOff(act: Act) {
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

/** The part of the form in which a refused return must be changed. */
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
