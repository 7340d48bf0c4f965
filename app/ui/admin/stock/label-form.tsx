import { Printer } from 'lucide-react'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { LABEL_WAY_WORDS } from '../../../rules/messages/settings/label-ways.ts'
import { formatAmount } from '../../../rules/money.ts'
import {
  LABEL_WAYS,
  type LabelRow,
  type LabelWay,
  labelBars,
  MOST_LABELS,
} from '../../../rules/stock/labels.ts'
import { Button } from '../../kit/button.tsx'
import { Link } from '../../kit/link.tsx'

/**
 * Chooses the number of labels for each size, and the paper. Without scripts it submits to the page that is printed.
 */
export const LabelForm = ({
  rows,
  counts,
  source,
  way,
}: {
  rows: readonly LabelRow[]
  /** How many are proposed. */
  counts: readonly number[]
  /** The fields of the address that select these rows. */
  source: readonly (readonly [name: string, value: string])[]
  /** The paper that is selected at first. */
  way: LabelWay
}) => (
  <form action="/admin/labels/print" target="_blank" className="grid max-w-2xl gap-4">
    {source.map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <ul className="rounded-card border border-line bg-sheet">
      {rows.map((row, at) => (
        <li
          key={row.id}
          className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 first:border-t-0"
        >
          <span className="min-w-0 wrap-anywhere">
            <strong>{row.product}</strong>
            <span className="block text-sm text-quiet">
              {[formatChoice(row), row.code].filter(Boolean).join(' · ')}
            </span>
            {labelBars(row.code) ? null : (
              <Link
                to={`/admin/edit-product/${row.productId}`}
                className="inline-flex min-h-11 items-center font-semibold text-alarm underline"
              >
                Too long to be scanned from a label: give it a barcode
              </Link>
            )}
          </span>
          <input
            name="n"
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            defaultValue={counts[at] ?? 0}
            aria-label={`Labels of ${[row.product, formatChoice(row)].filter(Boolean).join(', ')}`}
            className="min-h-11 w-20 shrink-0 rounded-card border border-edge bg-sheet px-3 text-right tabular-nums"
          />
        </li>
      ))}
    </ul>
    {counts.reduce((sum, one) => sum + one, 0) === MOST_LABELS ? (
      <p>
        At most {formatAmount(MOST_LABELS)} labels are printed at once. Print those of the sizes
        further down after these.
      </p>
    ) : null}
    <fieldset>
      <legend className="mb-1 font-semibold">Paper</legend>
      {LABEL_WAYS.map((paper) => (
        <label key={paper} className="flex min-h-11 items-center gap-3">
          <input
            type="radio"
            name="paper"
            value={paper}
            defaultChecked={paper === way}
            className="size-5 shrink-0"
          />
          {LABEL_WAY_WORDS[paper]}
        </label>
      ))}
    </fieldset>
    <div>
      <Button tone="lake">
        <Printer aria-hidden size={18} /> Labels to print
      </Button>
      <p className="mt-2 text-sm text-quiet">
        They open in a new tab. Print them at 100 %, without headers and footers. The till opens
        with them under Print labels: press it on the device that the printer of receipts hangs on.
      </p>
    </div>
  </form>
)
