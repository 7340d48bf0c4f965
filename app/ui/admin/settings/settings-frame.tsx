import { Lock } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button, ButtonLink } from '../../kit/button.tsx'
import { RequestField } from '../../kit/request-field.tsx'
import { ConflictNotice } from '../form/conflict-notice.tsx'
import { isTouched } from '../form/form-dialog.tsx'
import { RefusedBox } from '../form/refused-box.tsx'
import { UnsavedWarning } from '../form/unsaved-warning.tsx'
import type { EntryResult } from '../form/use-entry.ts'
import { fieldOf } from '../form/use-errors.ts'

/**
 * Props of every settings form: the version that is shown, its values, whether the person may change them, and the
 * server's answer.
 */
export type SettingsAbout<V extends Record<string, string>> = {
  subject: { id: string; version: number }
  texts: V
  mayChange: boolean
  answer: EntryResult<V, Partial<V>> | undefined
}

/** A form of settings: read-only for people who may not change them; a refusal is shown above, or at the field. */
export function SettingsFrame({
  address,
  back,
  about: { subject, texts, mayChange, answer },
  onField,
  preview,
  children,
}: {
  address: string
  /** Where Cancel leads, if not to the whole section. */
  back?: string
  about: SettingsAbout<Record<string, string>>
  /** Called when somebody has typed into a field. */
  onField: (name: string, value: string) => void
  preview?: ReactNode
  children: ReactNode
}) {
  const isSaving = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (answer?.message || answer?.conflict) form.current?.scrollIntoView({ block: 'start' })
    else if (answer) {
      const field = form.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      field?.focus({ preventScroll: true })
      // Its message is below the field, where the bar with the button would cover it.
      field?.parentElement?.scrollIntoView({ block: 'center' })
    }
  }, [answer])
  return (
    <Form
      ref={form}
      method="post"
      action={address}
      preventScrollReset
      noValidate
      onChange={(event) => {
        const field = event.target as unknown as HTMLInputElement
        onField(fieldOf(event), field.type === 'checkbox' ? String(field.checked) : field.value)
      }}
      className="max-w-3xl rounded-card border border-line bg-sheet p-4 [&_:is(a,button,input,select,textarea)]:scroll-mb-24"
    >
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="id" value={subject.id} />
      <input type="hidden" name="version" value={subject.version} />
      <input type="hidden" name="loaded" value={JSON.stringify(texts)} />
      <RequestField />
      {answer?.message ? <RefusedBox refusal={answer.message} className="mb-4" /> : null}
      {answer?.conflict ? <ConflictNotice conflict={answer.conflict} reload={address} /> : null}
      {mayChange ? null : (
        <p className="mb-4 flex items-center gap-2 rounded-card bg-sand p-3 font-semibold">
          <Lock aria-hidden size={18} className="shrink-0" />
          Only the owner of the shop can change this. You can read it.
        </p>
      )}
      <fieldset disabled={!mayChange} className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <legend className="sr-only">Settings</legend>
        {children}
      </fieldset>
      {preview}
      <div className="sticky bottom-(--bar) -mx-4 mt-4 -mb-4 flex flex-wrap justify-end gap-2 rounded-b-card border-t border-line bg-sheet px-4 py-3 empty:hidden">
        {back ? <ButtonLink to={back}>{mayChange ? 'Cancel' : 'Back'}</ButtonLink> : null}
        {mayChange ? (
          // Saving renders a new form: by its id the button gets the focus again (use-restored-focus.ts).
          <Button id="save-settings" tone="lake" aria-busy={isSaving} disabled={isSaving}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        ) : null}
      </div>
      <UnsavedWarning isDirty={() => isTouched(form.current, texts)} />
    </Form>
  )
}
