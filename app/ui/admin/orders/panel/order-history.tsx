import type {
  AdminOrderDetails,
  HistoryEvent,
} from '../../../../modules/orders/staff/find-admin-order.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { formatCoded } from '../../../../rules/messages/message.ts'
import { type OrderNote, orderNotes } from '../../../../rules/messages/orders/orders.ts'
import { STAFF_STATUS_WORDS } from '../../../../rules/messages/orders/words.ts'
import { Part } from '../../list/side-panel.tsx'

/** The dates of an order's steps. */
export function Stamps({ order }: { order: AdminOrderDetails }) {
  const stamps = [
    ['Placed', order.createdAt],
    [
      'Waits for payment until',
      order.status === 'pending' && !order.paidAt ? order.expiresAt : null,
    ],
    ['Paid', order.paidAt],
    ['Packed', order.packedAt],
    ['Shipped', order.shippedAt],
    ['Delivered', order.deliveredAt],
    ['Cancelled', order.cancelledAt],
  ] as const
  return (
    <Part title="Dates">
      <dl>
        {stamps.map(([label, date]) =>
          date ? (
            <div
              key={label}
              className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1"
            >
              <dt className="text-quiet">{label}</dt>
              <dd className="tabular-nums">{formatDateTime(date)}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Part>
  )
}

const formatNote = (note: OrderNote | null) => note && formatCoded(orderNotes, note)

/** An event by a parcel's link has no person; its note says what happened. */
const byWhom = ({ by, note }: HistoryEvent) =>
  by ? `by ${by}` : note?.code.endsWith('released-by-link') ? '' : 'automatically'

/** The events of an order, and who caused them. */
export const History = ({ history }: { history: readonly HistoryEvent[] }) => (
  <Part title="History">
    <ol>
      {history.map((event) => (
        <li key={event.id} className="border-t border-line py-1.5">
          <p className="wrap-anywhere">
            {event.from !== null && event.from !== event.to
              ? `${STAFF_STATUS_WORDS[event.from]} to ${STAFF_STATUS_WORDS[event.to]}`
              : formatNote(event.note)}
            {event.from !== null && event.from !== event.to && event.note
              ? `: ${formatNote(event.note)}`
              : ''}
          </p>
          <p className="text-sm text-quiet wrap-anywhere">
            {formatDateTime(event.createdAt)} {byWhom(event)}
          </p>
        </li>
      ))}
    </ol>
  </Part>
)
