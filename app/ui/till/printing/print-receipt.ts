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
 * Prints a slip: on the printer that was chosen, or in the window of the spec. Call it on the click itself.
 * `opensDrawer` for a sale in cash: the drawer opens first, the change is given while it prints. Refuses
 * 'pos-print' when popups are blocked.
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
 * What follows a sale or a return: its receipt where this device prints them all, else only the drawer for cash.
 * To be called like `printReceipt`.
 */
export function printAfterSale(
  receipt: Receipt,
  { isCash }: { isCash: boolean },
): Promise<Printed> {
  const settings = loadPrintSettings()
  if (settings.when === 'always') return printReceipt(receipt, settings, { opensDrawer: isCash })
  return isCash ? openDrawer(settings) : Promise.resolve({ ok: true })
}

/** Opens the cash drawer by itself: for change, for cash in and out. Does nothing where there is none. */
export async function openDrawer(settings: PrintSettings = loadPrintSettings()): Promise<Printed> {
  if (settings.way === 'window' || !settings.drawer) return { ok: true }
  return sendToPrinter(drawerKick(settings.drawer), settings)
}
