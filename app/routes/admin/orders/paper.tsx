import { listPicking } from '../../../modules/orders/parcels/list-picking.ts'
import { openLinkOf } from '../../../modules/orders/parcels/rider-link.ts'
import { listShipments, type Shipment } from '../../../modules/orders/shipments/list-shipments.ts'
import {
  type AdminOrderDetails,
  findAdminOrder,
} from '../../../modules/orders/staff/find-admin-order.ts'
import { listAttempts } from '../../../modules/payments/payments.ts'
import { listOwnRefunds } from '../../../modules/refunds/list-refunds.ts'
import { linesOnSlip } from '../../../rules/orders/shipments.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { PAPERS, PaperSheet } from '../../../ui/admin/orders/paper-sheet.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-part.ts'
import type { Route } from './+types/paper'

const isPaper = (text: string): text is keyof typeof PAPERS => Object.hasOwn(PAPERS, text)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `${PAPERS[loaderData.paper]} ${loaderData.order.orderNumber} | ${settings().name}`
      : settings().name,
  },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { orderNumber, paper } = params
  if (!isPaper(paper)) throw new Response(null, { status: 404 })
  const order = await readTwice(() => findAdminOrder(shop.db, orderNumber))
  if (!order) throw new Response(null, { status: 404 })
  const attempts = paper === 'invoice' ? await listAttempts(shop.db, { orderId: order.id }) : []
  const channel = attempts.find(({ status }) => status === 'paid')?.channel ?? null
  const asked = new URL(request.url).searchParams.get('parcel')
  const parcels = paper === 'slip' || asked !== null ? await listShipments(shop.db, [order.id]) : []
  const parcel = asked === null ? null : findParcelOf(order, parcels, asked)
  // Packers walk to the shelf and compare products with pictures; an invoice needs only texts and sums.
  const lines =
    paper === 'slip'
      ? await listPicking(shop, parcel?.shown.lines ?? linesOnSlip(order.lines, parcels))
      : order.lines
  const refunds = paper === 'invoice' ? await listOwnRefunds(shop.db, order.id) : []
  // The rider's link is for parcels on their way, not for one that has arrived.
  const hasRider = paper === 'slip' && !parcel?.deliveredAt
  const riderUrl = hasRider ? openLinkOf(shop, order, parcels) : null
  const shown = parcel ? { ...order, ...parcel.shown } : order
  return { order: { ...shown, lines, channel, refunds, riderUrl }, paper }
}

/** The parcel with this number of an order that is sent in parts: its slip lists only its own items. */
function findParcelOf({ lines }: AdminOrderDetails, parcels: readonly Shipment[], number: string) {
  const parcel = parcels.find((one) => String(one.number) === number)
  if (!parcel) throw new Response(null, { status: 404 })
  const { courierName, waybill } = parcel
  const inIt = parcel.lines.flatMap(({ orderItemId, quantity }) => {
    const line = lines.find((one) => one.id === orderItemId)
    return line ? [{ ...line, quantity }] : []
  })
  const shown = { courierName, waybill, lines: inIt, parcel: parcel.number }
  return { shown, deliveredAt: parcel.deliveredAt }
}

export default function OrderPaper({ loaderData: { order, paper } }: Route.ComponentProps) {
  return <PaperSheet order={order} paper={paper} />
}
