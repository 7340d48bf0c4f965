import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ShiftReport } from '../../../modules/till/shifts/read-shift.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till-review.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { sinceClosed } from '../../../rules/till/since-closed.ts'
import { DENOMINATIONS } from '../../../rules/till/till-cash.ts'
import { SHOP } from '../../../shop.ts'
import { Button } from '../../kit/button.tsx'
import { countRows, drawerRows, salesRows } from './shift-figures.ts'
import { cashierWords, LateNote } from './shift-panel.tsx'

/** The Z report of a shift for the printer: the same figures whenever it is printed; what came late stands below. */
export const ZReport = ({ shift }: { shift: ShiftReport }) => {
  const { closedAt, atClose } = shift
  const figures = atClose ?? shift.figures
  const later = atClose ? sinceClosed(atClose, shift.figures) : []
  return (
    <main className="mx-auto max-w-2xl bg-white p-4 text-black sm:p-10 print:max-w-none print:p-0">
      <div className="needs-script mb-6 print:hidden">
        <Button type="button" tone="lake" onClick={() => window.print()}>
          <Printer aria-hidden size={18} /> Print
        </Button>
      </div>
      <header className="border-b-2 border-black pb-4 wrap-anywhere">
        <p className="font-display text-3xl">{SHOP.name}</p>
        <h1 className="mt-2 text-2xl">{closedAt ? 'Z report' : 'Figures so far'}</h1>
        <p className="text-lg font-bold">{shift.till.name}</p>
        <p>
          Opened {formatDateTime(shift.openedAt)} by {shift.openedBy.name}
        </p>
        <p>
          {closedAt
            ? `Closed ${formatDateTime(closedAt)} by ${shift.closedBy?.name ?? ''}`
            : 'The shift is still open: these figures will change.'}
        </p>
      </header>
      <Block title="Sales">
        <Rows rows={salesRows(figures)} />
      </Block>
      <Block title="Drawer">
        <Rows rows={drawerRows(figures)} />
      </Block>
      {shift.counted ? (
        <Block title="Count">
          <Rows rows={[...piecesOf(shift.counted), ...countRows(figures)]} />
          {atClose ? null : <LateNote shift={shift} />}
        </Block>
      ) : null}
      {later.length > 0 ? (
        <Block title="Since it was closed">
          <Rows rows={later} />
        </Block>
      ) : null}
      {figures.byCashier.length > 0 ? (
        <Block title="By cashier">
          {figures.byCashier.map((row) => (
            <div key={row.cashierId} className="break-inside-avoid border-t border-black/30 py-1">
              <Rows rows={[[row.name, formatKwacha(row.amount)]]} />
              <p className="text-sm">{cashierWords(row)}</p>
            </div>
          ))}
        </Block>
      ) : null}
      {shift.moves.length > 0 ? (
        <Block title="Cash in and out">
          {shift.moves.map((move) => (
            <div key={move.id} className="break-inside-avoid border-t border-black/30 py-1">
              <Rows rows={[[move.reason, formatKwacha(move.amount)]]} />
              <p className="text-sm">
                {formatDateTime(move.at)} by {move.by}
              </p>
            </div>
          ))}
        </Block>
      ) : null}
      {formatShiftNote(shift.ending, shift.note) ? (
        <Block title="Note">
          <p className="whitespace-pre-line wrap-anywhere">
            {formatShiftNote(shift.ending, shift.note)}
          </p>
        </Block>
      ) : null}
      <footer className="mt-10 grid gap-8 sm:grid-cols-2 print:grid-cols-2">
        {['Cashier', 'Manager'].map((who) => (
          <p key={who} className="border-t border-black pt-1 text-sm">
            {who}
          </p>
        ))}
      </footer>
    </main>
  )
}

/** `3 × MK 5,000` and what they come to, for each note and coin of which there were any. */
function piecesOf(counted: Record<string, number>) {
  return DENOMINATIONS.flatMap((value) => {
    const pieces = counted[value] ?? 0
    const row = [
      `${formatAmount(pieces)} × ${formatKwacha(value)}`,
      formatKwacha(pieces * value),
    ] as const
    return pieces > 0 ? [row] : []
  })
}

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="border-b border-black py-3">
    <h2 className="mb-1 font-body text-base font-bold">{title}</h2>
    {children}
  </section>
)

const Rows = ({ rows }: { rows: readonly (readonly [label: string, amount: string])[] }) => (
  <dl className="tabular-nums">
    {rows.map(([label, amount]) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-6">
        <dt className="min-w-0 flex-[1_1_7rem] wrap-anywhere">{label}</dt>
        <dd className="ml-auto text-right">{amount}</dd>
      </div>
    ))}
  </dl>
)
