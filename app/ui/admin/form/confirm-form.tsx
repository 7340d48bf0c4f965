import { type ComponentProps, type ReactNode, useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '../../kit/button.tsx'
import { ConfirmDialog } from '../../kit/confirm-dialog.tsx'
import { returnFocus } from '../../kit/dialog.tsx'
import { makeRequestName } from '../../kit/request-field.tsx'

/**
 * A button whose act cannot be undone: it asks for confirmation, then posts `fields` to `action`, with a `request` id
 * by which the shop recognizes a retry after a lost answer. `children`: the button's label.
 */
export function ConfirmForm({
  action,
  fields,
  title,
  text,
  act,
  button,
  children,
}: {
  action?: string
  fields: Record<string, string>
  title: string
  text: ReactNode
  act: string
  /** The button's look, and its name when its children do not say it. */
  button?: Pick<
    ComponentProps<typeof Button>,
    'tone' | 'size' | 'className' | 'title' | 'aria-label'
  >
  children: ReactNode
}) {
  const [isAsking, setAsking] = useState(false)
  const fetcher = useFetcher()
  const isBusy = fetcher.state !== 'idle'
  const [hasAsked, setAsked] = useState(false)
  // The act may have deleted the row with this button.
  useEffect(
    () => () => {
      if (hasAsked) returnFocus(null)
    },
    [hasAsked],
  )
  return (
    <>
      <Button
        {...button}
        type="button"
        onClick={() => {
          setAsked(true)
          setAsking(true)
        }}
      >
        {children}
      </Button>
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
