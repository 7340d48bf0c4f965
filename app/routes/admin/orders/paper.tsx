import { withThumbnails } from '../../../modules/catalogue/find-thumbnails.ts'
import { findAdminOrder } from '../../../modules/orders/find-admin-order.ts'
import { listAttempts } from '../../../modules/payments/payments.ts'
import { listOwnRefunds } from '../../../modules/refunds/list-refunds.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { PAPERS, PaperSheet } from '../../../ui/admin/orders/paper-sheet.tsx'
import { shopContext } from '../../../web/context.ts'
import { readTwice } from '../../../web/read-twice.ts'
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

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const { orderNumber, paper } = params
  if (!isPaper(paper)) throw new Response(null, { status: 404 })
  const order = await readTwice(() => findAdminOrder(shop.db, orderNumber))
  if (!order) throw new Response(null, { status: 404 })
  const attempts = paper === 'invoice' ? await listAttempts(shop.db, { orderId: order.id }) : []
  const channel = attempts.find(({ status }) => status === 'paid')?.channel ?? null
  // Who packs compares what is in the hand; an invoice is words and sums.
  const lines = paper === 'slip' ? await withThumbnails(shop, order.lines) : order.lines
  const refunds = paper === 'invoice' ? await listOwnRefunds(shop.db, order.id) : []
  return { order: { ...order, lines, channel, refunds }, paper }
}

export default function OrderPaper({ loaderData: { order, paper } }: Route.ComponentProps) {
  return <PaperSheet order={order} paper={paper} />
}
