import { randomUUID } from 'node:crypto'
import type { ReactNode } from 'react'
import { listReviewItems } from '../../../modules/till/events/handle-review.ts'
import {
  findAdminSale,
  type ListedSale,
  listSales,
} from '../../../modules/till/sales/list-sales.ts'
import { listOpenDrawers } from '../../../modules/till/shifts/drawer-cash.ts'
import { listTillNames } from '../../../modules/till/shifts/list-shifts.ts'
import { formatDate, formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { isNotPaidWhole } from '../../../rules/till/sale-transitions.ts'
import { Badge, Badges } from '../../../ui/admin/badge.tsx'
import { type Column, statusColumn } from '../../../ui/admin/list/data-table.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, DateBelow, openColumn, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { OrdersHead } from '../../../ui/admin/orders/orders-head.tsx'
import { SaleBadge } from '../../../ui/admin/orders/status-badge.tsx'
import { ReviewList } from '../../../ui/admin/till/review.tsx'
import { paidBy, SalePanel } from '../../../ui/admin/till/sale-panel.tsx'
import { useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { Link } from '../../../ui/kit/link.tsx'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { countRows, recordPrint } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/sales'
import { readSaleQuery } from './list-query.ts'
import { actOnSales } from './sales-action.ts'

const PER_PAGE = 25

export const meta = () => [{ title: `POS Sales | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const query = readSaleQuery(request)
  await recordPrint(args, { entity: 'pos_sale', label: 'list-pos-sales', query })
  const limit = countRows(request, PER_PAGE)
  const open = new URL(request.url).searchParams.get('sale')
  const { userId } = await requireAdmin(args)
  const [page, reviewReasons, tills, sale] = await Promise.all([
    readPart(shop, 'till sales', () => listSales(shop.db, { ...query, limit })),
    readPart(shop, 'sales under review', () => listReviewItems(shop.db, userId)),
    readPart(shop, 'tills', () => listTillNames(shop.db)),
    open === null ? null : readPart(shop, 'till sale', () => findAdminSale(shop.db, open, userId)),
  ])
  const drawers =
    sale && isNotPaidWhole(sale)
      ? await readPart(shop, 'open drawers', () => listOpenDrawers(shop.db))
      : null
  const forms = drawers && { drawers, nextEnd: randomUUID() }
  const { shift } = query
  return { page, reviewReasons, tills: tills ?? [], open, sale: sale ?? null, shift, forms }
}

export const action = (args: Route.ActionArgs) => actOnSales(args)

export default function PosSales({ loaderData }: Route.ComponentProps) {
  const { page, reviewReasons, tills, open, sale, shift, forms } = loaderData
  const isLive = useLiveAdmin()
  const panel = panelOf('sale', open, sale && <SalePanel key={sale.id} sale={sale} forms={forms} />)
  return (
    <>
      <OrdersHead isLive={isLive} />
      <BesideList panel={panel}>
        {reviewReasons === null ? (
          <p className="mb-3 font-semibold text-alarm">Error loading what needs a person.</p>
        ) : (
          <ReviewList reviewReasons={reviewReasons} />
        )}
        <ListTools
          label="Search by number or customer"
          filters={[
            { name: 'till', label: 'Till', options: tills.map(({ id, name }) => [id, name]) },
          ]}
          csv="/admin/pos-sales.csv"
          narrowed={[['shift', null]]}
        />
        {shift ? <OneShift shift={shift} /> : null}
        <PagedTable
          page={page}
          error="Error loading sales."
          empty="No sales found"
          hint="What is sold at the till appears here at once."
          caption="Sales at the till"
          order="-sold"
          columns={panel ? BESIDE : COLUMNS}
        />
      </BesideList>
    </>
  )
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4'

const OneShift = ({ shift }: { shift: string }) => (
  <p className="mb-2 flex flex-wrap items-center gap-x-4">
    Sales of one shift only.
    <Link to={`/admin/shifts?shift=${shift}`} className={LINK}>
      Open the shift
    </Link>
    <Link to="/admin/pos-sales" className={LINK}>
      Show all sales
    </Link>
  </p>
)

const isWaiting = ({ reviewReasons, handledAt }: ListedSale) =>
  reviewReasons.length > 0 && !handledAt
const NEEDS_REVIEW = <Badge tone="bad">Needs a person</Badge>

const saleWith = (below: (row: ListedSale) => ReactNode) =>
  openColumn<ListedSale>('Sale', 'sale', (row) => row.saleNumber, below)
const STATUS = statusColumn<ListedSale>((row) => (
  <Badges>
    <SaleBadge status={row.paymentStatus} />
    {isWaiting(row) ? NEEDS_REVIEW : null}
  </Badges>
))
const TOTAL: Column<ListedSale> = {
  label: 'Total',
  sort: 'total',
  isFigure: true,
  show: (row) => (
    <>
      {formatKwacha(row.totalAmount)}
      {row.returned > 0 ? (
        <span className="block text-sm text-quiet">{formatKwacha(-row.returned)} returned</span>
      ) : null}
    </>
  ),
}

const COLUMNS: readonly Column<ListedSale>[] = [
  saleWith((row) => <DateBelow>{formatDateTime(row.createdAt)}</DateBelow>),
  { label: 'Sold', sort: 'sold', isSpare: true, show: (row) => formatDateTime(row.createdAt) },
  {
    label: 'Customer',
    show: (row) => <span className="wrap-anywhere">{row.customerName ?? '–'}</span>,
  },
  {
    label: 'Cashier',
    show: (row) => (
      <span className="wrap-anywhere">
        {row.cashier}
        {row.till ? <span className="block text-sm text-quiet">{row.till}</span> : null}
      </span>
    ),
  },
  { label: 'Paid by', isSpare: true, show: (row) => paidBy(row) },
  STATUS,
  { label: 'Items', isFigure: true, isSpare: true, show: (row) => row.itemCount },
  TOTAL,
]
/** What there is room for beside an open sale. */
const BESIDE: readonly Column<ListedSale>[] = [
  saleWith((row) => (isWaiting(row) ? <span className="block">{NEEDS_REVIEW}</span> : null)),
  { label: 'Sold', sort: 'sold', show: (row) => formatDate(row.createdAt) },
  { ...STATUS, show: (row) => <SaleBadge status={row.paymentStatus} /> },
  TOTAL,
]
