import { useState } from 'react'
import { MainPress } from '../kit/buttons.tsx'
import { TypedField } from '../kit/typed-field.tsx'

/** Asks what a till is called; `onName` is done when the server has answered. */
export function TillName({
  label,
  hint,
  act,
  before = '',
  isPossible,
  onName,
}: {
  label: string
  hint?: string
  /** What its button says. */
  act: string
  before?: string
  isPossible: boolean
  onName: (name: string) => Promise<void>
}) {
  const [typed, setTyped] = useState(before)
  // As it was when this was opened: a new name may be here before the answer that was lost comes again.
  const [first] = useState(before)
  const [isBusy, setBusy] = useState(false)
  const name = typed.trim()
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        setBusy(true)
        void onName(name).finally(() => setBusy(false))
      }}
    >
      <TypedField
        data-first
        label={label}
        hint={hint}
        placeholder="Front counter"
        maxLength={40}
        text={typed}
        onText={setTyped}
      />
      <MainPress
        type="submit"
        isBusy={isBusy}
        disabled={!isPossible || name === '' || name === first}
      >
        {act}
      </MainPress>
    </form>
  )
}
