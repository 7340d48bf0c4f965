import type { ReactNode } from 'react'
import type { ListedSale } from '../../../modules/till/sales/list-sales.ts'
import { formatDate, formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Badge, Badges } from '../badge.tsx'
import { type Column, statusColumn } from '../list/data-table.tsx'
import { DateBelow, openColumn } from '../list/side-panel.tsx'
import { SaleBadge } from '../orders/status-badge.tsx'
import { paidBy } from './sale-panel.tsx'

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

export const SALE_COLUMNS: readonly Column<ListedSale>[] = [
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
/** The columns that fit beside an open sale. */
export const BESIDE_SALE: readonly Column<ListedSale>[] = [
  saleWith((row) => (isWaiting(row) ? <span className="block">{NEEDS_REVIEW}</span> : null)),
  { label: 'Sold', sort: 'sold', show: (row) => formatDate(row.createdAt) },
  { ...STATUS, show: (row) => <SaleBadge status={row.paymentStatus} /> },
  TOTAL,
]
