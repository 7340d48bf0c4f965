import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import {
  type AdminOrder,
  listAdminOrders,
  listOrdersUnderReview,
  ORDER_SORTS,
  type OrderSort,
} from '../../../modules/orders/staff/list-admin-orders.ts'
import { listTags } from '../../../modules/orders/staff/tag-order.ts'
import { formatDate } from '../../../rules/dates.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import {
  customerWords,
  STAFF_STATUS_WORDS,
  WAITING_WORDS,
} from '../../../rules/messages/orders/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { MESSAGE_STATES } from '../../../rules/orders/order-messages.ts'
import { ORDER_STATUSES, WAITING_STATES } from '../../../rules/orders/orders.ts'
import { firstPart, PANEL_PARTS } from '../../../rules/orders/panel-parts.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Badge, Badges } from '../../../ui/admin/badge.tsx'
import { Email } from '../../../ui/admin/email.tsx'
import { type Column, DataTable, statusColumn } from '../../../ui/admin/list/data-table.tsx'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { NotRead, PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { BesideList, DateBelow, openColumn, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { BULK_FORM, BulkStatus } from '../../../ui/admin/orders/bulk-status.tsx'
import { OrdersHead } from '../../../ui/admin/orders/orders-head.tsx'
import { OrderPanel } from '../../../ui/admin/orders/panel/order-panel.tsx'
import { OrderReviewList } from '../../../ui/admin/orders/review.tsx'
import { BulkReport } from '../../../ui/admin/orders/status/bulk-report.tsx'
import { MoveQuestionBox } from '../../../ui/admin/orders/status/move-question.tsx'
import { RefundedBadge, StatusBadge } from '../../../ui/admin/orders/status-badge.tsx'
import { useAnswer, useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readFilter, readListAddress, readWord } from '../../../web/lists/list-query.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { actOnOrders } from './action.ts'
import { openOrder } from './open-order.ts'

export const meta = () => [{ title: `Orders Management | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const query = readOrdersQuery(request)
  const printed = { entity: 'order', label: 'list-orders', query } as const
  const asked = { ...query, limit: await limitPrinted(args, STAFF_PAGE, printed) }
  const open = new URL(request.url).searchParams.get('order')
  const part = readFilter(request, 'part', PANEL_PARTS) ?? firstPart(query)
  const [page, inNeed, tags, order] = await Promise.all([
    readPart(shop, 'orders', () => listAdminOrders(shop.db, asked)),
    readPart(shop, 'orders in need', () => listOrdersUnderReview(shop.db)),
    readPart(shop, 'tags', () => listTags(shop.db)),
    open === null ? null : openOrder(args, open, part),
  ])
  return { page, inNeed, tags: tags ?? [], open, order, empty: EMPTY[whyEmpty(query)] }
}

const readOrdersQuery = (request: Request) => ({
  ...readListAddress<OrderSort>(request, ORDER_SORTS),
  status: readFilter(request, 'status', ORDER_STATUSES),
  messages: readFilter(request, 'messages', MESSAGE_STATES),
  waiting: readFilter(request, 'waiting', WAITING_STATES),
  tag: readWord(request, 'tag'),
})

function whyEmpty(query: ReturnType<typeof readOrdersQuery>): keyof typeof EMPTY {
  const { search, status, messages, waiting, tag } = query
  if (messages !== null && !(search || status || waiting || tag)) return 'answered'
  return search || status || messages || waiting || tag ? 'narrowed' : 'all'
}

export const action = (args: Route.ActionArgs) => actOnOrders(args)

export default function Orders({ loaderData, actionData }: Route.ComponentProps) {
  const { page, inNeed, tags, open, order, empty } = loaderData
  const isLive = useLiveAdmin()
  const answer = useAnswer(actionData)
  const overtaken =
    answer && 'conflict' in answer && answer.conflict
      ? { ...answer.conflict, ...answer.values }
      : null
  const reply = answer && 'refusedAnswer' in answer ? answer.refusedAnswer : null
  const sentence = answer && 'refusedSentence' in answer ? answer.refusedSentence : null
  const panel = panelOf(
    'order',
    open,
    order && (
      <OrderPanel
        key={order.id}
        order={order}
        tags={tags}
        conflict={overtaken?.order === order.id ? overtaken : null}
        refused={{ reply: reply?.orderId === order.id ? reply : null, sentence }}
      />
    ),
  )
  return (
    <>
      <OrdersHead isLive={isLive}>
        {/* On a phone the panel takes the place of the list. */}
        <ButtonLink
          to="/admin/orders/new"
          className={`max-sm:size-11 max-sm:px-0 ${panel ? 'max-xl:hidden' : ''}`}
        >
          <Plus aria-hidden size={18} className="sm:hidden" />
          <span className="max-sm:sr-only">New order</span>
        </ButtonLink>
      </OrdersHead>
      {answer && 'bulk' in answer ? <BulkReport {...answer.bulk} /> : null}
      {answer && 'moveQuestion' in answer ? <MoveQuestionBox {...answer.moveQuestion} /> : null}
      <BesideList panel={panel}>
        <OrderReviewList orders={inNeed ?? []} />
        <ListTools
          label="Search by number, email, phone or name"
          filters={[
            stateFilter('status', 'Status', ORDER_STATUSES, STAFF_STATUS_WORDS),
            stateFilter('messages', 'Messages', MESSAGE_STATES, { waiting: 'Messages to answer' }),
            ...(tags.length > 0
              ? [{ name: 'tag', label: 'Tag', options: tags.map((tag) => [tag, tag] as const) }]
              : []),
            stateFilter('waiting', 'To do', WAITING_STATES, WAITING_WORDS),
          ]}
          csv="/admin/orders.csv"
          narrowed={[]}
        />
        {page && inNeed === null ? <NotRead error={NOT_READ} /> : null}
        <PagedRows page={page} error={NOT_READ} {...empty}>
          {(rows) => (
            <DataTable
              caption="Online orders"
              order="-placed"
              rows={rows}
              columns={panel ? BESIDE : COLUMNS}
              choice={{ form: BULK_FORM, name: 'order', of: (row) => row.orderNumber }}
              bulk={<BulkStatus rows={rows} />}
            />
          )}
        </PagedRows>
      </BesideList>
    </>
  )
}

/** The texts of an empty list. */
const EMPTY = {
  all: { empty: 'No orders found', hint: 'What customers order appears here at once.' },
  narrowed: { empty: 'No orders found', hint: TRY_OTHERS },
  answered: { empty: 'Nothing to answer', hint: 'All messages from customers are answered.' },
}

const NOT_READ = 'Error loading orders.'

const orderWith = (below: (row: AdminOrder) => ReactNode) =>
  openColumn<AdminOrder>('Order', 'order', (row) => row.orderNumber, below)
const STATUS = statusColumn<AdminOrder>((row) => (
  <Badges>
    <StatusBadge status={row.status} />
    {row.paidAt || row.status === 'pending' || row.status === 'cancelled' ? null : (
      <Badge>Not paid</Badge>
    )}
    <RefundedBadge order={row} />
    {row.status === 'processing' && row.packedAt ? <Badge tone="good">Packed</Badge> : null}
    {row.status === 'processing' && row.shippedCount > 0 ? (
      <Badge tone="busy">
        {row.shippedCount} of {row.itemCount} items sent
      </Badge>
    ) : null}
    {row.isOwed ? <Badge>Pre-order</Badge> : null}
    {row.tags.map((tag) => (
      <Badge key={tag}>{tag}</Badge>
    ))}
    {row.hasMessage ? <Badge tone="bad">Message</Badge> : null}
  </Badges>
))
const TOTAL: Column<AdminOrder> = {
  label: 'Total',
  sort: 'total',
  isFigure: true,
  show: (row) => <span className="whitespace-nowrap">{formatKwacha(row.totalAmount)}</span>,
}
const MessageStart = ({ text }: { text: string | null }) =>
  text ? <span className="line-clamp-2 max-w-96 text-sm wrap-anywhere">“{text}”</span> : null

const COLUMNS: readonly Column<AdminOrder>[] = [
  orderWith((row) => <DateBelow>{formatDate(row.createdAt)}</DateBelow>),
  {
    label: 'Customer',
    show: (row) => (
      <div className="min-w-0 wrap-anywhere md:min-w-40">
        {customerWords(row)}
        <span className="block text-sm text-quiet">
          <Email address={row.email} />
        </span>
        <MessageStart text={row.message} />
      </div>
    ),
  },
  {
    label: 'Placed',
    sort: 'placed',
    isSpare: true,
    show: (row) => <span className="md:whitespace-nowrap">{formatDate(row.createdAt)}</span>,
  },
  STATUS,
  { label: 'Items', isFigure: true, isSpare: true, show: (row) => row.itemCount },
  TOTAL,
]
/** The columns that fit beside an open order. */
const BESIDE: readonly Column<AdminOrder>[] = [
  orderWith((row) => (
    <>
      <span className="block wrap-anywhere">{customerWords(row)}</span>
      <MessageStart text={row.message} />
    </>
  )),
  STATUS,
  TOTAL,
]
