import { drawerKick, escposOf } from '../../../rules/escpos.ts'
import type { Receipt } from '../../../rules/receipt.ts'
import { receiptRows } from '../../../rules/receipt-rows.ts'
import type { Refusal } from '../../../rules/words.ts'
import { SHOP } from '../../../shop.ts'
import { loadPrintSettings, type PrintSettings } from './printer-settings.ts'
import { fillReceiptWindow, openReceiptWindow } from './receipt-window.tsx'
import { sendToPrinter } from './send-to-printer.ts'

type Printed = { ok: true } | Refusal

/**
 * Prints a slip: on the printer that was chosen, or in the window of the spec. Call it on the click itself,
 * or hand in the window that was opened on it (`openReceiptWindow`). `opensDrawer` for a sale in cash: the
 * drawer opens first, the change is given while it prints. Refuses 'pos-print' when popups are blocked.
 */
export async function printReceipt(
  receipt: Receipt,
  settings: PrintSettings = loadPrintSettings(),
  { opensDrawer = false, paper }: { opensDrawer?: boolean; paper?: Window | null } = {},
): Promise<Printed> {
  const rows = receiptRows(receipt, settings.columns)
  if (settings.way !== 'window') {
    const kick = opensDrawer && settings.drawer ? [...drawerKick(settings.drawer)] : []
    return sendToPrinter(Uint8Array.from([...kick, ...escposOf(rows, settings.columns)]), settings)
  }
  const open = paper === undefined ? openReceiptWindow() : paper
  if (!open || open.closed) return { ok: false, reason: 'pos-print' }
  const title = [receipt.title ?? 'Receipt', receipt.number, SHOP.name].filter(Boolean).join(' ')
  fillReceiptWindow(open, title, rows, settings.columns)
  return { ok: true }
}

/** Opens the cash drawer by itself: for change, for cash in and out. Does nothing where there is none. */
export async function openDrawer(settings: PrintSettings = loadPrintSettings()): Promise<Printed> {
  if (settings.way === 'window' || !settings.drawer) return { ok: true }
  return sendToPrinter(drawerKick(settings.drawer), settings)
}
