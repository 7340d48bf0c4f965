import type {
  AdminOrderDetails,
  HistoryEvent,
} from '../../../../modules/orders/staff/find-admin-order.ts'
import { formatDateTime } from '../../../../rules/dates.ts'
import { formatCoded } from '../../../../rules/messages/message.ts'
import { type OrderNote, orderNotes } from '../../../../rules/messages/orders/orders.ts'
import { STAFF_STATUS_WORDS } from '../../../../rules/messages/orders/words.ts'
import { Part } from '../../list/side-panel.tsx'

/** When an order came where. */
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

/** Whoever has the link of a parcel is named by what they did. */
const byWhom = ({ by, note }: HistoryEvent) =>
  by ? `by ${by}` : note?.code.endsWith('released-by-link') ? '' : 'automatically'

/** What happened to an order, and by whom. */
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
