import { Download } from 'lucide-react'
import { Form, useLocation, useSearchParams, useSubmit } from 'react-router'
import { formatDateTime } from '../../../rules/dates.ts'
import type { Page } from '../../../rules/lists.ts'
import { formatStockReason } from '../../../rules/messages/stock/stock.ts'
import { KIND_WORDS } from '../../../rules/messages/stock/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import { type LedgerLine, MOVEMENT_KINDS } from '../../../rules/stock/stock.ts'
import { variantName } from '../../../rules/stock/stock-changes.ts'
import { Button } from '../../kit/button.tsx'
import { Options } from '../../kit/field.tsx'
import { Link } from '../../kit/link.tsx'
import { type Column, DataTable } from '../list/data-table.tsx'
import { stateFilter } from '../list/list-tools.tsx'
import { PagedRows } from '../list/rows.tsx'

type LedgerOfProduct = { variants: readonly Variant[]; page: Page<LedgerLine> | null }
type Variant = { id: string; size: string | null; color: string | null; isRetired: boolean }

const BOX = 'min-h-11 rounded-card border border-edge bg-sheet px-3'

function Filters({ variants }: { variants: readonly Variant[] }) {
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const submit = useSubmit()
  const selects = [
    variants.length > 1 && {
      name: 'variant',
      label: 'Variant',
      options: variants.map(
        (one) =>
          [one.id, `${variantName(one) || 'Plain'}${one.isRetired ? ' (retired)' : ''}`] as const,
      ),
    },
    stateFilter('kind', 'Kind', MOVEMENT_KINDS, KIND_WORDS),
  ].filter((select) => select !== false)
  return (
    <Form method="get" preventScrollReset className="mb-3 flex flex-wrap gap-2">
      {selects.map(({ name, label, options }) => (
        <label key={name} className="max-w-full min-w-36">
          <span className="sr-only">{label}</span>
          <select
            name={name}
            key={params.get(name)}
            defaultValue={params.get(name) ?? ''}
            onChange={({ currentTarget: { form } }) =>
              void submit(form, { replace: true, preventScrollReset: true })
            }
            className={`${BOX} w-full`}
          >
            <option value="">{label}: all</option>
            <Options of={options} />
          </select>
        </label>
      ))}
      <Button className="[@media(scripting:enabled)]:sr-only [@media(scripting:enabled)]:focus:not-sr-only">
        Show
      </Button>
      <a
        href={`${pathname}/ledger.csv?${params}`}
        download
        className={`${BOX} inline-flex items-center gap-2 font-semibold hover:bg-sand`}
      >
        <Download aria-hidden size={18} /> CSV
      </a>
    </Form>
  )
}

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

/** Every movement of a product, newest first: whatever changes in stock has its line here. */
export function Ledger({ variants, page }: LedgerOfProduct) {
  return (
    <section aria-labelledby="ledger">
      <h2 id="ledger" className="mb-2 text-xl">
        Ledger
      </h2>
      <Filters variants={variants} />
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
