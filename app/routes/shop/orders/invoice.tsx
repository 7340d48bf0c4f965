import { data } from 'react-router'
import { listOwnRefunds } from '../../../modules/refunds/list-refunds.ts'
import { PaperSheet } from '../../../ui/admin/orders/paper-sheet.tsx'
import { unlisted } from '../../../ui/kit/meta.ts'
import { ORDER_HEADERS } from '../../../web/no-store.ts'
// The same paper as the staff's, with its styles.
import '../../../ui/admin/staff.css'
import { shopContext } from '../../../web/context.ts'
import type { Route } from './+types/invoice'
import { readOrder } from './read-order.ts'

export const meta: Route.MetaFunction = ({ params }) => unlisted(`Invoice ${params.orderNumber}`)
export const headers: Route.HeadersFunction = () => ORDER_HEADERS

export async function loader(args: Route.LoaderArgs) {
  const { opened } = await readOrder(args)
  if (!opened.ok) throw new Response(null, { status: 404, headers: ORDER_HEADERS })
  const { order } = opened
  const refunds = await listOwnRefunds(args.context.get(shopContext).db, order.id)
  return data(
    { order: { ...order, refunds, channel: order.payment?.channel ?? null } },
    { headers: ORDER_HEADERS },
  )
}

export default function Invoice({ loaderData: { order } }: Route.ComponentProps) {
  return <PaperSheet order={order} paper="invoice" />
}
