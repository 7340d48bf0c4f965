import type { Choice, LineItem } from '../../../rules/catalogue/products.ts'
import type { LinePicture } from '../../../rules/media/pictures.ts'
import { formatPreorderLine } from '../../../rules/messages/stock/preorders.ts'
import { formatKwacha } from '../../../rules/money.ts'

export type ShownLine = LineItem & {
  id: string
  price: number
  total: number
  /** The picture of the line's color, when there is one. */
  picture?: LinePicture | null
  /** What is unusual about the line: a discount, or units that were not in stock. */
  note?: string | null
  /** For a pre-order: the promised shipping day, and the units that are not in stock yet. */
  preorderFrom?: string | null
  owed?: number
}

export const choiceOf = ({ size, color }: Choice) =>
  [size && `Size ${size}`, color].filter(Boolean).join(' · ')

/** Names a variant for whoever picks it. */
export const choiceAndSku = (line: Choice & { sku: string }) =>
  [choiceOf(line), line.sku].filter(Boolean).join(' · ')

/** The lines that were bought, with their names at that time. */
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

/** Amounts in rows. */
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

/** Amounts whose last row is their total. */
export const Sums = ({ rows }: { rows: Amounts }) => (
  <AmountRows rows={rows} className="border-t-2 border-line pt-2 [&>:last-child]:font-bold" />
)
