import type { DrawerPin } from '../../../rules/till/escpos.ts'
import type { Columns } from '../../../rules/till/receipt-rows.ts'
import { storeOnDevice } from '../../kit/browser/device-storage.ts'

/** Identifies a chosen device among those that the browser lets us use. */
export type ChosenDevice = {
  vendorId: number | null
  productId: number | null
  serial: string | null
}

/**
 * `always`: after every sale; `asked`: when the cashier presses the button of the paid sale; `never`: without
 * that button.
 */
export type PrintWhen = 'always' | 'asked' | 'never'

/** How this device prints; `window` is the browser's own printing, to any printer. */
export type PrintSettings = {
  way: 'window' | 'usb' | 'serial'
  columns: Columns
  when: PrintWhen
  device: ChosenDevice | null
  /** The baud rate of a serial printer. */
  baudRate: number
  /** The pin that opens the drawer for a cash sale; null: there is no drawer. */
  drawer: DrawerPin | null
}

export const BAUD_RATES = [9600, 19_200, 38_400, 115_200] as const
export const PLAIN_SETTINGS: PrintSettings = {
  way: 'window',
  columns: 32,
  // A window that nobody asked for would delay the next customer.
  when: 'asked',
  device: null,
  baudRate: 9600,
  drawer: null,
}

/** Reads stored settings; an unknown choice (stored by an older till) becomes the default. */
export function readPrintSettings(kept: unknown): PrintSettings {
  if (!kept || typeof kept !== 'object') return PLAIN_SETTINGS
  const read: Partial<PrintSettings> = kept
  const pick = <K extends keyof PrintSettings>(key: K, choices: readonly PrintSettings[K][]) =>
    choices.find((choice) => choice === read[key]) ?? PLAIN_SETTINGS[key]
  const device = read.device ?? null
  return {
    way: device ? pick('way', ['window', 'usb', 'serial']) : 'window',
    columns: pick('columns', [32, 48]),
    when: pick('when', ['always', 'asked', 'never']),
    device,
    baudRate: pick('baudRate', BAUD_RATES),
    drawer: pick('drawer', [null, 2, 5]),
  }
}

const stored = storeOnDevice('zovala-printer', PLAIN_SETTINGS, readPrintSettings)

/** Stores the settings on this device, for all its tabs. */
export const keepPrintSettings = (settings: PrintSettings) => stored.change(() => settings)

/** The current print settings of this device. */
export const loadPrintSettings = stored.read

/** The print settings of this device, kept up to date. */
export const usePrintSettings = stored.use
