import { X } from 'lucide-react'
import { formatAmount } from '../../../rules/money.ts'
import type { DeliveryLine } from '../../../rules/purchasing/deliveries.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Button } from '../../kit/button.tsx'

const BOX =
  'block min-h-11 w-full rounded-card border border-edge bg-sheet px-2 text-right tabular-nums'

/** A product's sizes as a grid for each color, with the cost of a unit. */
export function ProductUnits({
  lines,
  typed,
  sent,
  scanned,
  isExpected,
}: {
  lines: readonly DeliveryLine[]
  /** What was typed into a form that was refused, with what its page was shown. */
  typed: Readonly<Record<string, string>>
  /** What the page has sent for each field since it was shown: `,3,5`. */
  sent: Readonly<Record<string, string>>
  scanned: number | null
  isExpected: boolean
}) {
  const [first] = lines
  if (!first) return null
  const { productId, product } = first
  const cost = first.unitCost === null ? '' : String(first.unitCost)
  return (
    <section aria-label={product} className="rounded-card border border-line bg-sheet p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-body text-lg font-semibold wrap-anywhere">{product}</h2>
        <Button
          size="icon"
          name="intent"
          value={`drop:${productId}`}
          aria-label={`Take out ${product}`}
        >
          <X aria-hidden size={18} />
        </Button>
      </div>
      {[...Map.groupBy(lines, ({ color }) => color ?? '').entries()].map(([color, sizes]) => (
        <div key={color} className="mt-2">
          {color ? <p className="text-sm font-semibold">{color}</p> : null}
          <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
            {sizes.map((line) => (
              <Cell
                key={`${line.id} ${line.arriving}`}
                line={line}
                typed={typed[`n:${line.id}`]}
                was={typed[`was:${line.id}`]}
                received={typed[`received:${line.id}`]}
                sent={sent[`n:${line.id}`]}
                isScanned={line.id === scanned}
                isExpected={isExpected}
              />
            ))}
          </div>
        </div>
      ))}
      <label className="mt-3 block max-w-44">
        <span className="text-sm">Cost of one (MK)</span>
        <input
          key={cost}
          name={`cost:${productId}`}
          inputMode="numeric"
          autoComplete="off"
          maxLength={12}
          defaultValue={typed[`cost:${productId}`] ?? cost}
          aria-label={`Cost of one ${product}, in kwacha`}
          className={BOX}
        />
        <input
          type="hidden"
          name={`wascost:${productId}`}
          value={(typed[`wascost:${productId}`] ?? cost) + (sent[`cost:${productId}`] ?? '')}
        />
      </label>
    </section>
  )
}

/** A line without an expected number has none to compare with. */
const receivedOf = ({ received, expected }: DeliveryLine) => {
  if (expected > 0) return `${formatAmount(received)} of ${formatAmount(expected)}`
  return received > 0 ? `${formatAmount(received)} received` : 'Not expected'
}

function Cell({
  line,
  typed,
  was = String(line.arriving),
  received = String(line.received),
  sent = '',
  isScanned,
  isExpected,
}: {
  line: DeliveryLine
  typed: string | undefined
  was: string | undefined
  received: string | undefined
  sent: string | undefined
  isScanned: boolean
  isExpected: boolean
}) {
  const name = [line.product, variantName(line)].filter(Boolean).join(', ')
  return (
    <label className="block">
      <span className="block text-sm">
        {line.size ?? 'Units'}
        {isScanned ? <span className="font-semibold text-leaf"> scanned</span> : null}
      </span>
      <input
        name={`n:${line.id}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        defaultValue={typed ?? (line.arriving > 0 ? line.arriving : '')}
        aria-label={`Units of ${name}`}
        className={BOX}
      />
      <input type="hidden" name={`was:${line.id}`} value={was + sent} />
      <input type="hidden" name={`received:${line.id}`} value={received} />
      {line.isGone ? (
        <span className="block text-sm font-semibold text-alarm">No longer sold</span>
      ) : null}
      {isExpected ? (
        <span className="block text-sm text-quiet tabular-nums">{receivedOf(line)}</span>
      ) : null}
    </label>
  )
}
