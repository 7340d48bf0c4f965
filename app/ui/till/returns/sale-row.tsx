import { MessageCircle, Printer, Undo2 } from 'lucide-react'
import { formatDateTime } from '../../../rules/dates.ts'
import { formatKwacha } from '../../../rules/money.ts'
import type { Receipt } from '../../../rules/till/receipt.ts'
import { whatsAppLink } from '../../../rules/till/receipt-text.ts'
import { SignPress, SQUARE } from '../kit/buttons.tsx'
import { wasDone } from '../notify.ts'
import { printReceipt } from '../printing/print-receipt.ts'

export type SoldBefore = {
  /** The sale's number, or a text in its place. */
  name: string
  at: string
  total: number
  cashier: string
  customer: string | null
  phone: string | null
  receipt: Receipt
  note?: string | undefined
}

/** A past sale: can be printed again, sent by WhatsApp, or returned. */
export function SaleRow({
  sale: { name, at, total, cashier, customer, phone, receipt, note },
  onReturn,
}: {
  sale: SoldBefore
  /** Absent when nothing can come back yet. */
  onReturn?: (() => void) | undefined
}) {
  return (
    <li className="flex flex-wrap items-center gap-2 py-2">
      <div className="min-w-0 grow basis-48">
        <p className="flex flex-wrap justify-between gap-x-4 font-semibold">
          <span>{name}</span>
          <span className="tabular-nums">{formatKwacha(total)}</span>
        </p>
        <p className="text-sm wrap-anywhere text-quiet">
          {[formatDateTime(at), cashier, customer, note].filter(Boolean).join(' · ')}
        </p>
      </div>
      <span className="ml-auto flex gap-2">
        <SignPress
          Sign={Printer}
          isFramed
          aria-label={`Print again: ${name}`}
          onClick={() => void printReceipt(receipt).then(wasDone)}
        />
        <a
          className={`${SQUARE} border border-edge hover:bg-sand`}
          aria-label={`Send by WhatsApp: ${name}`}
          href={whatsAppLink(receipt, phone)}
          target="_blank"
          rel="noreferrer"
        >
          <MessageCircle aria-hidden size={20} />
        </a>
        {onReturn ? (
          <SignPress
            Sign={Undo2}
            isFramed
            aria-label={`Return or exchange: ${name}`}
            onClick={onReturn}
          />
        ) : null}
      </span>
    </li>
  )
}
