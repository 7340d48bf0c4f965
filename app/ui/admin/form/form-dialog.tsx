import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { RefusedBox } from './refused-box.tsx'
import { UnsavedWarning } from './unsaved-warning.tsx'
import type { EntryResult } from './use-entry.ts'
import { fieldOf } from './use-errors.ts'

type Loaded = Readonly<Record<string, string>>

/** Whether a field differs from what was loaded. */
export const isTouched = (form: HTMLFormElement | null, loaded: Loaded) =>
  Object.entries(loaded).some(([name, text]) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      return String(field.checked) !== text
    return field && 'value' in field && field.value !== text
  })

/**
 * A form in a window that the address opened. A refusal is shown at its top, and closing it asks for confirmation when
 * something was typed. `back` is the address without the window.
 */
export function FormDialog({
  title,
  back,
  subject,
  answer,
  loaded: values,
  isBusy = false,
  onField,
  children,
}: {
  title: string
  back: string
  /** The entry that is edited, in the version that was loaded; null: a new one. */
  subject: { id: string; version: number } | null
  /** The values of the fields in that version. */
  loaded: Loaded
  /** The server's answer to the last try. */
  answer: Pick<EntryResult<unknown>, 'message' | 'conflict'> | undefined
  /** Whether something that the form needs is still in progress. */
  isBusy?: boolean
  /** Called when somebody has changed a field. */
  onField?: (name: string) => void
  children: ReactNode
}) {
  const navigate = useNavigate()
  const isSaving = useNavigation().formMethod === 'POST'
  // Keeps the entry as it was opened, even if the data is loaded again.
  const [{ about, loaded }] = useState(() => ({ about: subject, loaded: values }))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = 'input:not([type=hidden]), select, textarea'
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const first = wrong ?? form.current?.querySelector<HTMLElement>(fields)
    // A message above the fields is to be read first.
    if (answer?.message || answer?.conflict) form.current?.scrollIntoView({ block: 'start' })
    else first?.focus()
  }, [answer])
  const leave = () => void navigate(back, { preventScrollReset: true, replace: true })
  return (
    <>
      <Dialog title={title} isWide onClose={leave}>
        <Form
          ref={form}
          method="post"
          preventScrollReset
          // The server's messages are the shop's; the browser's own would cover them.
          noValidate
          onChange={(event) => onField?.(fieldOf(event))}
          className="[&_:is(a,button,input,select,textarea)]:scroll-mb-24"
        >
          <input type="hidden" name="intent" value="save" />
          <RequestField />
          {about ? (
            <>
              <input type="hidden" name="id" value={about.id} />
              <input type="hidden" name="version" value={about.version} />
              <input type="hidden" name="loaded" value={JSON.stringify(loaded)} />
            </>
          ) : null}
          {answer?.message ? <RefusedBox refusal={answer.message} className="mb-4" /> : null}
          {answer?.conflict ? (
            <ConflictNotice conflict={answer.conflict} reload={address(back, subject)} />
          ) : null}
          {children}
          {/* A long form scrolls below the bar, so that Save stays in view. */}
          <div className="sticky bottom-0 -mx-4 mt-6 -mb-4 flex flex-wrap justify-end gap-2 border-t border-line bg-sheet px-4 py-3 sm:-mx-6 sm:-mb-6 sm:px-6">
            <ButtonLink to={back} preventScrollReset replace>
              Cancel
            </ButtonLink>
            <Button tone="lake" aria-busy={isSaving || isBusy} disabled={isSaving || isBusy}>
              {isSaving ? 'Saving…' : isBusy ? 'Wait for the picture…' : 'Save'}
            </Button>
          </div>
        </Form>
      </Dialog>
      <UnsavedWarning isDirty={() => isTouched(form.current, loaded)} />
    </>
  )
}

const address = (back: string, subject: { id: string } | null) => {
  const [path, search] = back.split('?')
  const params = new URLSearchParams(search)
  if (subject) params.set('edit', subject.id)
  return `${path}?${params}`
}
