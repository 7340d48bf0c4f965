import { escposOf } from '../../../rules/till/escpos.ts'
import { rowsOfLabels } from '../../../rules/till/label-rows.ts'
import type { TillProduct } from '../../../rules/till/till-events.ts'
import { loadPrintSettings, type PrintSettings } from '../printing/printer-settings.ts'
import { printInWindow } from '../printing/receipt-window.tsx'
import { sendToPrinter } from '../printing/send-to-printer.ts'

/** Prints labels of a product's variants the way this device prints receipts. Must be called on the click itself. */
export async function printLabels(
  product: TillProduct,
  counts: ReadonlyMap<string, number>,
  settings: PrintSettings = loadPrintSettings(),
) {
  const rows = rowsOfLabels(product, counts, settings.columns)
  if (settings.way !== 'window') return sendToPrinter(escposOf(rows, settings.columns), settings)
  return printInWindow(`Labels ${product.name}`, rows, settings.columns)
}
