import { useId, useState } from 'react'
import { TextField } from '../../kit/field.tsx'
import { Icon } from '../../kit/icon.tsx'
import { EYE, EYE_OFF } from '../shapes.ts'

const HINT = 'Password must be at least 6 characters long'

/** A password that can be shown while it is typed; `isNew` adds the hint about its length. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  isNew,
}: {
  label?: string
  name?: string
  isNew: boolean
}) {
  const [isShown, setShown] = useState(false)
  const hintId = useId()
  return (
    <div>
      <div className="relative">
        <TextField
          label={label}
          name={name}
          type={isShown ? 'text' : 'password'}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          autoCapitalize="none"
          spellCheck={false}
          required
          maxLength={128}
          {...(isNew && { minLength: 6, 'aria-describedby': hintId })}
          style={{ paddingRight: '3rem' }}
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!isShown)}
          className="needs-script absolute right-0 bottom-0 grid size-11 place-items-center rounded-card text-quiet hover:text-ink"
        >
          <Icon shape={isShown ? EYE_OFF : EYE} size={20} />
        </button>
      </div>
      {isNew ? (
        <p id={hintId} className="mt-1 text-sm text-quiet">
          {HINT}
        </p>
      ) : null}
    </div>
  )
}
