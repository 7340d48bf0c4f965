import type { Choice, LineItem } from '../../../rules/catalogue/products.ts'
import type { LinePicture } from '../../../rules/media/pictures.ts'
import { formatPreorderLine } from '../../../rules/messages/stock/preorders.ts'
import { formatKwacha } from '../../../rules/money.ts'

export type ShownLine = LineItem & {
  id: string
  price: number
  total: number
  /** In its own color, where there is one. */
  picture?: LinePicture | null
  /** What is odd about it: a discount, units that were not there. */
  note?: string | null
  /** Ordered before it arrived: the day from which it was promised to ship, and how many are not here. */
  preorderFrom?: string | null
  owed?: number
}

export const choiceOf = ({ size, color }: Choice) =>
  [size && `Size ${size}`, color].filter(Boolean).join(' · ')

/** Which one it is, for who looks for it on a shelf. */
export const choiceAndSku = (line: Choice & { sku: string }) =>
  [choiceOf(line), line.sku].filter(Boolean).join(' · ')

/** What was bought, as it was called then. */
export const Lines = ({ lines }: { lines: readonly ShownLine[] }) => (
  <ul>
    {lines.map((line) => (
      <li
        key={line.id}
        className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2"
      >
        <div className="min-w-0 flex-[1_1_9rem]">
          <p className="font-semibold wrap-anywhere">{line.name}</p>
          <p className="text-sm text-quiet wrap-anywhere">{choiceAndSku(line)}</p>
          <p className="text-sm tabular-nums">
            {line.quantity} × {formatKwacha(line.price)}
          </p>
          <p className="text-sm font-semibold empty:hidden">{formatPreorderLine(line)}</p>
          {line.note ? <p className="text-sm">{line.note}</p> : null}
        </div>
        <p className="ml-auto tabular-nums">{formatKwacha(line.total)}</p>
      </li>
    ))}
  </ul>
)

type Amounts = readonly (readonly [label: string, amount: string])[]

/** Amounts under one another. */
export const AmountRows = ({ rows, className = '' }: { rows: Amounts; className?: string }) => (
  <dl className={`tabular-nums ${className}`}>
    {rows.map(([label, amount]) => (
      <div key={label} className="flex flex-wrap justify-between gap-x-6">
        <dt className="min-w-0 flex-[1_1_7rem] wrap-anywhere">{label}</dt>
        <dd className="ml-auto text-right">{amount}</dd>
      </div>
    ))}
  </dl>
)

/** Amounts of which the last is what they come to. */
export const Sums = ({ rows }: { rows: Amounts }) => (
  <AmountRows rows={rows} className="border-t-2 border-line pt-2 [&>:last-child]:font-bold" />
)
