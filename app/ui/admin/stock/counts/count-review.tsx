import { Form } from 'react-router'
import { formatAmount } from '../../../../rules/money.ts'
import { type CountRow, differenceOfCount } from '../../../../rules/stock/counts.ts'
import { variantName } from '../../../../rules/stock/stock-changes.ts'
import { Button } from '../../../kit/button.tsx'
import { type Column, DataTable } from '../../list/data-table.tsx'

const title: Column<CountRow> = {
  label: 'Product',
  isTitle: true,
  show: (row) => (
    <>
      <strong className="wrap-anywhere">{row.product}</strong>
      <span className="block text-sm text-quiet">{variantName(row)}</span>
    </>
  ),
}
const counted: Column<CountRow> = {
  label: 'Counted',
  isFigure: true,
  show: (row) => formatAmount(row.counted),
}
const again: Column<CountRow> = {
  label: 'Change',
  isAct: true,
  isFigure: true,
  show: (row) => (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="variant" value={row.id} />
      <Button
        name="intent"
        value="forget"
        aria-label={`Count again: ${[row.product, variantName(row)].filter(Boolean).join(', ')}`}
      >
        Count again
      </Button>
    </Form>
  ),
}
const signed = (units: number) => (units > 0 ? `+${formatAmount(units)}` : formatAmount(units))
const compared: Column<CountRow>[] = [
  {
    label: 'Expected',
    isFigure: true,
    show: (row) => (
      <>
        {formatAmount(row.expected)}
        {row.inOrders > 0 ? (
          <span className="block text-sm text-quiet">
            of it in orders: {formatAmount(row.inOrders)}
          </span>
        ) : null}
      </>
    ),
  },
  {
    label: 'Difference',
    isFigure: true,
    show: (row) => (
      <>
        <strong className={differenceOfCount(row) < 0 ? 'text-alarm' : ''}>
          {signed(differenceOfCount(row))}
        </strong>
        {row.isMoved ? (
          <span className="block text-sm text-quiet">moved while it was counted</span>
        ) : null}
      </>
    ),
  },
]

/**
 * The counted rows; they are compared with the expected stock only at the review, so that nobody counts towards
 * a number.
 */
export const CountRows = ({
  rows,
  isReviewed,
  isOpen,
}: {
  rows: readonly CountRow[]
  isReviewed: boolean
  isOpen: boolean
}) => (
  <DataTable
    caption="What was counted"
    rows={rows}
    columns={[title, counted, ...(isReviewed ? compared : []), ...(isOpen ? [again] : [])]}
  />
)
