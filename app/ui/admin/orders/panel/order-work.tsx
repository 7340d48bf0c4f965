import type { Shipment } from '../../../../modules/orders/shipments/list-shipments.ts'
import type { AdminOrderDetails } from '../../../../modules/orders/staff/find-admin-order.ts'
import { orderSums } from '../../../../rules/messages/orders/order-sums.ts'
import { orderReviewText } from '../../../../rules/messages/orders/words.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import { isPackable, isReleasable, isWaiting } from '../../../../rules/orders/orders.ts'
import { unitsLeft } from '../../../../rules/orders/shipments.ts'
import { Badge } from '../../badge.tsx'
import { FoldedPart, Part } from '../../list/side-panel.tsx'
import type { ShownAttempt } from '../../payments/payment-attempts.tsx'
import { PayLink } from '../drafts/pay-link.tsx'
import { Lines, Sums } from '../lines.tsx'
import { PackForm } from '../pack-form.tsx'
import { ReleaseForm } from '../release-form.tsx'
import { Advice } from '../review.tsx'
import { type StaffNote, StaffNotes, Tags } from '../staff-notes.tsx'
import { CancelForm, type MoveConflict, StatusForm } from '../status-form.tsx'
import { OrderCustomer } from './order-customer.tsx'
import { type ParcelLine, Parcels } from './parcels.tsx'
import { RiderLink } from './rider-link.tsx'

export type WorkOrder = AdminOrderDetails & {
  link: string
  undo: { move: number; leftMs: number } | null
  lines: readonly ParcelLine[]
  parcels: readonly Shipment[]
  nextParcel: string
  riderUrl: string | null
  staffNotes: readonly StaffNote[]
  /** Payment attempts of an order under review. */
  attempts: readonly ShownAttempt[]
}

/** The part of an order for packing, sending and handing over. */
export const OrderWork = ({
  order,
  tags,
  conflict,
}: {
  order: WorkOrder
  tags: readonly string[]
  conflict: MoveConflict | null
}) => (
  <>
    {order.reviewReason ? (
      <div className="rounded-card border-2 border-clay p-3">
        <Badge tone="bad">{orderReviewText(order.reviewReason)}</Badge>
        <Advice
          order={{
            ...order,
            reviewReason: order.reviewReason,
            received: receivedFor(order.attempts),
          }}
        />
      </div>
    ) : null}
    {isWhole(order) ? <Packing order={order} /> : null}
    {isToSend(order) ? <Parcels order={order} /> : null}
    <Part title="Waybill and status">
      <StatusForm order={movedOf(order)} conflict={conflict} />
    </Part>
    {isWaiting(order) ? <PayLink order={order} /> : null}
    {isToSend(order) ? null : <Parcels order={order} />}
    {isReleasable(order) && order.hasReleaseCode ? (
      <FoldedPart title="Hand over the parcel" isOpen={order.status === 'shipped'}>
        <ReleaseForm key={order.version} order={order} />
      </FoldedPart>
    ) : null}
    <RiderLink order={order} />
    <OrderCustomer order={order} />
    <div className="divide-y divide-line border-y border-line">
      <FoldedPart
        title="Items and total"
        beside={<span className="tabular-nums">{formatKwacha(order.totalAmount)}</span>}
        isOpen={!isReleasable(order)}
      >
        <Lines lines={order.lines} />
        <Sums rows={orderSums(order)} />
      </FoldedPart>
      <Tags order={order} kept={tags} />
      <StaffNotes order={order} />
    </div>
    <CancelForm order={movedOf(order)} />
  </>
)

/**
 * Whether the whole order can be packed here: staff who open it to pack start with its pick list, which stays here once
 * it is packed.
 */
const isWhole = (order: WorkOrder) =>
  isPackable(order) &&
  order.parcels.length === 0 &&
  unitsLeft(order.lines, []).some(({ left }) => left > 0)
const isToPack = (order: WorkOrder) => isWhole(order) && order.packedAt === null
const isToSend = (order: WorkOrder) => isPackable(order) && order.parcels.length > 0

const Packing = ({ order }: { order: WorkOrder }) => (
  <Part title="Packing">
    <PackForm key={order.version} order={order} />
  </Part>
)

const movedOf = (order: WorkOrder) => ({
  ...order,
  left: leftOf(order),
  isToPack: isToPack(order),
  hasMessage: order.messagesWaiting > 0,
  hasWaybill: !order.anonymizedAt && order.parcels.length === 0,
})

/** Units still to be sent of an order that is sent in parts; null for one that is sent whole. */
const leftOf = ({ lines, parcels }: WorkOrder) =>
  parcels.length === 0 ? null : unitsLeft(lines, parcels).reduce((sum, line) => sum + line.left, 0)

const receivedFor = (attempts: readonly ShownAttempt[]) =>
  attempts.flatMap(({ paidAmount, paidCurrency }) =>
    paidAmount === null ? [] : [{ amount: paidAmount, currency: paidCurrency ?? '' }],
  )
