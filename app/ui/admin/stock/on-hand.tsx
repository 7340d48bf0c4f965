import { formatAmount } from '../../../rules/money.ts'
import { LOW_STOCK_UNDER, type StockRow } from '../../../rules/stock/stock.ts'
import { Badge } from '../badge.tsx'

/** The stock on hand, with a badge when it is too low. */
export const OnHand = ({ row }: { row: StockRow }) => (
  <span className="inline-flex flex-wrap items-center gap-2 md:flex-nowrap md:justify-end">
    {!row.isTracked ? (
      <Badge>Not tracked</Badge>
    ) : row.onHand === 0 ? (
      <Badge tone="bad">Out</Badge>
    ) : row.onHand < LOW_STOCK_UNDER ? (
      <Badge tone="warm">Low</Badge>
    ) : null}
    <span className="text-lg font-semibold">{formatAmount(row.onHand)}</span>
  </span>
)
