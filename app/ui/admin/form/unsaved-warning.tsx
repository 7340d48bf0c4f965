import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'

type Dirty = boolean | (() => boolean)
const isSo = (dirty: Dirty) => (typeof dirty === 'function' ? dirty() : dirty)

/** `?new` and `?new=` are one address. */
const asked = ({ search }: { search: string }) => String(new URLSearchParams(search))

/**
 * Asks before a screen, or a window that the address opened, is left with unsaved changes: by link, Back,
 * reload or closed tab. A form that is sent to its own address passes, and the step to an answer that came
 * after the connection was back (web/render/connection-recovery.ts).
 */
export function UnsavedWarning({ isDirty }: { isDirty: Dirty }) {
  const blocker = useBlocker(
    ({ currentLocation: now, nextLocation: next }) =>
      (now.pathname !== next.pathname || asked(now) !== asked(next)) &&
      !(next.state as { isAnswer?: true } | null)?.isAnswer &&
      isSo(isDirty),
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (isSo(isDirty)) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title="Leave without saving?"
      text="What you have changed here is not saved yet."
      act="Leave"
      onYes={() => blocker.proceed()}
      onNo={() => blocker.reset()}
    />
  )
}
