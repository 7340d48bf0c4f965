import {
  findOfficeSale,
  type ListedSale,
  listSales,
  SALE_SORTS,
  type SaleSort,
} from '../../modules/till/list-sales.ts'
import { formatDate, formatDateTime } from '../../rules/dates.ts'
import { formatKwacha } from '../../rules/money.ts'
import { SHOP } from '../../shop.ts'
import { type Column, DataTable, Pager } from '../../ui/admin/data-table.tsx'
import { Empty } from '../../ui/admin/empty.tsx'
import { ListTools } from '../../ui/admin/list-tools.tsx'
import { OrdersHead } from '../../ui/admin/orders/orders-head.tsx'
import { METHOD_WORDS, SalePanel } from '../../ui/admin/orders/sale-panel.tsx'
import { BesideList, NoSuchPanel, OpenLink } from '../../ui/admin/side-panel.tsx'
import { SaleBadge } from '../../ui/admin/orders/status-badge.tsx'
import { useLiveOffice } from '../../ui/admin/use-live-office.ts'
import { shopContext } from '../../web/context.ts'
import { askAboutSale } from '../../web/order-acts.ts'
import { readPart } from '../../web/read-part.ts'
import { readListAddress } from '../../web/staff-list.ts'
import type { Route } from './+types/pos-sales'

const PER_PAGE = 25

export const meta = () => [{ title: `POS Sales | ${SHOP.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const asked = { ...readListAddress<SaleSort>(request, SALE_SORTS), limit: PER_PAGE }
  const open = new URL(request.url).searchParams.get('sale')
  const [page, sale] = await Promise.all([
    readPart(shop, 'till sales', () => listSales(shop.db, asked)),
    open === null ? null : readPart(shop, 'till sale', () => findOfficeSale(shop.db, open)),
  ])
  return { page, open, sale: sale ?? null }
}

export const action = (args: Route.ActionArgs) => askAboutSale(args)

export default function PosSales({ loaderData: { page, open, sale } }: Route.ComponentProps) {
  const isLive = useLiveOffice()
  const panel = sale ? (
    <SalePanel key={sale.id} sale={sale} />
  ) : open === null ? null : (
    <NoSuchPanel name="sale" value={open} />
  )
  return (
    <>
      <OrdersHead isLive={isLive} />
      <BesideList panel={panel}>
        <ListTools label="Search by number or customer" csv="/admin/pos-sales.csv" />
        {page === null ? (
          <Empty title="Error loading sales." hint="Please reload the page in a minute." />
        ) : page.rows.length === 0 ? (
          <Empty title="No sales found" hint="What is sold at the till appears here at once." />
        ) : (
          <DataTable
            caption="Sales at the till"
            rows={page.rows}
            columns={panel ? BESIDE : COLUMNS}
          />
        )}
        {page ? <Pager next={page.next} /> : null}
      </BesideList>
    </>
  )
}

const SALE: Column<ListedSale> = {
  label: 'Sale',
  isTitle: true,
  show: (row) => <OpenLink name="sale" value={row.saleNumber} />,
}
const STATUS: Column<ListedSale> = {
  label: 'Status',
  isBadge: true,
  show: (row) => <SaleBadge status={row.paymentStatus} />,
}
const TOTAL: Column<ListedSale> = {
  label: 'Total',
  sort: 'total',
  isFigure: true,
  show: (row) => <span className="whitespace-nowrap">{formatKwacha(row.totalAmount)}</span>,
}

const COLUMNS: readonly Column<ListedSale>[] = [
  SALE,
  { label: 'Sold', sort: 'sold', show: (row) => formatDateTime(row.createdAt) },
  {
    label: 'Customer',
    show: (row) => <span className="wrap-anywhere">{row.customerName ?? '–'}</span>,
  },
  { label: 'Cashier', show: (row) => row.cashier },
  { label: 'Paid by', show: (row) => METHOD_WORDS[row.paymentMethod] },
  STATUS,
  { label: 'Items', isFigure: true, show: (row) => row.itemCount },
  TOTAL,
]
/** What there is room for beside an open sale. */
const BESIDE: readonly Column<ListedSale>[] = [
  SALE,
  {
    label: 'Sold',
    sort: 'sold',
    show: (row) => <span className="whitespace-nowrap">{formatDate(row.createdAt)}</span>,
  },
  STATUS,
  TOTAL,
]
