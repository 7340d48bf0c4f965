import { MessageCircle, Printer, Undo2 } from 'lucide-react'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { whatsAppLink } from '../../../rules/receipt-text.ts'
import { printReceipt } from '../printing/print-receipt.ts'
import { keptAsSold, paidInCash } from '../sale/paid.ts'
import { wasDone } from '../say.ts'
import { Sheet } from '../sheet.tsx'
import type { TillState } from '../store/state.ts'

const MOST = 30
const SQUARE =
  'grid size-12 shrink-0 place-items-center rounded-card border border-edge hover:bg-sand'

/** This device's newest cash sales: printed again, sent by WhatsApp, or taken back. */
export function RecentSales({
  till: { sales, till },
  onClose,
  onReturn,
}: {
  till: TillState
  onClose: () => void
  onReturn: (number: string) => void
}) {
  return (
    <Sheet title="Recent sales" onClose={onClose}>
      {sales.length === 0 ? (
        <p className="text-quiet">No sale was made on this device yet.</p>
      ) : null}
      <ul className="divide-y divide-line">
        {sales.slice(0, MOST).map((kept) => {
          const sale = keptAsSold(kept)
          const { receipt } = paidInCash(sale, {
            till: till?.name ?? '',
            cashier: kept.cashierName,
            isReprint: true,
          })
          const name = sale.number ?? `Sale ${kept.id.slice(0, 8).toUpperCase()}`
          return (
            <li key={kept.id} className="flex flex-wrap items-center gap-2 py-2">
              <div className="min-w-0 grow">
                <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
                  <span>{name}</span>
                  <span className="tabular-nums">{formatKwacha(sale.totalAmount)}</span>
                </p>
                <p className="text-sm text-quiet">
                  {formatDateTime(sale.at)} · {kept.cashierName}
                  {sale.customerName ? ` · ${sale.customerName}` : ''}
                  {kept.isSent ? '' : ' · not sent yet'}
                </p>
              </div>
              <button
                type="button"
                className={SQUARE}
                aria-label={`Print again: ${name}`}
                onClick={() => void printReceipt(receipt).then(wasDone)}
              >
                <Printer aria-hidden size={20} />
              </button>
              <a
                className={SQUARE}
                aria-label={`Send by WhatsApp: ${name}`}
                href={whatsAppLink(receipt, sale.customerPhone)}
                target="_blank"
                rel="noreferrer"
              >
                <MessageCircle aria-hidden size={20} />
              </a>
              {sale.number ? (
                <button
                  type="button"
                  className={SQUARE}
                  aria-label={`Return or exchange: ${name}`}
                  onClick={() => sale.number && onReturn(sale.number)}
                >
                  <Undo2 aria-hidden size={20} />
                </button>
              ) : null}
            </li>
          )
        })}
      </ul>
    </Sheet>
  )
}
