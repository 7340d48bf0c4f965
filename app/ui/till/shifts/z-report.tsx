import { useEffect, useState } from 'react'
import { formatKwacha } from '../../../rules/money.ts'
import { type Receipt } from '../../../rules/till/receipt.ts'
import { receiptOfShift } from '../../../rules/till/receipt-of-shift.ts'
import {
  type CashierFigures,
  countedTotal,
  type ShiftFigures,
  shiftFigures,
  withCredit,
} from '../../../rules/till/till-cash.ts'
import { MainPress, Press } from '../kit/buttons.tsx'
import { Fact } from '../kit/fact.tsx'
import { RoomCard } from '../kit/room.tsx'
import { wasDone } from '../notify.ts'
import { printReceipt } from '../printing/print-receipt.ts'
import { ReceiptPreview } from '../printing/receipt-preview.tsx'
import { listShiftEvents } from '../store/acts.ts'
import type { OpenShift, TillState } from '../store/state.ts'
import { ask } from '../store/sync/ask.ts'
import { flush } from '../store/sync/outbox.ts'

export type ClosedShift = {
  shift: OpenShift
  closedAt: string
  closedBy: string
  /** The person who counted, who alone may read the report here. */
  personId: string
  counted: Record<string, number>
  note: string | null
}
type NamedFigures = Omit<ShiftFigures, 'byCashier'> & {
  byCashier: (CashierFigures & { name: string })[]
}
type Report = {
  openedBy: { name: string }
  closedAt: string | null
  figures: NamedFigures
  atClose: NamedFigures | null
}
type Shown = {
  figures: ShiftFigures
  names: Record<string, string>
  openedBy: string
  isOwn: boolean
}

/** Returns the server's figures, mobile money included; without a connection, those that this device knows. */
async function readFigures(
  { shift, counted }: ClosedShift,
  people: TillState['people'],
): Promise<Shown> {
  await flush({ isRequested: true })
  const answer = await ask<Report>(`/admin/pos/shifts/${shift.id}`, { patience: 5000 })
  if (answer.ok && answer.data?.closedAt) {
    const { openedBy, atClose } = answer.data
    const figures = withCredit(atClose ?? answer.data.figures)
    const names = Object.fromEntries(
      figures.byCashier.map(({ cashierId, name }) => [cashierId, name]),
    )
    return { figures, names, openedBy: openedBy.name, isOwn: false }
  }
  const events = await listShiftEvents(shift.id)
  const figures = shiftFigures(
    { float: shift.float, counted: countedTotal(counted) },
    events.flatMap((event) =>
      event.kind === 'sale'
        ? [
            {
              cashierId: event.cashierId,
              paymentMethod: 'cash' as const,
              paymentStatus: 'completed' as const,
              count: 1,
              totalAmount: event.totalAmount,
              discountAmount: event.subtotal - event.totalAmount,
              cashAmount: event.totalAmount - (event.credit?.amount ?? 0),
              creditAmount: event.credit?.amount ?? 0,
              voucherAmount: event.voucher?.amount ?? 0,
            },
          ]
        : [],
    ),
    events.flatMap((event) =>
      event.kind === 'return'
        ? [
            {
              cashierId: event.cashierId,
              count: 1,
              refund: event.refund,
              creditAmount: event.creditCode ? event.refund : (event.creditBack ?? 0),
              exchanges: event.exchange ? 1 : 0,
              exchanged: event.exchange ? event.exchange.amount - event.exchange.credit : 0,
            },
          ]
        : [],
    ),
    events.flatMap((event) => (event.kind === 'cash-moved' ? [event] : [])),
  )
  const names = Object.fromEntries(people.map(({ id, name }) => [id, name]))
  return { figures, names, openedBy: names[shift.cashierId] ?? '', isOwn: true }
}

/** The report after the count: what should be in the drawer, what is missing or over, and the slip for the bag. */
export function ZReport({
  closed,
  till: { people, till },
  onDone,
}: {
  closed: ClosedShift
  till: TillState
  onDone: () => void
}) {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let isHere = true
    void readFigures(closed, people).then((read) => isHere && setShown(read))
    return () => {
      isHere = false
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each closed shift
  }, [closed])
  if (!shown) return <RoomCard title="Z report">Adding up…</RoomCard>
  const variance = shown.figures.variance ?? 0
  const receipt: Receipt = receiptOfShift({
    till: till?.name ?? '',
    openedAt: closed.shift.openedAt,
    openedBy: shown.openedBy,
    closedAt: closed.closedAt,
    closedBy: closed.closedBy,
    counted: closed.counted,
    note: closed.note,
    figures: shown.figures,
    names: shown.names,
  })
  return (
    <RoomCard isWide title="The shift is closed">
      <div className="grid gap-6 md:grid-cols-2">
        <div className="grid content-start gap-4">
          <dl className="grid gap-2 text-lg">
            <Fact label="Counted">{formatKwacha(shown.figures.counted ?? 0)}</Fact>
            <Fact label="Should be in the drawer">{formatKwacha(shown.figures.expected)}</Fact>
          </dl>
          <p
            className={`rounded-card p-4 ${variance === 0 ? 'bg-leaf-wash text-leaf' : 'bg-clay-wash text-clay'}`}
          >
            <span className="block">
              {variance === 0 ? 'Exact to the kwacha' : variance < 0 ? 'Missing' : 'Too much'}
            </span>
            <output aria-label="Variance" className="text-5xl font-bold tabular-nums">
              {formatKwacha(Math.abs(variance))}
            </output>
          </p>
          {shown.isOwn ? (
            <p className="text-quiet">
              These are this device's own figures: mobile money is added in the back office.
            </p>
          ) : null}
          <Press onClick={() => void printReceipt(receipt).then(wasDone)}>Print the Z report</Press>
          <MainPress onClick={onDone}>Done</MainPress>
        </div>
        <div className="max-h-[60dvh] min-w-0 overflow-auto">
          <ReceiptPreview receipt={receipt} />
        </div>
      </div>
    </RoomCard>
  )
}
