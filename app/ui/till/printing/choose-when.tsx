import { Choices } from '../kit/choices.tsx'
import { keepPrintSettings, type PrintWhen, usePrintSettings } from './printer-settings.ts'

const WHEN: Record<PrintWhen, string> = { always: 'Print', asked: 'Ask', never: 'Never' }

/** Whether the receipt is printed after each sale at this device: asked when the device is set up, saved at once. */
export function ChooseWhen() {
  const settings = usePrintSettings()
  return (
    <section className="grid gap-2" aria-label="Receipts">
      <h3 className="font-body text-base font-semibold">The receipt after each sale</h3>
      <Choices
        label="The receipt after each sale"
        choices={WHEN}
        chosen={settings.when}
        onChoose={(when) => keepPrintSettings({ ...settings, when })}
      />
      <p className="text-sm text-quiet">
        Kept on this device. Its printer is chosen under Settings.
      </p>
    </section>
  )
}
