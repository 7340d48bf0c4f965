import { snapshot } from '../../../rules/settings/settings.ts'
import { drawerKick, escposOf } from '../../../rules/till/escpos.ts'
import type { Receipt } from '../../../rules/till/receipt.ts'
import { receiptRows } from '../../../rules/till/receipt-rows.ts'
import type { TillRefusal } from '../refusals.ts'
import { loadPrintSettings, type PrintSettings } from './printer-settings.ts'
import { printInWindow } from './receipt-window.tsx'
import { sendToPrinter } from './send-to-printer.ts'

type Printed = { ok: true } | TillRefusal

/**
 * Prints a slip on the chosen printer, or in the browser's print window. Must be called on the click itself.
 * `opensDrawer` for a cash sale: the drawer opens first, so that the change is given while the slip prints. Refuses
 * with 'pos-print' when popups are blocked.
 */
export async function printReceipt(
  receipt: Receipt,
  settings: PrintSettings = loadPrintSettings(),
  { opensDrawer = false }: { opensDrawer?: boolean } = {},
): Promise<Printed> {
  const rows = receiptRows(receipt, settings.columns)
  if (settings.way !== 'window') {
    const kick = opensDrawer && settings.drawer ? [...drawerKick(settings.drawer)] : []
    return sendToPrinter(Uint8Array.from([...kick, ...escposOf(rows, settings.columns)]), settings)
  }
  const title = [receipt.title ?? 'Receipt', receipt.number, snapshot().shop.name]
    .filter(Boolean)
    .join(' ')
  return printInWindow(title, rows, settings.columns)
}

/**
 * Called after a sale or a return: prints its receipt when this device always prints, otherwise only opens the drawer
 * for cash. To be called like `printReceipt`.
 */
export function printAfterSale(
  receipt: Receipt,
  { isCash }: { isCash: boolean },
): Promise<Printed> {
  const settings = loadPrintSettings()
  if (settings.when === 'always') return printReceipt(receipt, settings, { opensDrawer: isCash })
  return isCash ? openDrawer(settings) : Promise.resolve({ ok: true })
}

/**
 * Opens the cash drawer without printing: for change, and for cash in and out. Does nothing when there is no drawer.
 */
export async function openDrawer(settings: PrintSettings = loadPrintSettings()): Promise<Printed> {
  if (settings.way === 'window' || !settings.drawer) return { ok: true }
  return sendToPrinter(drawerKick(settings.drawer), settings)
}
