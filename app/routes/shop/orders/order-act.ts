import type { Shop } from '../../../platform/shop.server.ts'
import { badToast, redirectWith, type Toast } from '../../../web/toasts.ts'
import type { Route } from './+types/order'
import { readOrder } from './read-order.ts'

/** An order as the actor sees it. */
export type Act = {
  args: Route.ActionArgs
  shop: Shop
  seen: Awaited<ReturnType<typeof readOrder>> & { opened: { ok: true } }
  form: FormData
}

export const finish = ({ args, seen }: Pick<Act, 'args' | 'seen'>, toast: Toast) =>
  redirectWith(args.context, seen.path, toast)
export const isBuyers = ({ seen }: Pick<Act, 'seen'>) => seen.opened.by === 'account'

/** Only for the order's account: a link that was passed on must not cancel what somebody has ordered. */
export const ofBuyer =
  <T>(act: (act: Act) => Promise<T>) =>
  async (of: Act) =>
    isBuyers(of) ? act(of) : finish(of, badToast('order-account-only'))
