// A page with only a print button, to test the print window apart from the screen that opens it.
import { createRoot } from 'react-dom/client'
import { defaultGroups } from '../../../app/rules/settings/default-settings.ts'
import { adoptSnapshot } from '../../../app/rules/settings/settings.ts'
import { snapshotOf } from '../../../app/rules/settings/snapshot-of.ts'
import { receiptOfSale } from '../../../app/rules/till/receipt.ts'
import type { Columns } from '../../../app/rules/till/receipt-rows.ts'
import { printReceipt } from '../../../app/ui/till/printing/print-receipt.ts'
import { PLAIN_SETTINGS } from '../../../app/ui/till/printing/printer-settings.ts'
import { formatTillRefusal } from '../../../app/ui/till/refusals.ts'

adoptSnapshot(snapshotOf('', defaultGroups()))

const RECEIPT = receiptOfSale(
  {
    id: '3f2a9c1e-0000-4000-8000-000000000001',
    number: 'POS-2026-000123',
    at: '2026-11-20T12:05:00Z',
    lines: Array.from({ length: 12 }, (_, n) => ({
      name: `Chitenje wrap dress <b>${n}</b>`,
      size: 'M',
      color: 'Red',
      quantity: 2,
      unitPrice: 45_000,
      discount: 0,
    })),
    customerName: 'Grace Banda',
    customerPhone: null,
    notes: null,
    subtotal: 1_080_000,
    totalAmount: 1_080_000,
    cashGiven: 1_100_000,
  },
  { till: 'Front', cashier: 'Mphatso' },
)

function Page() {
  const print = async (columns: Columns) => {
    const printed = await printReceipt(RECEIPT, { ...PLAIN_SETTINGS, columns })
    const words = printed.ok ? { title: 'Printed' } : formatTillRefusal(printed)
    document.title = [words.title, words.description].filter(Boolean).join(': ')
  }
  return (
    <>
      <button type="button" onClick={() => void print(32)}>
        58 mm
      </button>
      <button type="button" onClick={() => void print(48)}>
        80 mm
      </button>
    </>
  )
}

createRoot(document.body.appendChild(document.createElement('main'))).render(<Page />)
