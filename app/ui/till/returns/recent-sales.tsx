import { Sheet, type SheetProps } from '../kit/sheet.tsx'
import { keptAsSold, paidInCash } from '../payments/paid.ts'
import type { SaleRecord } from '../store/state.ts'
import { AnySale } from './any-sale.tsx'
import { SaleRow } from './sale-row.tsx'

const MOST = 30

/** Lists this device's newest cash sales, and finds any other sale by its number. */
export function RecentSales({
  till: { sales, till },
  onClose,
  onReturn,
}: SheetProps & {
  onReturn: (number: string) => void
}) {
  return (
    <Sheet title="Recent sales" onClose={onClose}>
      <AnySale onReturn={onReturn} />
      {sales.length === 0 ? (
        <p className="text-quiet">No sale was made on this device yet.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {sales.slice(0, MOST).map((kept) => (
          <Recent key={kept.id} kept={kept} tillName={till?.name ?? ''} onReturn={onReturn} />
        ))}
      </ul>
    </Sheet>
  )
}

function Recent({
  kept,
  tillName,
  onReturn,
}: {
  kept: SaleRecord
  tillName: string
  onReturn: (number: string) => void
}) {
  const sale = keptAsSold(kept)
  const { number } = sale
  const names = { till: tillName, cashier: kept.cashierName, isReprint: true }
  return (
    <SaleRow
      sale={{
        name: number ?? `Sale ${kept.id.slice(0, 8).toUpperCase()}`,
        at: sale.at,
        total: sale.totalAmount,
        cashier: kept.cashierName,
        customer: sale.customerName,
        phone: sale.customerPhone,
        receipt: paidInCash(sale, names).receipt,
        note: kept.isSent ? undefined : 'not sent yet',
      }}
      onReturn={number ? () => onReturn(number) : undefined}
    />
  )
}
