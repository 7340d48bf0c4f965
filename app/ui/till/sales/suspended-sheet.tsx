import { Trash2 } from 'lucide-react'
import { formatClock } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { Press, SignPress } from '../kit/buttons.tsx'
import { Sheet } from '../kit/sheet.tsx'
import { tryTo, wasDone } from '../notify.ts'
import { dropSuspended, resumeSuspended, totalsOf } from '../store/acts.ts'
import type { SuspendedSale } from '../store/state.ts'

/** Suspended sales; resuming one suspends what is in the basket. */
export function SuspendedSheet({
  suspended,
  onClose,
}: {
  suspended: readonly SuspendedSale[]
  onClose: () => void
}) {
  return (
    <Sheet title="Held sales" onClose={onClose}>
      {suspended.length === 0 ? (
        <p className="text-quiet">No sale is on hold. Hold sets one aside.</p>
      ) : null}
      <ul className="grid gap-2">
        {suspended.map(({ id, at, basket }) => {
          const units = basket.lines.reduce((sum, { quantity }) => sum + quantity, 0)
          const name =
            basket.customerName || basket.lines[0]?.name || basket.exchange?.number || 'Sale'
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
                onClick={() => void dropSuspended(id).then(wasDone)}
                className="self-center text-alarm"
              />
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
