import { randomUUID } from 'node:crypto'
import { data } from 'react-router'
import { editOrder } from '../../../modules/checkout/drafts/edit-order.ts'
import {
  type AdminOrderDetails,
  findAdminOrder,
} from '../../../modules/orders/staff/find-admin-order.ts'
import { formatPlace, listDelivered, placesOf } from '../../../rules/checkout/delivery.ts'
import { findCourier } from '../../../rules/checkout/quote.ts'
import { formatRefusal } from '../../../rules/messages/refusals.ts'
import { statusOf } from '../../../rules/messages/statuses.ts'
import {
  type DraftValues,
  readPayHours,
  USUAL_PAY_HOURS,
} from '../../../rules/orders/order-draft.ts'
import { isWaiting } from '../../../rules/orders/orders.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { PICKUP_ID } from '../../../shop.ts'
import { DraftForm } from '../../../ui/admin/orders/drafts/draft-form.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAct } from '../../../web/staff-guards.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import type { Route } from './+types/edit'
import {
  changeDraft,
  checkSent,
  linesOf,
  listWays,
  readDraft,
  refuseDraft,
  renderDraft,
  type SentDraft,
} from './read-draft.ts'

export const meta = ({ params }: Route.MetaArgs) => [
  { title: `Change ${params.orderNumber} | ${settings().name}` },
]

const panelOf = (number: string) => `/admin/orders?order=${encodeURIComponent(number)}`

/** The order when it can be changed; otherwise redirects to the panel that shows it. */
async function findEditable({ params, context }: Pick<Route.LoaderArgs, 'params' | 'context'>) {
  const order = await findAdminOrder(context.get(shopContext).db, params.orderNumber)
  if (!order) throw data(null, { status: 404 })
  if (isWaiting(order)) return order
  throw await redirectWith(context, panelOf(order.orderNumber), badToast('order-not-editable'))
}

export async function loader(args: Route.LoaderArgs) {
  const order = await findEditable(args)
  const { orderNumber } = order
  const state = await renderDraft(args.context.get(shopContext), draftOf(order))
  const shown = new Set(
    state.shown.products.flatMap(({ sizes }) => sizes.map(({ variantId }) => variantId)),
  )
  const names = order.lines.filter(({ variantId }) => !shown.has(variantId)).map(({ name }) => name)
  const refusal = names.length > 0 ? formatRefusal({ reason: 'draft-gone', names }) : null
  return {
    orderNumber,
    couriers: listWays(),
    districts: listDelivered(),
    state: { ...state, refusal },
  }
}

/** Searches products, computes the total, and changes the order. */
export async function action(args: Route.ActionArgs) {
  const { form, actor } = await readAct(args)
  const shop = args.context.get(shopContext)
  const order = await findEditable(args)
  const draft = { ...readDraft(form), held: heldBy(order) }
  const changed = await changeDraft(shop, draft, form)
  if (changed) return data(changed)
  const checked = checkSent({ ...draft, values: { ...draft.values, email: order.email } })
  if (!checked.ok) return refuseDraft(shop, draft, checked.errors)
  const rendered = await renderDraft(shop, draft)
  const edited = await editOrder(shop, actor, {
    orderId: order.id,
    version: draft.version ?? 0,
    customer: checked.customer,
    lines: linesOf(rendered.shown, draft.units),
    hours: readPayHours(draft.values.hours),
  })
  if (!edited.ok)
    return data(
      { ...rendered, refusal: formatRefusal(edited) },
      { status: statusOf(edited.reason) },
    )
  return redirectWith(args.context, panelOf(order.orderNumber), goodToast('order-edited', edited))
}

const unitsOf = ({ lines }: AdminOrderDetails) =>
  new Map(lines.map(({ variantId, quantity }) => [variantId, quantity]))
const heldBy = (order: AdminOrderDetails) => ({
  units: unitsOf(order),
  discountId: order.discountRedeemed ? order.discountId : null,
})

/** The form with the order's current values. */
function draftOf(order: AdminOrderDetails): SentDraft {
  const { shippingAddress, collectAt, courierId } = order
  const courier = findCourier(courierId)
  const place = courier && placesOf(courier).find((one) => formatPlace(one) === collectAt)
  const depot = place && courierId !== PICKUP_ID ? `|${formatPlace(place)}` : ''
  // The address of a depot is not the customer's home address.
  const home = collectAt ? { address: '', city: '', district: '' } : {}
  const values: DraftValues = {
    ...shippingAddress,
    ...home,
    email: order.email,
    delivery: `${courierId}${depot}`,
    code: order.discountRedeemed ? (order.discountCode ?? '') : '',
    notes: order.notes ?? '',
    hours: String(USUAL_PAY_HOURS),
  }
  const products = [...new Set(order.lines.map(({ productId }) => productId))]
  const { version } = order
  return {
    values,
    products,
    units: unitsOf(order),
    unread: new Map(),
    version,
    key: randomUUID(),
    held: heldBy(order),
  }
}

export default function EditOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { orderNumber, couriers, districts } = loaderData
  return (
    <>
      <PageHead
        title={`Change ${orderNumber}`}
        back={{ to: `/admin/orders?order=${orderNumber}`, label: orderNumber }}
      />
      <DraftForm
        state={actionData ?? loaderData.state}
        couriers={couriers}
        districts={districts}
        act="Save the order"
        isEdit
      />
    </>
  )
}
