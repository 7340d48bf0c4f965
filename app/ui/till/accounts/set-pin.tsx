import { useState } from 'react'
import { type Role } from '../../../rules/accounts/roles.ts'
import { PINS_DIFFER } from '../../../rules/messages/till/on-device.ts'
import { leastDigits } from '../../../rules/till/till-approval.ts'
import { TextField } from '../../kit/field.tsx'
import { MainPress, Press } from '../kit/buttons.tsx'
import { PinField } from '../kit/number-pad.tsx'
import { RoomCard } from '../kit/room.tsx'
import { notifySuccess, wasDone } from '../notify.ts'
import { setPin, skipPin } from '../store/accounts/access.ts'

type Person = { role: Role; hasPin: boolean }

/** Sets one's own PIN: asked for once after signing in, later in the till's settings. */
export function SetPin({ person }: { person: Person }) {
  return (
    <RoomCard
      title="Set your PIN"
      text="With it you unlock this till, also when there is no network. It is yours alone."
    >
      <PinForm person={person} />
      <Press className="border-0" onClick={() => void skipPin().then(wasDone)}>
        Later
      </Press>
    </RoomCard>
  )
}

export function PinForm({ person, onDone }: { person: Person; onDone?: () => void }) {
  const least = leastDigits(person.role)
  // Also set when the sign-in is too old, which the server reports at the first try.
  const [asksPassword, setAsksPassword] = useState(person.hasPin)
  const [pin, keepPin] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const go = async () => {
    if (isBusy || pin.length < least) return
    if (first === null) {
      setFirst(pin)
      keepPin('')
      setError('')
      return
    }
    if (first !== pin) {
      setFirst(null)
      keepPin('')
      setError(PINS_DIFFER)
      return
    }
    setBusy(true)
    const done = await setPin(pin, password || undefined)
    setBusy(false)
    if (wasDone(done)) {
      notifySuccess('pin-set')
      onDone?.()
    } else if (done.reason !== 'till-offline') {
      setFirst(null)
      keepPin('')
      setAsksPassword(true)
    }
  }
  return (
    <div className="grid gap-4">
      <p className="text-quiet">
        {least} to 8 digits
        {least > 4 ? ': it also approves discounts and refunds.' : '.'}
      </p>
      {asksPassword ? (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      ) : null}
      <PinField
        key={first === null ? 'first' : 'again'}
        isFirst
        label={first === null ? 'New PIN' : 'The same PIN again'}
        pin={pin}
        onPin={keepPin}
        onEnter={() => void go()}
      />
      <p role="alert" className="font-semibold text-alarm empty:hidden">
        {error}
      </p>
      <MainPress isBusy={isBusy} disabled={pin.length < least} onClick={() => void go()}>
        {first === null ? 'Next' : 'Set PIN'}
      </MainPress>
    </div>
  )
}
