import type { TillRefusal } from '../refusals.ts'
import { portsOf } from './devices.ts'
import { keepPrintSettings, type PrintSettings } from './printer-settings.ts'
import { nameOfSerial, nameOfUsb } from './send-to-printer.ts'

/** Printers, and devices of a vendor-specific class, which many cheap printers are. */
const FILTERS = [{ classCode: 7 }, { classCode: 255 }]

/**
 * Asks in the browser's own dialog which device is the printer, and stores it. Must be called on a click; `isChosen` is
 * false when the dialog was closed without a choice.
 */
export async function choosePrinter(
  way: 'usb' | 'serial',
  settings: PrintSettings,
): Promise<{ ok: true; isChosen: boolean } | TillRefusal> {
  const { usb, serial } = portsOf(navigator)
  try {
    const device =
      way === 'usb'
        ? usb && nameOfUsb(await usb.requestDevice({ filters: FILTERS }))
        : serial && nameOfSerial(await serial.requestPort())
    if (!device) return { ok: false, reason: 'pos-printer-away' }
    keepPrintSettings({ ...settings, way, device })
    return { ok: true, isChosen: true }
  } catch (error) {
    // Both throw it when nothing was chosen.
    if (error instanceof Error && error.name === 'NotFoundError')
      return { ok: true, isChosen: false }
    return { ok: false, reason: 'pos-printer-held' }
  }
}
