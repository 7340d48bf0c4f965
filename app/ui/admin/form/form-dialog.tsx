import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { UnsavedWarning } from './unsaved-warning.tsx'
import type { EntryResult } from './use-entry.ts'
import { fieldOf } from './use-errors.ts'

type Loaded = Readonly<Record<string, string>>

/** Whether a field says something else than what was loaded. */
export const isTouched = (form: HTMLFormElement | null, loaded: Loaded) =>
  Object.entries(loaded).some(([name, text]) => {
    const field = form?.elements.namedItem(name)
    if (field instanceof HTMLInputElement && field.type === 'checkbox')
      return String(field.checked) !== text
    return field && 'value' in field && field.value !== text
  })

/**
 * A form in a window that the address opened: what was refused is said at its top, and what was typed is
 * not lost by a slip: closing it asks first. `back` is the address without the window.
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
  /** What is edited, in the version that was loaded; null is a new one. */
  subject: { id: string; version: number } | null
  /** What the fields held in that version. */
  loaded: Loaded
  /** What the server said to the last try. */
  answer: Pick<EntryResult<unknown>, 'message' | 'conflict'> | undefined
  /** Something that the form needs is still under way. */
  isBusy?: boolean
  /** Somebody has changed this field. */
  onField?: (name: string) => void
  children: ReactNode
}) {
  const navigate = useNavigate()
  const isSaving = useNavigation().formMethod === 'POST'
  // What was opened counts, whatever is read anew meanwhile.
  const [{ about, loaded }] = useState(() => ({ about: subject, loaded: values }))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const fields = 'input:not([type=hidden]), select, textarea'
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
    const first = wrong ?? form.current?.querySelector<HTMLElement>(fields)
    // What stands above the fields is to be read first.
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
          // The server's sentences are those of the shop; a browser's own would stand in their way.
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
          {answer?.message ? (
            <p
              role="alert"
              className="mb-4 rounded-card bg-alarm-wash p-3 font-semibold text-alarm"
            >
              {answer.message.description ?? answer.message.title}
            </p>
          ) : null}
          {answer?.conflict ? (
            <ConflictNotice conflict={answer.conflict} reload={address(back, subject)} />
          ) : null}
          {children}
          {/* A long form scrolls under it: Save stays in sight. */}
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
