import { useState } from 'react'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { COINS, countedTotal, NOTES } from '../../../rules/till/till-cash.ts'
import type { TillSaleState } from '../../../rules/till/till-payment.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Press } from '../kit/buttons.tsx'
import { RoomCard } from '../kit/room.tsx'
import { TypedField } from '../kit/typed-field.tsx'
import { wasDone } from '../notify.ts'
import { useMobileSale } from '../payments/mobile/use-mobile-sale.ts'
import { closeShift } from '../store/acts.ts'
import type { MobileWait, TillState } from '../store/state.ts'
import type { ClosedShift } from './z-report.tsx'

/** What is typed of a shift's count: pieces by denomination, and the note. */
type DrawerCount = { shiftId: string; counted: Record<string, number>; note: string }
export const NOTHING_COUNTED: DrawerCount = { shiftId: '', counted: {}, note: '' }

/** Closes the shift with a blind count: the drawer is counted before the screen shows what should be in it. */
export function CloseShift({
  till: { shift, connection, waiting, person },
  count,
  onCount,
  onBack,
  onClosed,
}: {
  till: TillState
  count: DrawerCount
  onCount: (count: DrawerCount) => void
  onBack: () => void
  onClosed: (closed: ClosedShift) => void
}) {
  const shiftId = shift?.id ?? ''
  const { counted, note } = count.shiftId === shiftId ? count : NOTHING_COUNTED
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const total = countedTotal(counted)
  const close = async () => {
    if (!shift || isBusy) return
    setBusy(true)
    try {
      const done = await closeShift(counted, note.trim() || null)
      if (wasDone(done))
        onClosed({
          shift,
          closedAt: done.event.at,
          closedBy: person?.name ?? '',
          personId: done.event.cashierId,
          counted,
          note: note.trim() || null,
        })
    } finally {
      setBusy(false)
      setAsking(false)
    }
  }
  const set = (value: number, text: string) => {
    const pieces = Number(text.replace(/\D/g, '').slice(0, 5))
    const { [value]: _before, ...others } = counted
    onCount({ shiftId, note, counted: pieces ? { ...others, [value]: pieces } : others })
  }
  const box = (value: number) => (
    <label key={value} className="grid grid-cols-[1fr_5rem_6rem] items-center gap-2">
      <span className="text-right font-semibold tabular-nums">{formatAmount(value)} ×</span>
      <input
        aria-label={`Pieces of ${formatAmount(value)}`}
        inputMode="numeric"
        autoComplete="off"
        value={counted[value] ?? ''}
        onChange={(event) => set(value, event.target.value)}
        className="min-h-12 w-full rounded-card border border-edge bg-sheet px-3 text-right text-lg tabular-nums"
      />
      <span className="text-right text-sm text-quiet tabular-nums">
        {counted[value] ? formatAmount(value * counted[value]) : ''}
      </span>
    </label>
  )
  return (
    <RoomCard
      isWide
      title="Close the shift"
      text="Count what is in the drawer, note by note. What should be there is shown afterwards."
    >
      {connection.unsent > 0 ? (
        <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
          {connection.unsent === 1
            ? '1 entry is'
            : `${formatAmount(connection.unsent)} entries are`}{' '}
          not sent yet: the shift closes when the server has them all.
        </p>
      ) : null}
      {waiting
        .filter(({ offAt }) => !offAt)
        .map((wait) => (
          <NotOver key={wait.saleId} wait={wait} isOnline={connection.isOnline} />
        ))}
      <div className="grid gap-x-8 gap-y-2 md:grid-cols-2">
        <fieldset className="grid content-start gap-2">
          <legend className="mb-2 font-semibold">Notes</legend>
          {NOTES.map(box)}
        </fieldset>
        <div className="grid content-between gap-4">
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-semibold">Coins</legend>
            {COINS.map(box)}
          </fieldset>
          <TypedField
            label="Note"
            maxLength={300}
            text={note}
            onText={(text) => onCount({ shiftId, counted, note: text })}
          />
          <p className="flex items-baseline justify-between gap-3 border-t border-line pt-3">
            <span className="text-lg">Counted</span>
            <output aria-label="Counted" className="text-4xl font-bold tabular-nums">
              {formatKwacha(total)}
            </output>
          </p>
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2">
        <Press onClick={onBack}>Back to selling</Press>
        <Press tone="clay" className="min-h-14 px-8 text-lg" onClick={() => setAsking(true)}>
          Close shift
        </Press>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Close the shift?"
          text={`You counted ${formatKwacha(total)}. Afterwards the count cannot be changed.`}
          act="Close shift"
          isBusy={isBusy}
          onNo={() => setAsking(false)}
          onYes={() => void close()}
        />
      ) : null}
    </RoomCard>
  )
}

const WORDS: Record<TillSaleState, string> = {
  waiting: 'still waits for its payment. It is followed in the back office too.',
  paid: 'is paid. Its receipt is not printed yet.',
  held: 'was not paid the right amount. It is followed in the back office too.',
  'given-up': 'was not paid. Its goods are not back in the cart yet.',
}

function NotOver({ wait: { saleId, number }, isOnline }: { wait: MobileWait; isOnline: boolean }) {
  const { seen, connection } = useMobileSale(saleId, isOnline, { isAside: true })
  // The sale may have been paid meanwhile: the server's answer is about to come.
  if (!seen && connection === 'there') return null
  return (
    <p role="alert" className="rounded-card bg-clay-wash p-3 font-semibold">
      {number ?? 'A sale'} {WORDS[seen?.state ?? 'waiting']}
    </p>
  )
}
