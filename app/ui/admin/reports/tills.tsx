import type { TillShift } from '../../../modules/reports/read-tills.ts'
import { formatClock, formatDateTime } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { Badge } from '../badge.tsx'
import { Panel } from '../panel.tsx'
import { ShiftBadge, VarianceBadge } from '../till/shift-badge.tsx'
import { PanelLink, PanelRows } from './panel-part.tsx'

const when = ({ openedAt, openedBy, closedAt, closedBy }: TillShift) =>
  closedAt
    ? `Closed at ${formatClock(closedAt)} by ${closedBy ?? ''}`
    : `Since ${formatDateTime(openedAt)}, ${openedBy}`

/** The open shifts, and the results of today's closed ones. */
export const Tills = ({ shifts }: { shifts: readonly TillShift[] | null }) => (
  <Panel folds title="Tills today" action={<PanelLink to="/admin/shifts">All shifts</PanelLink>}>
    <PanelRows
      rows={shifts}
      error="Error loading the tills."
      empty="No shift is open, and none was closed today."
      hrefOf={({ id }) => `/admin/shifts?shift=${id}`}
      renderName={(shift) => (
        <>
          <span className="block font-semibold wrap-anywhere text-lake">{shift.till}</span>
          <span className="block text-sm wrap-anywhere text-quiet">{when(shift)}</span>
          {shift.isAway ? (
            <span className="block text-sm text-quiet">
              Last seen {formatDateTime(shift.lastSeenAt)}
            </span>
          ) : null}
        </>
      )}
      renderFigures={(shift) => (
        <>
          <span className="font-semibold tabular-nums">
            {formatKwacha(shift.amount)}
            <span className="block text-right text-sm font-normal text-quiet">
              {formatAmount(shift.sales)} {shift.sales === 1 ? 'sale' : 'sales'}
            </span>
          </span>
          <span className="flex flex-wrap justify-end gap-1">
            {shift.isAway ? <Badge tone="warm">Offline</Badge> : null}
            {shift.variance === null ? (
              <ShiftBadge isOpen={shift.closedAt === null} />
            ) : (
              <VarianceBadge variance={shift.variance} />
            )}
          </span>
        </>
      )}
    />
  </Panel>
)
