import { useState } from 'react'
import { Form } from 'react-router'
import { formatAmount } from '../../../../rules/money.ts'
import type { StockRow } from '../../../../rules/stock/stock.ts'
import { MOST_UNITS, variantName } from '../../../../rules/stock/stock-changes.ts'
import { Button } from '../../../kit/button.tsx'
import { makeRequestName } from '../../../kit/request-field.tsx'
import { ScanField } from '../scan-field.tsx'

/** Each press gets a new request id: two scans are two units, and one that is sent again is one. */
const nameAnew = (form: HTMLFormElement) => {
  const field = form.elements.namedItem('request')
  if (field instanceof HTMLInputElement) field.value = makeRequestName()
}

/**
 * Counts the next unit: a scan is one unit of its variant; other words are searched. It does not show how many there
 * should be.
 */
export const ScanForm = ({ search, mark }: { search: string; mark: number }) => (
  <Form method="post" preventScrollReset onSubmit={({ currentTarget }) => nameAnew(currentTarget)}>
    <input type="hidden" name="request" />
    <ScanField search={search} mark={mark} act="Count" />
  </Form>
)

/**
 * The found sizes, with how many of each are there. An empty field is not counted; 0 is a count. A size that was typed
 * into stays below those of the next search, until its count is noted.
 */
export function SizesForm({
  rows,
  answer,
}: {
  rows: readonly StockRow[]
  /** What a refused form had, and which of its fields are wrong. */
  answer: { typed: Record<string, string>; wrong: readonly string[]; error: string } | null
}) {
  const [typed, setTyped] = useState<readonly StockRow[]>([])
  const found = new Set(rows.map(({ id }) => id))
  const shown = [...rows, ...typed.filter(({ id }) => !found.has(id))]
  return (
    <Form
      method="post"
      preventScrollReset
      onSubmit={({ currentTarget }) => nameAnew(currentTarget)}
      onInput={({ currentTarget }) => {
        const fields = new FormData(currentTarget)
        setTyped(shown.filter(({ id }) => fields.get(`n:${id}`)))
      }}
      className="grid max-w-2xl gap-3"
    >
      <input type="hidden" name="request" />
      {answer ? (
        <p role="alert" className="font-semibold text-alarm">
          {answer.error}
        </p>
      ) : null}
      <ul className="rounded-card border border-line bg-sheet">
        {shown.map((row) => (
          <li
            key={row.id}
            className="flex items-center justify-between gap-3 border-t border-line px-4 py-2 first:border-t-0"
          >
            <span className="min-w-0 wrap-anywhere">
              <strong>{row.product}</strong>
              <span className="block text-sm text-quiet">{variantName(row) || row.sku}</span>
            </span>
            <input
              name={`n:${row.id}`}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              pattern="\s*[0-9]{1,5}\s*"
              title={`A whole number from 0 to ${formatAmount(MOST_UNITS)}`}
              defaultValue={answer?.typed[`n:${row.id}`]}
              aria-invalid={answer?.wrong.includes(`n:${row.id}`) || undefined}
              aria-label={`Counted of ${[row.product, variantName(row)].filter(Boolean).join(', ')}`}
              className="min-h-11 w-20 shrink-0 rounded-card border border-edge bg-sheet px-3 text-right tabular-nums aria-invalid:border-2 aria-invalid:border-alarm"
            />
          </li>
        ))}
      </ul>
      <div>
        <Button tone="lake" name="intent" value="note">
          Note what was counted
        </Button>
      </div>
    </Form>
  )
}
