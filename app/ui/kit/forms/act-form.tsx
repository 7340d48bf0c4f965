import { useLayoutEffect, useState } from 'react'
import { Form, type FormProps, useNavigation, useRouteLoaderData } from 'react-router'
import type { Toast } from '../../../rules/messages/toast.ts'
import { RequestField } from '../request-field.tsx'
import { showToast } from '../toaster.tsx'

/**
 * The refusal of the form that was submitted last, so that the form shows it at its own place: the toast with it, far
 * from where the person looks, is removed. A form that its answer has rendered anew shows nothing, and the toast stays.
 */
export function useRefusal() {
  const around = useRouteLoaderData<{ toast: Toast | null }>('routes/admin/layout')
  const toast = around?.toast ?? null
  const { state } = useNavigation()
  /** `toast`: the toast before the form was submitted. */
  const [sent, setSent] = useState<{ toast: Toast | null; isOut: boolean } | null>(null)
  const [refusal, setRefusal] = useState<Toast | null>(null)
  if (sent && !sent.isOut && state !== 'idle') setSent({ ...sent, isOut: true })
  if (sent?.isOut && state === 'idle') {
    setSent(null)
    const isNew = toast !== sent.toast && toast?.tone === 'bad' && !toast.action
    setRefusal(isNew ? toast : null)
  }
  // Any later navigation ends it, because it was about the act before.
  if (refusal && !sent && state !== 'idle') setRefusal(null)
  // A layout effect, so that the toast is removed before it is seen.
  useLayoutEffect(() => {
    if (refusal) showToast(null)
  }, [refusal])
  const noteSent = () => {
    setSent({ toast, isOut: false })
    setRefusal(null)
  }
  return { refusal, noteSent }
}

/** The refusal at the foot of a form, beside the button that was pressed. */
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
 * A form that posts to its own page, with `about` in hidden fields and a request id (`RequestField`); the page keeps
 * its scroll position. In the back office the form itself shows why it was refused.
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
