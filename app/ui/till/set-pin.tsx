import { useState } from 'react'
import { TextField } from '../kit/field.tsx'
import { Press } from './buttons.tsx'
import { PinField } from './number-pad.tsx'
import { RoomCard } from './room.tsx'
import { sayGood, wasDone } from './say.ts'
import { setPin } from './store/access.ts'

const TEXT =
  '4 to 8 digits. With it you unlock this till, also when there is no network. It is yours alone.'

/** One's own PIN: as the first thing at a till, or later from its settings. */
export function SetPin({ onDone }: { onDone: () => void }) {
  return (
    <RoomCard title="Set your PIN" text={TEXT}>
      <PinForm onDone={onDone} />
      <Press className="border-0" onClick={onDone}>
        Later
      </Press>
    </RoomCard>
  )
}

export function PinForm({
  onDone,
  asksPassword = false,
}: {
  onDone: () => void
  asksPassword?: boolean
}) {
  const [pin, keepPin] = useState('')
  const [first, setFirst] = useState<string | null>(null)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const go = async () => {
    if (isBusy || pin.length < 4) return
    if (first === null) {
      setFirst(pin)
      keepPin('')
      setError('')
      return
    }
    if (first !== pin) {
      setFirst(null)
      keepPin('')
      setError('The two were not alike. Please begin again.')
      return
    }
    setBusy(true)
    const done = await setPin(pin, password || undefined)
    setBusy(false)
    if (wasDone(done)) {
      sayGood('PIN set', 'You can unlock this till with it.')
      onDone()
    } else {
      setFirst(null)
      keepPin('')
    }
  }
  return (
    <div className="grid gap-4">
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
      <Press
        tone="clay"
        className="min-h-14 text-lg"
        aria-busy={isBusy}
        disabled={isBusy || pin.length < 4}
        onClick={() => void go()}
      >
        {first === null ? 'Next' : 'Set PIN'}
      </Press>
    </div>
  )
}
