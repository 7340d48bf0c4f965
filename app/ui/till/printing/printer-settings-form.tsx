import { Printer } from 'lucide-react'
import { useState } from 'react'
import { PRINTER_TEXTS } from '../../../rules/messages/till/on-device.ts'
import { Button } from '../../kit/button.tsx'
import { SelectField } from '../../kit/field.tsx'
import { formatTillRefusal, type TillRefusal } from '../refusals.ts'
import { choosePrinter } from './choose-printer.ts'
import { openDrawer, printReceipt } from './print-receipt.ts'
import {
  BAUD_RATES,
  keepPrintSettings,
  type PrintSettings,
  type PrintWhen,
  usePrintSettings,
} from './printer-settings.ts'
import { testReceipt } from './test-receipt.ts'
import { WayChoice } from './way-choice.tsx'

/** The form for how this device prints receipts and opens the drawer; each change is saved on this device at once. */
export function PrinterSettings() {
  const settings = usePrintSettings()
  const [message, setMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const change = (part: Partial<PrintSettings>) => keepPrintSettings({ ...settings, ...part })

  /** `act` starts on the click itself, because browsers open dialogs and windows only then. */
  async function report(act: Promise<{ ok: true } | TillRefusal>, done: string) {
    setBusy(true)
    setMessage('')
    const answer = await act
    setBusy(false)
    setMessage(answer.ok ? done : (formatTillRefusal(answer).description ?? ''))
  }
  async function choose(way: 'usb' | 'serial') {
    setMessage('')
    const answer = await choosePrinter(way, settings)
    if (!answer.ok) setMessage(formatTillRefusal(answer).description ?? '')
    else setMessage(answer.isChosen ? PRINTER_TEXTS.chosen : PRINTER_TEXTS.none)
  }

  return (
    <div className="grid gap-4 [&_select]:min-h-12">
      <WayChoice
        settings={settings}
        onChange={(way) => (way === 'window' ? change({ way }) : void choose(way))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Paper"
          value={settings.columns}
          onChange={({ target }) => change({ columns: target.value === '48' ? 48 : 32 })}
        >
          <option value={32}>58 mm</option>
          <option value={48}>80 mm</option>
        </SelectField>
        <SelectField
          label="Print the receipt"
          value={settings.when}
          onChange={({ target }) => change({ when: target.value as PrintWhen })}
        >
          <option value="always">After every sale</option>
          <option value="asked">When it is asked for</option>
          <option value="never">Never</option>
        </SelectField>
        {settings.way === 'window' ? null : (
          <SelectField
            label="Cash drawer"
            hint="It opens when a sale is paid in cash."
            value={settings.drawer ?? ''}
            onChange={({ target }) =>
              change({ drawer: target.value === '2' ? 2 : target.value === '5' ? 5 : null })
            }
          >
            <option value="">None on the printer</option>
            <option value="2">On the printer (pin 2, usual)</option>
            <option value="5">On the printer (pin 5)</option>
          </SelectField>
        )}
        {settings.way === 'serial' ? (
          <SelectField
            label="Speed"
            hint="It stands on the printer’s self-test."
            value={settings.baudRate}
            onChange={({ target }) => change({ baudRate: Number(target.value) })}
          >
            {BAUD_RATES.map((rate) => (
              <option key={rate} value={rate}>
                {rate} baud
              </option>
            ))}
          </SelectField>
        ) : null}
      </div>
      <output className="block font-semibold">{message}</output>
      <div className="flex flex-wrap gap-3">
        <Button
          type="button"
          size="lg"
          disabled={isBusy}
          onClick={() =>
            void report(printReceipt(testReceipt(new Date()), settings), PRINTER_TEXTS.printed)
          }
        >
          <Printer aria-hidden size={20} /> Print a test
        </Button>
        {settings.way !== 'window' && settings.drawer ? (
          <Button
            type="button"
            size="lg"
            disabled={isBusy}
            onClick={() => void report(openDrawer(settings), PRINTER_TEXTS.opened)}
          >
            Open the drawer
          </Button>
        ) : null}
      </div>
    </div>
  )
}
