import { Form, useNavigation } from 'react-router'
import { formatDate } from '../../../rules/dates.ts'
import { formatAmount } from '../../../rules/money.ts'
import { fieldsOf, writeAllowed } from '../../../rules/stock/preorder-form.ts'
import { MOST_PREORDERS } from '../../../rules/stock/preorders.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { type StockResult, variantName } from '../../../rules/stock/stock-changes.ts'
import { TextField } from '../../kit/field.tsx'
import { SendButton } from '../form/send-button.tsx'

/** How many of each variant can be pre-ordered, and from when they ship. */
export function PreorderForm({
  productId,
  rows,
  today,
  answer,
}: {
  productId: string
  rows: readonly StockRow[]
  /** Today in the shop's time zone, as 2026-12-12. */
  today: string
  answer: StockResult | null
}) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="preorders" />
      <input type="hidden" name="product" value={productId} />
      <input type="hidden" name="version" value="0" />
      <p className="text-sm text-quiet">
        While a size is sold out, shoppers can order up to so many before they arrive, and pay. What
        comes in is given to them first. Leave both fields empty to offer none; what is owed stays
        owed.
      </p>
      {answer?.errors['form'] ? (
        <p role="alert" className="font-semibold text-alarm">
          {answer.errors['form']}
        </p>
      ) : null}
      <ul className="grid grid-cols-1 gap-4">
        {rows.map((row) => (
          <PreorderFields key={row.id} row={row} today={today} answer={answer} />
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <SendButton isSending={isSending}>{isSending ? 'Saving…' : 'Save pre-orders'}</SendButton>
      </div>
    </Form>
  )
}

function PreorderFields({
  row,
  today,
  answer,
}: {
  row: StockRow
  today: string
  answer: StockResult | null
}) {
  const names = fieldsOf(row.id)
  const { limit, from, owed } = row.preorders
  const allowed = limit !== null && from !== null ? { limit, from } : null
  const isOver = from !== null && from < today
  return (
    <li className="grid grid-cols-1 gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-[minmax(0,1fr)_9rem_12rem]">
      <div className="min-w-0">
        <strong className="wrap-anywhere">{variantName(row) || 'No variants'}</strong>
        {owed > 0 ? <p className="text-sm">{formatAmount(owed)} owed to customers</p> : null}
        {isOver ? (
          <p className="text-sm font-semibold text-alarm">
            {formatDate(from)} is over: nothing more is offered. Choose another day.
          </p>
        ) : null}
      </div>
      <input
        type="hidden"
        name={names.seen}
        value={answer?.values[names.seen] ?? writeAllowed(allowed)}
      />
      <TextField
        name={names.limit}
        label="At most"
        aria-label={`At most so many pre-orders of ${variantName(row) || row.product}`}
        type="number"
        min={1}
        max={MOST_PREORDERS}
        defaultValue={answer?.values[names.limit] ?? limit ?? ''}
        error={answer?.errors[names.limit]}
      />
      <TextField
        name={names.from}
        label="Ships from"
        aria-label={`Day from which pre-orders of ${variantName(row) || row.product} ship`}
        type="date"
        defaultValue={answer?.values[names.from] ?? from ?? ''}
        error={answer?.errors[names.from]}
      />
    </li>
  )
}
