import { findAdminOrder } from '../../../modules/orders/find-admin-order.ts'
import { SHOP } from '../../../shop.ts'
import { PAPERS, PaperSheet } from '../../../ui/admin/orders/paper-sheet.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-twice.ts'
import type { Route } from './+types/paper'

const isPaper = (text: string): text is keyof typeof PAPERS => Object.hasOwn(PAPERS, text)

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData
      ? `${PAPERS[loaderData.paper]} ${loaderData.order.orderNumber} | ${SHOP.name}`
      : SHOP.name,
  },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  const { orderNumber, paper } = params
  if (!isPaper(paper)) throw new Response(null, { status: 404 })
  const order = await readTwice(() => findAdminOrder(db, orderNumber))
  if (!order) throw new Response(null, { status: 404 })
  const channel = order.attempts.find(({ status }) => status === 'paid')?.channel ?? null
  return { order: { ...order, channel }, paper }
}

export default function OrderPaper({ loaderData: { order, paper } }: Route.ComponentProps) {
  return <PaperSheet order={order} paper={paper} />
}
