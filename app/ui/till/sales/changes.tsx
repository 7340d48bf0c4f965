import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { tillRefusals } from '../../../rules/messages/till/till.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { Press } from '../kit/buttons.tsx'
import { notifyRefusal } from '../notify.ts'
import { type ChangedLine, takeOver } from './check-prices.ts'

/** Shows where the server's prices and stock differ from this till's: nobody pays a price that was not shown. */
export function Changes({
  changes,
  onTaken,
}: {
  changes: readonly ChangedLine[]
  onTaken: () => void
}) {
  return (
    <div role="alert" className="rounded-card border-2 border-clay bg-clay-wash p-4">
      <p className="text-lg font-semibold">This has changed meanwhile</p>
      <ul className="my-2 grid gap-2">
        {changes.map(({ line, unitPrice, onHand }) => (
          <li key={line.id}>
            <span className="font-semibold">
              {[line.name, formatChoice(line)].filter(Boolean).join(', ')}
            </span>
            {unitPrice === line.unitPrice ? null : (
              <span className="block tabular-nums">
                Price {formatKwacha(line.unitPrice)} → <strong>{formatKwacha(unitPrice)}</strong>
              </span>
            )}
            {onHand !== null && onHand < line.quantity ? (
              <span className="block">
                {tillRefusals['pos-stock']({ available: onHand }).title}:{' '}
                {tillRefusals['pos-stock']({ available: onHand }).description} (
                {formatAmount(line.quantity)} in the cart)
              </span>
            ) : null}
          </li>
        ))}
      </ul>
      <Press
        tone="clay"
        data-first
        onClick={() =>
          void takeOver(changes).then((refusal) => (refusal ? notifyRefusal(refusal) : onTaken()))
        }
      >
        Change the cart
      </Press>
    </div>
  )
}
