import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'

type Dirty = boolean | (() => boolean)
const isSo = (dirty: Dirty) => (typeof dirty === 'function' ? dirty() : dirty)

/** Compares parameters, because `?new` and `?new=` are the same address. */
const asked = ({ search }: { search: string }) => String(new URLSearchParams(search))

/**
 * Asks for confirmation before unsaved changes are left, on a screen or in a window that the address opened: by a link,
 * Back, a reload or a closed tab. Not for a form that is submitted to its own address, nor for the navigation to an
 * answer that came after the connection was back (web/render/connection-recovery.ts).
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
