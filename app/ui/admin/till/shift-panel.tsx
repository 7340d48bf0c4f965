import type { ReactNode } from 'react'
import type { ShiftReport } from '../../../modules/till/shifts/read-shift.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till/review.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { ConfirmForm } from '../form/confirm-form.tsx'
import { Part, SidePanel } from '../list/side-panel.tsx'
import { Sums } from '../orders/lines.tsx'
import { ShiftBadge, VarianceBadge } from './shift-badge.tsx'
import { countRows, drawerRows, salesRows } from './shift-figures.ts'
import { cashierWords, LateNote } from './shift-notes.tsx'

/** The details of one shift at a till. */
export const ShiftPanel = ({ shift }: { shift: ShiftReport }) => {
  const { figures, openedBy, closedAt, closedBy } = shift
  return (
    <SidePanel name="shift" title={shift.till.name}>
      <div>
        <p className="flex flex-wrap gap-1">
          <ShiftBadge isOpen={closedAt === null} />
          {figures.variance === null ? null : <VarianceBadge variance={figures.variance} />}
        </p>
        <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 wrap-anywhere">
          <dt className="text-quiet">Opened</dt>
          <dd>
            {formatDateTime(shift.openedAt)} by {openedBy.name}
          </dd>
          <dt className="text-quiet">Closed</dt>
          <dd>
            {closedAt ? `${formatDateTime(closedAt)} by ${closedBy?.name ?? ''}` : 'Still open'}
          </dd>
        </dl>
        {shift.abandonedAt && !shift.counted ? (
          <p className="mt-2">Not closed at its till: its drawer was not counted.</p>
        ) : null}
        {formatShiftNote(shift.ending, shift.note) ? (
          <p className="mt-2 rounded-card bg-sand p-3 whitespace-pre-line wrap-anywhere">
            “{formatShiftNote(shift.ending, shift.note)}”
          </p>
        ) : null}
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/admin/shifts/${shift.id}/z-report`} reloadDocument target="_blank">
          {closedAt ? 'Z report' : 'Figures so far'}
          <span className="sr-only"> (opens in a new tab)</span>
        </ButtonLink>
        <ButtonLink to={`/admin/pos-sales?shift=${shift.id}`}>Sales in this shift</ButtonLink>
        {closedAt ? null : <CloseShift shift={shift} />}
      </div>
      <Part title="Drawer">
        <Sums rows={drawerRows(figures)} />
      </Part>
      {closedAt ? (
        <Part title="Count">
          <Sums rows={countRows(figures)} />
          <LateNote shift={shift} />
        </Part>
      ) : null}
      <Part title="Sales">
        <Sums rows={salesRows(figures)} />
      </Part>
      <Part title="By cashier">
        {figures.byCashier.length === 0 ? (
          <p>{closedAt ? 'Nothing was sold.' : 'Nothing was sold yet.'}</p>
        ) : (
          <ul>
            {figures.byCashier.map((row) => (
              <Noted key={row.cashierId} label={row.name} amount={row.amount} isStrong>
                {cashierWords(row)}
              </Noted>
            ))}
          </ul>
        )}
      </Part>
      <Part title="Cash in and out">
        {shift.moves.length === 0 ? (
          <p>None.</p>
        ) : (
          <ul>
            {shift.moves.map((move) => (
              <Noted key={move.id} label={move.reason} amount={move.amount}>
                {formatDateTime(move.at)} by {move.by}
              </Noted>
            ))}
          </ul>
        )}
      </Part>
    </SidePanel>
  )
}

/** An amount with a note below it. */
const Noted = ({
  label,
  amount,
  isStrong = false,
  children,
}: {
  label: string
  amount: number
  isStrong?: boolean
  children: ReactNode
}) => (
  <li className="border-t border-line py-2">
    <p className={`flex flex-wrap justify-between gap-x-4 ${isStrong ? 'font-semibold' : ''}`}>
      <span className="min-w-0 wrap-anywhere">{label}</span>
      <span className="tabular-nums">{formatKwacha(amount)}</span>
    </p>
    <p className="text-sm text-quiet">{children}</p>
  </li>
)

/** Closes a shift that nobody will close at its till. */
const CloseShift = ({ shift: { id, till } }: { shift: ShiftReport }) => (
  <ConfirmForm
    fields={{ intent: 'close', id }}
    title={`Close the shift at ${till.name}?`}
    text={
      <>
        Do this only if nobody at the till can close it: its drawer is then not counted.{' '}
        {till.lastSeenAt ? `The till was last seen ${formatDateTime(till.lastSeenAt)}. ` : null}
        What it still sends of this shift is taken, and waits for a person under POS Sales.
      </>
    }
    act="Close without a count"
  >
    Close shift
  </ConfirmForm>
)
