import { type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { returnFocus } from '../../kit/dialog.tsx'
import { makeRequestName } from '../../kit/request-field.tsx'

/**
 * A button whose act cannot be taken back: it asks first, then posts `fields` to `action`, and a `request` by
 * which the shop knows the press again when its answer was lost. The button is
 * rendered by the caller, so that it fits its place.
 */
export function ConfirmForm({
  action,
  fields,
  title,
  text,
  act,
  renderButton,
}: {
  action?: string
  fields: Record<string, string>
  title: string
  text: ReactNode
  act: string
  renderButton: (ask: () => void) => ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  const fetcher = useFetcher()
  const isBusy = fetcher.state !== 'idle'
  const [hasAsked, setAsked] = useState(false)
  // What it deleted takes this button away with it.
  useEffect(
    () => () => {
      if (hasAsked) returnFocus(null)
    },
    [hasAsked],
  )
  return (
    <>
      {renderButton(() => {
        setAsked(true)
        setAsking(true)
      })}
      {isAsking ? (
        <ConfirmDialog
          title={title}
          text={text}
          act={act}
          isBusy={isBusy}
          onNo={() => setAsking(false)}
          onYes={() => {
            void fetcher
              .submit(
                { ...fields, request: makeRequestName() },
                { method: 'post', ...(action && { action }) },
              )
              .then(() => setAsking(false))
          }}
        />
      ) : null}
    </>
  )
}
