import { useState } from 'react'
import { mayRunShop } from '../../rules/accounts/roles.ts'
import { PinForm } from './accounts/set-pin.tsx'
import { TillName } from './accounts/till-name.tsx'
import { Press } from './kit/buttons.tsx'
import { Choices } from './kit/choices.tsx'
import { Sheet, type SheetProps } from './kit/sheet.tsx'
import { notifySuccess, wasDone } from './notify.ts'
import { PrinterSettings } from './printing/printer-settings-form.tsx'
import { chooseScheme, SCHEMES, useScheme } from './scheme.ts'
import { renameTill, signOut } from './store/accounts/access.ts'

/** Settings of this device: its look, its printer, the person's PIN, and signing out. */
export function SettingsSheet({ till: { till, person, connection }, onClose }: SheetProps) {
  const scheme = useScheme()
  const [room, setRoom] = useState<'pin' | 'name' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    const done = await signOut()
    setBusy(false)
    if (wasDone(done)) notifySuccess('signed-out-here')
  }
  const back = () => setRoom(null)
  const rename = async (name: string) => {
    const done = await renameTill(name)
    if (!wasDone(done)) return
    notifySuccess('till-renamed', done.till)
    back()
  }
  if (room === 'pin' && person)
    return (
      <Sheet title="Set your PIN" onClose={back} width="narrow">
        <PinForm person={person} onDone={onClose} />
      </Sheet>
    )
  if (room === 'name' && till)
    return (
      <Sheet title="Rename this till" onClose={back} width="narrow">
        <TillName
          label="Name of this till"
          hint="It stands on receipts and in reports from now on."
          act="Change the name"
          before={till.name}
          isPossible={connection.isOnline}
          onName={rename}
        />
      </Sheet>
    )
  return (
    <Sheet title="Settings" onClose={onClose}>
      <div className="grid gap-6">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="min-w-0 wrap-anywhere">
            This device is <strong>{till?.name}</strong>. {person?.name} is at the till.
          </p>
          {person && mayRunShop(person.role) ? (
            <Press disabled={!connection.isOnline} onClick={() => setRoom('name')}>
              Rename this till
            </Press>
          ) : null}
        </div>
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
          <Press disabled={!connection.isOnline} onClick={() => setRoom('pin')}>
            {person?.hasPin ? 'Change your PIN' : 'Set your PIN'}
          </Press>
          <Press disabled={isBusy} aria-busy={isBusy} onClick={() => void leave()}>
            Sign out of this device
          </Press>
          {connection.isOnline ? null : (
            <p className="text-sm text-quiet">
              Setting a PIN and ending sessions need a connection.
            </p>
          )}
        </section>
      </div>
    </Sheet>
  )
}
