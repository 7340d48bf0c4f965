import { useState } from 'react'
import { MainPress } from '../kit/buttons.tsx'
import { TypedField } from '../kit/typed-field.tsx'

/** Asks for a till's name; the promise of `onName` resolves when the server has answered. */
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
  /** The text of its button. */
  act: string
  before?: string
  isPossible: boolean
  onName: (name: string) => Promise<void>
}) {
  const [typed, setTyped] = useState(before)
  // The name when the form was opened: `before` may be the new name already, while the request is sent again because
  // its answer was lost.
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
