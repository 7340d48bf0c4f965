import { useState } from 'react'
import { TextField } from '../kit/field.tsx'
import { Press } from './buttons.tsx'
import { sayGood, wasDone } from './say.ts'
import { renameTill } from './store/access.ts'

/** The till's name, on receipts and in reports from then on. */
export function TillName({ name: before, onDone }: { name: string; onDone: () => void }) {
  const [name, setName] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const rename = async () => {
    setBusy(true)
    const done = await renameTill(name.trim())
    setBusy(false)
    if (!wasDone(done)) return
    sayGood('Name changed', `This till is ${done.till.name} now.`)
    onDone()
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void rename()
      }}
    >
      <TextField
        data-first
        label="Name of this till"
        hint="It stands on receipts and in reports from now on."
        maxLength={40}
        autoComplete="off"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Press
        type="submit"
        tone="clay"
        className="min-h-14 text-lg"
        aria-busy={isBusy}
        disabled={isBusy || name.trim() === '' || name.trim() === before}
      >
        Change the name
      </Press>
    </form>
  )
}
