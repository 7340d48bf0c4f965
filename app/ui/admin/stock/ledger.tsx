import { formatDateTime } from '../../../rules/dates.ts'
import type { Page } from '../../../rules/lists.ts'
import { formatStockReason } from '../../../rules/messages/stock/stock.ts'
import { KIND_WORDS } from '../../../rules/messages/stock/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import type { LedgerLine } from '../../../rules/stock/stock.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Link } from '../../kit/link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { PagedRows } from '../list/rows.tsx'
import { LedgerFilters, type Variant } from './ledger-filters.tsx'

type LedgerOfProduct = { variants: readonly Variant[]; page: Page<LedgerLine> | null }

const signed = (quantity: number) =>
  `${quantity > 0 ? '+' : '−'}${formatAmount(Math.abs(quantity))}`

const LINK =
  'inline-flex min-h-11 items-center text-lake wrap-anywhere underline-offset-4 hover:underline'
const source = (line: LedgerLine) =>
  line.orderNumber ? (
    <Link to={`/admin/orders?order=${line.orderNumber}`} className={LINK}>
      {line.orderNumber}
    </Link>
  ) : line.saleNumber ? (
    <Link to={`/admin/pos-sales?sale=${line.saleNumber}`} className={LINK}>
      {line.saleNumber}
    </Link>
  ) : (
    '–'
  )

const columnsFor = (hasVariants: boolean): Column<LedgerLine>[] => [
  {
    label: 'When',
    show: (line) => <span className="xl:whitespace-nowrap">{formatDateTime(line.at)}</span>,
  },
  {
    label: 'What',
    show: (line) => (
      <>
        {KIND_WORDS[line.kind]}
        {hasVariants ? (
          <span className="block text-sm text-quiet">{variantName(line) || 'Plain'}</span>
        ) : null}
      </>
    ),
  },
  {
    label: 'Units',
    isFigure: true,
    show: (line) => (
      <span className={`font-semibold ${line.quantity > 0 ? 'text-leaf' : 'text-alarm'}`}>
        {signed(line.quantity)}
      </span>
    ),
  },
  { label: 'Balance', isFigure: true, show: (line) => formatAmount(line.balance) },
  { label: 'Order or sale', show: source },
  { label: 'Who', show: (line) => <span className="wrap-anywhere">{line.by ?? '–'}</span> },
  {
    label: 'Reason',
    show: (line) => <span className="wrap-anywhere">{formatStockReason(line) ?? '–'}</span>,
  },
]

/** All movements of a product, newest first: every change of stock has an entry here. */
export function Ledger({ variants, page }: LedgerOfProduct) {
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-2 text-xl">
        Ledger
      </h2>
      <LedgerFilters variants={variants} />
      <PagedRows
        page={page}
        error="Error loading the ledger."
        empty="No movements"
        hint="What comes in or goes out stands here."
      >
        {(rows) => (
          <DataTable
            caption="Movements, newest first"
            rows={rows}
            columns={columnsFor(variants.length > 1)}
          />
        )}
      </PagedRows>
    </section>
  )
}
