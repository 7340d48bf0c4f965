import { PackagePlus, SlidersHorizontal, Tag } from 'lucide-react'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatAmount } from '../../../rules/money.ts'
import type { StockRow } from '../../../rules/stock/stock.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Link } from '../../kit/link.tsx'
import { Picture } from '../../kit/picture.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'
import { OnHand } from './on-hand.tsx'

/** Opens one of a variant's windows, by the address. */
export function StockAct({ row, act }: { row: StockRow; act: 'receive' | 'adjust' }) {
  const address = useListAddress()
  const Icon = act === 'receive' ? PackagePlus : SlidersHorizontal
  return (
    <Link
      to={address({ receive: null, adjust: null, [act]: row.id })}
      preventScrollReset
      className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold whitespace-nowrap hover:bg-sand"
    >
      <Icon aria-hidden size={18} className="max-sm:hidden" />{' '}
      {act === 'receive' ? 'Receive' : 'Adjust'}
      <span className="sr-only"> {[row.product, variantName(row)].filter(Boolean).join(', ')}</span>
    </Link>
  )
}

const Product = ({ row }: { row: StockRow }) => (
  <span className="flex items-center gap-3">
    <span className="on-screen w-11 shrink-0 overflow-hidden rounded-card bg-sand">
      {row.picture ? (
        <Picture picture={row.picture} alt="" sizes="44px" />
      ) : (
        <span aria-hidden className="block aspect-4/5" />
      )}
    </span>
    <span className="min-w-0">
      <Link
        to={`/admin/stock/${row.productId}`}
        className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {row.product}
      </Link>
      <span className="block text-sm text-quiet">{formatChoice(row)}</span>
    </span>
  </span>
)

const COLUMNS: Column<StockRow>[] = [
  { label: 'Product', sort: 'name', isTitle: true, show: (row) => <Product row={row} /> },
  {
    label: 'SKU',
    show: (row) => (
      <span className="wrap-anywhere">
        {row.sku}
        {row.location ? (
          <span className="block text-sm text-quiet">{['Shelf', row.location].join(' ')}</span>
        ) : null}
      </span>
    ),
  },
  { label: 'On hand', sort: 'on-hand', isFigure: true, show: (row) => <OnHand row={row} /> },
  { label: 'Reserved', isFigure: true, show: (row) => formatAmount(row.reserved) },
  {
    label: 'Change',
    isAct: true,
    isFigure: true,
    isTitle: true,
    show: (row) => (
      <span className="inline-flex flex-wrap gap-2 md:justify-end xl:flex-nowrap">
        <StockAct row={row} act="receive" />
        <StockAct row={row} act="adjust" />
        <Link
          to={`/admin/labels?variant=${row.id}`}
          className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-3 font-semibold whitespace-nowrap hover:bg-sand"
        >
          <Tag aria-hidden size={18} className="max-sm:hidden" /> Labels
          <span className="sr-only">
            {' '}
            for {[row.product, variantName(row)].filter(Boolean).join(', ')}
          </span>
        </Link>
      </span>
    ),
  },
]

/** All stock, with one row for each size and color. */
export const StockTable = ({ rows }: { rows: readonly StockRow[] }) => (
  <DataTable caption="Stock of every size and color" order="name" rows={rows} columns={COLUMNS} />
)
