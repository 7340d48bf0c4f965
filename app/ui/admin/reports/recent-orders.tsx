import type { RecentOrder } from '../../../modules/reports/list-recent-orders.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { Panel } from '../panel.tsx'
import { PanelPart } from './panel-part.tsx'

export const RecentOrders = ({ orders }: { orders: RecentOrder[] | null }) => (
  <Panel title="Recent orders" action={<PanelLink to="/admin/orders">All orders</PanelLink>}>
    <PanelPart part={orders} error="Error loading recent orders.">
      {(rows) =>
        rows.length === 0 ? (
          <p className="py-3 text-quiet">No orders yet</p>
        ) : (
          <ul>
            {rows.map((order) => (
              <li key={order.id} className="border-t border-line first:border-t-0">
                <Link
                  to={`/admin/orders?order=${order.orderNumber}`}
                  className="-mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card px-2 py-2 hover:bg-sand"
                >
                  <span className="min-w-0 grow basis-36">
                    <span className="block font-semibold text-lake">{order.orderNumber}</span>
                    <span className="block text-sm wrap-anywhere text-quiet">{order.customer}</span>
                    <span className="block text-sm text-quiet">
                      {formatDateTime(order.createdAt)}
                    </span>
                  </span>
                  <span className="ml-auto grid justify-items-end gap-0.5">
                    <span className="font-semibold tabular-nums">
                      {formatKwacha(order.totalAmount)}
                    </span>
                    <span className="flex flex-wrap justify-end gap-1">
                      {order.reviewReason ? <Badge tone="bad">Needs a person</Badge> : null}
                      <StatusBadge status={order.status} />
                    </span>
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )
      }
    </PanelPart>
  </Panel>
)

export const PanelLink = ({ to, children }: { to: string; children: string }) => (
  <Link
    to={to}
    className="inline-flex min-h-11 items-center font-semibold text-lake underline-offset-4 hover:underline"
  >
    {children}
  </Link>
)
