import { Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { SignPress } from '../kit/buttons.tsx'
import type { ReturnableLine } from './find-sale.ts'

export type Choice = { quantity: number; isRestocked: boolean }

/** One line of a receipt: how many of its units come back, and whether they can be sold again. */
export function ReturnLine({
  line,
  choice: { quantity, isRestocked },
  worth,
  instead = null,
  onChoose,
}: {
  line: Omit<ReturnableLine, 'paid' | 'productId'>
  /** What the customer takes instead. */
  instead?: ReactNode
  /** Worth of the chosen units, in kwacha. */
  worth: number
  choice: Choice
  onChoose: (choice: Partial<Choice>) => void
}) {
  const left = line.quantity - line.returned
  const name = [line.name, formatChoice(line)].filter(Boolean).join(', ')
  return (
    <li className="grid gap-2 py-3">
      <p className="flex justify-between gap-3">
        <span className="font-semibold">{name}</span>
        <span className="shrink-0 tabular-nums">{formatKwacha(worth)}</span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <SignPress
          Sign={Minus}
          isFramed
          aria-label={`One less back: ${name}`}
          disabled={quantity === 0}
          onClick={() => onChoose({ quantity: quantity - 1 })}
        />
        <output className="w-16 text-center tabular-nums">
          {quantity} of {left}
        </output>
        <SignPress
          Sign={Plus}
          isFramed
          aria-label={`One more back: ${name}`}
          disabled={quantity >= left}
          onClick={() => onChoose({ quantity: quantity + 1 })}
        />
        <label className="ml-auto flex min-h-12 items-center gap-2">
          <input
            type="checkbox"
            className="size-6 accent-lake"
            checked={isRestocked}
            onChange={(event) => onChoose({ isRestocked: event.target.checked })}
          />
          Back on the shelf
        </label>
      </div>
      {isRestocked && quantity > 0 && line.variantId === null ? (
        <p className="text-sm font-semibold">
          The shop no longer has it: it is in no stock when it comes back, and an admin is told.
        </p>
      ) : null}
      {instead}
      {line.returned > 0 ? (
        <p className="text-sm text-quiet">{line.returned} came back already.</p>
      ) : null}
    </li>
  )
}
