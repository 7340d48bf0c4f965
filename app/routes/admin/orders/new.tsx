import { data } from 'react-router'
import { makeOrder } from '../../../modules/checkout/drafts/make-order.ts'
import { listDelivered } from '../../../rules/checkout/delivery.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import { readPayHours } from '../../../rules/orders/order-draft.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { DraftForm } from '../../../ui/admin/orders/drafts/draft-form.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/new'
import {
  changeDraft,
  checkSent,
  emptyDraft,
  linesOf,
  listWays,
  readDraft,
  refuseDraft,
  renderDraft,
} from './read-draft.ts'

export const meta = () => [{ title: `New order | ${settings().name}` }]

export async function loader({ context }: Route.LoaderArgs) {
  return {
    state: await renderDraft(context.get(shopContext), emptyDraft()),
    couriers: listWays(),
    districts: listDelivered(),
  }
}

/** Searches products, computes the total, and makes the order. */
export async function action(args: Route.ActionArgs) {
  const { form, actor } = await readAct(args)
  const shop = args.context.get(shopContext)
  const draft = readDraft(form)
  const changed = await changeDraft(shop, draft, form)
  if (changed) return data(changed)
  const checked = checkSent(draft)
  if (!checked.ok) return refuseDraft(shop, draft, checked.errors)
  const rendered = await renderDraft(shop, draft)
  const made = await makeOrder(shop, actor, {
    customer: checked.customer,
    lines: linesOf(rendered.shown, draft.units),
    hours: readPayHours(draft.values.hours),
    key: draft.key,
  })
  if (!made.ok)
    return data({ ...rendered, refusal: formatRefusal(made) }, { status: statusOf(made.reason) })
  const panel = `/admin/orders?order=${made.orderNumber}`
  return redirectWith(args.context, panel, goodToast('order-made', made))
}

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="New order" back={{ to: '/admin/orders', label: 'Orders' }} />
      <DraftForm
        state={actionData ?? loaderData.state}
        couriers={loaderData.couriers}
        districts={loaderData.districts}
        act="Make order"
      />
    </>
  )
}
