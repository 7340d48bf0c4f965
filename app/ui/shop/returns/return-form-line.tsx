import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { PictureItem } from '../catalogue/picture-item.tsx'
import type { OrderContents } from '../orders/order-contents.tsx'
import { ExchangeField, type InsteadOf } from './returned-line.tsx'

/** The field to correct: the number of pieces, the exchange, or every exchange that is not chosen. */
export type RefusedAt = 'units' | 'chosen' | 'unchosen'
/** A requested return, as it was typed. */
export type TypedReturn = {
  reason: string
  note: string
  lines: readonly { lineId: string; units: number; chosen: string | null }[]
}
export type ReturnableLine = OrderContents['lines'][number] & {
  /** Pieces that have not come back yet. */
  left: number
  choices: InsteadOf[string]
}

/** A line of the return form: whether it or how many of its pieces come back, and the exchange. */
export function ReturnFormLine({
  line,
  typed,
  isAlone,
  refused,
}: {
  line: ReturnableLine
  typed: TypedReturn['lines'][number] | undefined
  isAlone: boolean
  /** The field to correct, and the id of the element that says why. */
  refused: { at: RefusedAt; by: string } | null
}) {
  const choice = formatChoice(line)
  const name = [line.name, choice].filter(Boolean).join(' ')
  const marks = refused ? { 'aria-invalid': true, 'aria-describedby': refused.by } : {}
  // A line whose exchange is chosen has its size, and is not marked.
  const isChosenRefused =
    typed && (refused?.at === 'chosen' || (refused?.at === 'unchosen' && !typed.chosen))
  const field = { name: `units:${line.id}`, ...(refused?.at === 'units' && marks) }
  return (
    <PictureItem picture={line.picture} width={64} name={line.name}>
      <p className="text-sm text-quiet empty:hidden">{choice}</p>
      {line.left === 1 ? (
        <label className="inline-flex min-h-11 items-center gap-3">
          <input
            {...field}
            type="checkbox"
            value="1"
            defaultChecked={typed ? typed.units > 0 : isAlone}
            className="size-5 shrink-0"
          />
          <span>
            Send it back<span className="sr-only">: {name}</span>
          </span>
        </label>
      ) : (
        <label className="flex min-h-11 flex-wrap items-center gap-x-3">
          <input
            {...field}
            type="number"
            inputMode="numeric"
            min={0}
            max={line.left}
            placeholder="0"
            defaultValue={typed?.units ?? ''}
            className="min-h-11 w-18 rounded-card border border-edge bg-sheet px-2 aria-invalid:border-2 aria-invalid:border-alarm"
          />
          <span>
            of {line.left} pieces<span className="sr-only">: {name}</span>
          </span>
        </label>
      )}
      <ExchangeField
        id={line.id}
        name={name}
        choices={line.choices}
        {...(isChosenRefused && marks)}
        defaultValue={typed?.chosen ?? ''}
        className="mt-1"
      />
    </PictureItem>
  )
}
