import { useLayoutEffect, useState } from 'react'
import { Form, type FormProps, useNavigation, useRouteLoaderData } from 'react-router'
import type { Toast } from '../../../rules/messages/toast.ts'
import { RequestField } from '../request-field.tsx'
import { showToast } from '../toaster.tsx'

/**
 * What the back office refuses of a form that was sent last, for the form to say it: the toast that brought it, far
 * from where somebody looks, is taken back. A form that its answer has rendered anew says nothing, and the toast stays.
 */
export function useRefusal() {
  const around = useRouteLoaderData<{ toast: Toast | null }>('routes/admin/layout')
  const toast = around?.toast ?? null
  const { state } = useNavigation()
  /** `toast`: what was said before it was sent. */
  const [sent, setSent] = useState<{ toast: Toast | null; isOut: boolean } | null>(null)
  const [refusal, setRefusal] = useState<Toast | null>(null)
  if (sent && !sent.isOut && state !== 'idle') setSent({ ...sent, isOut: true })
  if (sent?.isOut && state === 'idle') {
    setSent(null)
    const isNew = toast !== sent.toast && toast?.tone === 'bad' && !toast.action
    setRefusal(isNew ? toast : null)
  }
  // Whatever is asked for next, it was about the act before.
  if (refusal && !sent && state !== 'idle') setRefusal(null)
  // Before it is seen there.
  useLayoutEffect(() => {
    if (refusal) showToast(null)
  }, [refusal])
  const noteSent = () => {
    setSent({ toast, isOut: false })
    setRefusal(null)
  }
  return { refusal, noteSent }
}

/** At the foot of a form, beside the button that was pressed. */
export const Refused = ({ refusal }: { refusal: Toast | null }) =>
  refusal ? (
    <p
      role="alert"
      tabIndex={-1}
      data-refused
      className="col-span-full basis-full text-sm font-semibold wrap-anywhere text-alarm"
    >
      {refusal.description ?? refusal.title}
    </p>
  ) : null

/**
 * A form that its own page answers. It says what it is about, in hidden fields, and names its press
 * (`RequestField`); the page stays where it is scrolled to. In the back office it says itself why it was refused.
 */
export const ActForm = ({
  about,
  children,
  onSubmit,
  ...form
}: Omit<FormProps, 'method' | 'about'> & { about: Readonly<Record<string, string | number>> }) => {
  const { refusal, noteSent } = useRefusal()
  return (
    <Form
      method="post"
      preventScrollReset
      {...form}
      onSubmit={(event) => {
        onSubmit?.(event)
        if (!event.defaultPrevented) noteSent()
      }}
    >
      <RequestField />
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
      <Refused refusal={refusal} />
    </Form>
  )
}
