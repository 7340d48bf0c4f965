import type { RecentOrder } from '../../../modules/reports/list-recent-orders.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { customerWords } from '../../../rules/messages/orders/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Badge } from '../badge.tsx'
import { StatusBadge } from '../orders/status-badge.tsx'
import { Panel } from '../panel.tsx'
import { PanelLink, PanelRows } from './panel-part.tsx'

export const RecentOrders = ({ orders }: { orders: RecentOrder[] | null }) => (
  <Panel folds title="Recent orders" action={<PanelLink to="/admin/orders">All orders</PanelLink>}>
    <PanelRows
      rows={orders}
      error="Error loading recent orders."
      empty="No orders yet"
      hrefOf={({ orderNumber }) => `/admin/orders?order=${orderNumber}`}
      renderName={(order) => (
        <>
          <span className="block font-semibold text-lake">{order.orderNumber}</span>
          <span className="block text-sm wrap-anywhere text-quiet">{customerWords(order)}</span>
          <span className="block text-sm text-quiet">{formatDateTime(order.createdAt)}</span>
        </>
      )}
      renderFigures={(order) => (
        <>
          <span className="font-semibold tabular-nums">{formatKwacha(order.totalAmount)}</span>
          <span className="flex flex-wrap justify-end gap-1">
            {order.reviewReason ? <Badge tone="bad">Needs a person</Badge> : null}
            <StatusBadge status={order.status} />
          </span>
        </>
      )}
    />
  </Panel>
)
