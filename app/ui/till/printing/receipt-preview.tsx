import type { Receipt } from '../../../rules/till/receipt.ts'
import { receiptRows } from '../../../rules/till/receipt-rows.ts'
import { usePrintSettings } from './printer-settings.ts'
import { ReceiptPaper } from './receipt-paper.tsx'

/** In true size the type is tiny on a screen; at this zoom it still fits a phone. */
const ZOOM = { 32: 1.5, 48: 1.1 } as const

/** Shows the slip as it will be printed: on white paper in dark mode too. */
export function ReceiptPreview({ receipt }: { receipt: Receipt }) {
  const { columns } = usePrintSettings()
  return (
    <section
      aria-label="Receipt"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long slip is scrolled by keyboard too
      tabIndex={0}
      className="max-h-full overflow-auto rounded-card bg-sand p-3"
    >
      <div className="mx-auto w-max shadow-float" style={{ zoom: ZOOM[columns] }}>
        <ReceiptPaper rows={receiptRows(receipt, columns)} columns={columns} />
      </div>
    </section>
  )
}
