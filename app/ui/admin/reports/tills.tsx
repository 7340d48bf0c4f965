import type { TillShift } from '../../../modules/reports/read-tills.ts'
import { formatClock, formatDateTime } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { Panel } from '../panel.tsx'
import { ShiftBadge, VarianceBadge } from '../till/shift-badge.tsx'
import { PanelPart } from './panel-part.tsx'
import { PanelLink } from './recent-orders.tsx'

const when = ({ openedAt, openedBy, closedAt, closedBy }: TillShift) =>
  closedAt
    ? `Closed at ${formatClock(closedAt)} by ${closedBy ?? ''}`
    : `Since ${formatDateTime(openedAt)}, ${openedBy}`

/** The shifts that are open now, and how those of today came out. */
export const Tills = ({ shifts }: { shifts: readonly TillShift[] | null }) => (
  <Panel title="Tills today" action={<PanelLink to="/admin/shifts">All shifts</PanelLink>}>
    <PanelPart part={shifts} error="Error loading the tills.">
      {(rows) =>
        rows.length === 0 ? (
          <p className="py-3 text-quiet">No shift is open, and none was closed today.</p>
        ) : (
          <ul>
            {rows.map((shift) => (
              <li key={shift.id} className="border-t border-line first:border-t-0">
                <Link
                  to={`/admin/shifts?shift=${shift.id}`}
                  className="-mx-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card px-2 py-2 hover:bg-sand"
                >
                  <span className="min-w-0 grow basis-36">
                    <span className="block font-semibold wrap-anywhere text-lake">
                      {shift.till}
                    </span>
                    <span className="block text-sm wrap-anywhere text-quiet">{when(shift)}</span>
                    {shift.isAway ? (
                      <span className="block text-sm text-quiet">
                        Last heard of {formatDateTime(shift.lastSeenAt)}
                      </span>
                    ) : null}
                  </span>
                  <span className="ml-auto grid justify-items-end gap-0.5">
                    <span className="font-semibold tabular-nums">
                      {formatKwacha(shift.amount)}
                      <span className="block text-right text-sm font-normal text-quiet">
                        {formatAmount(shift.sales)} {shift.sales === 1 ? 'sale' : 'sales'}
                      </span>
                    </span>
                    <span className="flex flex-wrap justify-end gap-1">
                      {shift.isAway ? <Badge tone="warm">Out of touch</Badge> : null}
                      {shift.variance === null ? (
                        <ShiftBadge isOpen={shift.closedAt === null} />
                      ) : (
                        <VarianceBadge variance={shift.variance} />
                      )}
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
