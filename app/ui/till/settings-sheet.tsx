import { useState } from 'react'
import { Press } from './buttons.tsx'
import { Choices } from './choices.tsx'
import { PrinterSettings } from './printing/printer-settings-form.tsx'
import { sayGood, wasDone } from './say.ts'
import { chooseScheme, SCHEMES, useScheme } from './scheme.ts'
import { PinForm } from './set-pin.tsx'
import { Sheet } from './sheet.tsx'
import { signOut } from './store/access.ts'
import type { TillState } from './store/state.ts'

/** This device's own: its look, its printer, one's PIN, and the end of the session. */
export function SettingsSheet({
  till: { till, person, line },
  onClose,
}: {
  till: TillState
  onClose: () => void
}) {
  const scheme = useScheme()
  const [isPin, setPin] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const done = await signOut()
    setBusy(false)
    if (wasDone(done)) sayGood('Signed out', 'PINs on this device still unlock it.')
  }
  if (isPin)
    return (
      <Sheet title="Set your PIN" onClose={() => setPin(false)} width="narrow">
        <PinForm asksPassword={person?.hasPin ?? false} onDone={onClose} />
      </Sheet>
    )
  return (
    <Sheet title="Settings" onClose={onClose}>
      <div className="grid gap-6">
        <p>
          This device is <strong>{till?.name}</strong>. {person?.name} is at the till.
        </p>
        <section className="grid gap-2" aria-label="Look">
          <h3 className="text-xl">Look</h3>
          <Choices
            label="Light or dark"
            choices={SCHEMES}
            chosen={scheme}
            onChoose={chooseScheme}
          />
        </section>
        <section aria-label="Printer">
          <PrinterSettings />
        </section>
        <section className="grid gap-2" aria-label="Access">
          <h3 className="text-xl">Access</h3>
          <Press disabled={!line.isOnline} onClick={() => setPin(true)}>
            {person?.hasPin ? 'Change your PIN' : 'Set your PIN'}
          </Press>
          <Press disabled={isBusy} aria-busy={isBusy} onClick={() => void leave()}>
            Sign out of this device
          </Press>
          {line.isOnline ? null : (
            <p className="text-sm text-quiet">PINs are set, and sessions ended, with a network.</p>
          )}
        </section>
      </div>
    </Sheet>
  )
}
