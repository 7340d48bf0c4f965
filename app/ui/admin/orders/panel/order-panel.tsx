import { Printer } from 'lucide-react'
import type { OrderMessage } from '../../../../modules/orders/messages/list-messages.ts'
import type { ReadySentence } from '../../../../modules/orders/messages/ready-sentences.ts'
import type {
  AdminOrderDetails,
  HistoryEvent,
} from '../../../../modules/orders/staff/find-admin-order.ts'
import type { ReturnPhoto } from '../../../../modules/returns/list-photos.ts'
import type { ListedReturns } from '../../../../modules/returns/list-returns.ts'
import { nothingToPay } from '../../../../rules/messages/orders/order-sums.ts'
import { toPay } from '../../../../rules/orders/orders.ts'
import type { PanelPart } from '../../../../rules/orders/panel-parts.ts'
import { isSettled } from '../../../../rules/payments/payment-transitions.ts'
import { Link } from '../../../kit/link.tsx'
import type { InsteadOf } from '../../../shop/returns/returned-line.tsx'
import { Badge } from '../../badge.tsx'
import { NotRead } from '../../list/rows.tsx'
import { Part, SidePanel } from '../../list/side-panel.tsx'
import {
  AskProvider,
  PaymentAttempts,
  type ShownAttempt,
} from '../../payments/payment-attempts.tsx'
import { Refunds, type RefundsMoney } from '../../refunds/refunds.tsx'
import { Returns } from '../../returns/returns.tsx'
import type { SettleParts } from '../../returns/settle-form.tsx'
import type { RefusedWords } from '../answer-form.tsx'
import { Messages } from '../messages.tsx'
import { RefundedBadge, StatusBadge } from '../status-badge.tsx'
import type { MoveConflict } from '../status-form.tsx'
import { History, Stamps } from './order-history.tsx'
import { OrderWork, type WorkOrder } from './order-work.tsx'
import { PanelParts } from './panel-parts.tsx'

/** The data of the open part. */
type Shown =
  | ({ part: 'order' } & Pick<
      WorkOrder,
      'lines' | 'parcels' | 'nextParcel' | 'riderUrl' | 'staffNotes' | 'attempts'
    >)
  | {
      part: 'messages'
      messages: readonly OrderMessage[]
      sentences: readonly ReadySentence[]
    }
  | ({
      part: 'returns'
      returns: ListedReturns
      choices: InsteadOf
      photos: readonly ReturnPhoto[]
      nextReturn: string
    } & SettleParts)
  | ({ part: 'money' } & RefundsMoney)
  | { part: 'history'; attempts: readonly ShownAttempt[]; history: readonly HistoryEvent[] }

type PanelOrder = AdminOrderDetails & {
  /** The link by which the customer opens the order. */
  link: string
  /** The status that was just set, and how long it can be undone. */
  undo: { move: number; leftMs: number } | null
  part: PanelPart
  shown: Shown | null
}

type Props = {
  order: PanelOrder
  /** The saved tags of the shop. */
  tags: readonly string[]
  conflict: MoveConflict | null
  refused: RefusedWords
}

/** The details of one order with its acts, one part at a time. */
export const OrderPanel = (props: Props) => {
  const { order } = props
  return (
    <SidePanel name="order" title={order.orderNumber}>
      <div className="flex flex-wrap items-center gap-2">
        <StatusBadge status={order.status} />
        <Badge tone={order.paidAt ? 'good' : 'plain'}>
          {toPay(order) === 0 ? nothingToPay(order) : order.paidAt ? 'Paid' : 'Not paid'}
        </Badge>
        <RefundedBadge order={order} />
        <span className="-ml-2 flex basis-full flex-wrap">
          <PaperLink order={order.orderNumber} paper="slip" label="Packing slip" />
          <PaperLink order={order.orderNumber} paper="invoice" label="Invoice" />
        </span>
      </div>
      <PanelParts
        open={order.part}
        waiting={{ messages: order.messagesWaiting, returns: order.returnsWaiting }}
      />
      {order.shown ? (
        <Open {...props} shown={order.shown} />
      ) : (
        <NotRead error="Error loading this part of the order." />
      )}
    </SidePanel>
  )
}

function Open({ order, tags, conflict, refused, shown }: Props & { shown: Shown }) {
  switch (shown.part) {
    case 'order':
      return <OrderWork order={{ ...order, ...shown }} tags={tags} conflict={conflict} />
    case 'messages':
      return order.anonymizedAt && shown.messages.length === 0 ? (
        <p>Nothing was written, and nobody is named in it any more.</p>
      ) : (
        <Messages order={{ ...order, ...shown }} refused={refused} />
      )
    case 'returns':
      return (
        <Returns order={{ ...order, nextReturn: shown.nextReturn }} settle={shown} {...shown} />
      )
    case 'money':
      return <Refunds order={{ ...order, nextRefund: shown.nextRefund }} {...shown} />
    default:
      return (
        <>
          <Part title="Payment attempts">
            <PaymentAttempts attempts={shown.attempts} />
            {shown.attempts.some((attempt) => !isSettled(attempt)) ? (
              <AskProvider about="order" id={order.id} />
            ) : null}
          </Part>
          <Stamps order={order} />
          <History history={shown.history} />
        </>
      )
  }
}

const PaperLink = ({ order, paper, label }: { order: string; paper: string; label: string }) => (
  <Link
    to={`/admin/orders/${order}/${paper}`}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-11 items-center gap-1.5 rounded-card px-2 font-semibold text-lake hover:underline"
  >
    <Printer aria-hidden size={18} /> {label}
    <span className="sr-only">(opens in a new tab)</span>
  </Link>
)
