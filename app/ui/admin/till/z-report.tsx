import type { ReactNode } from 'react'
import type { ShiftReport } from '../../../modules/till/shifts/read-shift.ts'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatShiftNote } from '../../../rules/messages/till/review.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { sinceClosed } from '../../../rules/till/since-closed.ts'
import { DENOMINATIONS } from '../../../rules/till/till-cash.ts'
import { AmountRows } from '../orders/lines.tsx'
import { PaperPage } from '../paper-page.tsx'
import { countRows, drawerRows, salesRows } from './shift-figures.ts'
import { cashierWords, LateNote } from './shift-notes.tsx'

/** The Z report of a shift to print: the same figures whenever it is printed, with what came late below. */
export const ZReport = ({ shift }: { shift: ShiftReport }) => {
  const { closedAt, atClose } = shift
  const figures = atClose ?? shift.figures
  const later = atClose ? sinceClosed(atClose, shift.figures) : []
  return (
    <PaperPage width="max-w-2xl">
      <header className="border-b-2 border-black pb-4 wrap-anywhere">
        <p className="font-display text-3xl">{settings().name}</p>
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
        <AmountRows rows={salesRows(figures)} />
      </Block>
      <Block title="Drawer">
        <AmountRows rows={drawerRows(figures)} />
      </Block>
      {shift.counted ? (
        <Block title="Count">
          <AmountRows rows={[...piecesOf(shift.counted), ...countRows(figures)]} />
          {atClose ? null : <LateNote shift={shift} />}
        </Block>
      ) : null}
      {later.length > 0 ? (
        <Block title="Since it was closed">
          <AmountRows rows={later} />
        </Block>
      ) : null}
      <NotedAmounts
        title="By cashier"
        rows={figures.byCashier.map((row) => ({
          id: row.cashierId,
          label: row.name,
          amount: row.amount,
          about: cashierWords(row),
        }))}
      />
      <NotedAmounts
        title="Cash in and out"
        rows={shift.moves.map(({ id, reason, amount, at, by }) => ({
          id,
          label: reason,
          amount,
          about: `${formatDateTime(at)} by ${by}`,
        }))}
      />
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
    </PaperPage>
  )
}

/** `3 × MK 5,000` and the amount, for each denomination that was counted. */
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

type NotedAmount = { id: string; label: string; amount: number; about: ReactNode }

/** Amounts, each with a note; nothing when there are none. */
const NotedAmounts = ({ title, rows }: { title: string; rows: readonly NotedAmount[] }) =>
  rows.length > 0 ? (
    <Block title={title}>
      {rows.map(({ id, label, amount, about }) => (
        <div key={id} className="break-inside-avoid border-t border-black/30 py-1">
          <AmountRows rows={[[label, formatKwacha(amount)]]} />
          <p className="text-sm">{about}</p>
        </div>
      ))}
    </Block>
  ) : null
