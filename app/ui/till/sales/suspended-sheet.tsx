import { Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatClock } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { Press, SignPress } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { tryTo, wasDone } from '../notify.ts'
import { dropSuspended, resumeSuspended, totalsOf } from '../store/acts.ts'
import type { SuspendedSale } from '../store/state.ts'

const nameOf = ({ basket }: SuspendedSale) =>
  basket.customerName || basket.lines[0]?.name || basket.exchange?.number || 'Sale'

/** Suspended sales; resuming one suspends what is in the basket. */
export function SuspendedSheet({
  suspended,
  onClose,
}: {
  suspended: readonly SuspendedSale[]
  onClose: () => void
}) {
  const list = useRef<HTMLUListElement>(null)
  const [asked, setAsked] = useState<SuspendedSale | null>(null)
  const [isBusy, setBusy] = useState(false)
  const drop = async ({ id }: SuspendedSale) => {
    const at = suspended.findIndex((one) => one.id === id)
    const rows = list.current?.children
    const near = rows?.[at + 1] ?? rows?.[at - 1] ?? list.current?.closest('dialog')
    setBusy(true)
    const done = await dropSuspended(id).finally(() => setBusy(false))
    // The window gives the focus back to the button that opened it, which is about to go.
    flushSync(() => setAsked(null))
    if (wasDone(done)) near?.querySelector('button')?.focus()
  }
  return (
    <Sheet title="Held sales" onClose={onClose}>
      {suspended.length === 0 ? (
        <p className="text-quiet">No sale is on hold. Hold sets one aside.</p>
      ) : null}
      <ul ref={list} className="grid gap-2">
        {suspended.map((sale) => {
          const { id, at, basket } = sale
          const units = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0)
          const name = nameOf(sale)
          return (
            <li key={id} className="flex gap-2">
              <Press
                className="min-h-16 min-w-0 grow text-left"
                aria-label={`Resume ${name}, ${formatClock(at)}`}
                onClick={() => void tryTo(resumeSuspended(id), onClose)}
              >
                <span className="min-w-0 grow">
                  <span className="block truncate">{name}</span>
                  <span className="block text-sm font-normal text-quiet">
                    {formatClock(at)} · {formatAmount(units)} {units === 1 ? 'piece' : 'pieces'}
                    {basket.notes ? ` · ${basket.notes}` : ''}
                  </span>
                </span>
                <span className="shrink-0 tabular-nums">
                  {formatKwacha(totalsOf(basket).total)}
                </span>
              </Press>
              <SignPress
                Sign={Trash2}
                aria-label={`Delete held sale: ${name}`}
                onClick={() => setAsked(sale)}
                className="self-center text-alarm"
              />
            </li>
          )
        })}
      </ul>
      {asked ? (
        <ConfirmDialog
          title="Delete the held sale?"
          text={`${nameOf(asked)}, ${formatKwacha(totalsOf(asked.basket).total)}: everything in it goes back.`}
          act="Delete held sale"
          isBusy={isBusy}
          onNo={() => setAsked(null)}
          onYes={() => void drop(asked)}
        />
      ) : null}
    </Sheet>
  )
}
