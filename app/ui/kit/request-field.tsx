import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { Form, type FormProps, useNavigation, useRouteLoaderData } from 'react-router'
import type { Toast } from '../../rules/messages/toast.ts'
import { showToast } from './toaster.tsx'

/** Names one press. Not `randomUUID`: a shop in a local network is opened without https, too. */
export const makeRequestName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** A form's act waits on the device (web/render/waiting/waiting-acts.ts): its next press is another one. */
export const WAITING_EVENT = 'zovala:waits'

function Name() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A form that was sent before its script came has its name already (connection-recovery.ts).
    if (field.current) field.current.value ||= makeRequestName()
  }, [])
  return <input ref={field} type="hidden" name="request" />
}

/**
 * Names the press of a form, in its field `request`: the same one until the shop has answered. When the
 * connection breaks in between, the next press bears the name of the last, and the shop does nothing twice.
 * Of a page where one form is sent at a time, the answer to any of them counts; else name its `action`.
 */
export function RequestField({ action }: { action?: string }) {
  const { state, formMethod, formAction } = useNavigation()
  const isOwn = action === undefined ? formMethod === 'POST' : formAction === action
  const isAnswered = state === 'loading' && isOwn
  const [waits, countWaiting] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    addEventListener(WAITING_EVENT, countWaiting)
    return () => removeEventListener(WAITING_EVENT, countWaiting)
  }, [])
  return <Name key={`${isAnswered} ${waits}`} />
}

/**
 * The key of a form that is empty again once what it sent is there: it follows `newest` when one of the form's own
 * `intents` has brought another, and not when a colleague's comes in, another form of the page is sent or this one is
 * refused, which would take away what is being typed.
 */
export function useSentKey(newest: string | number, intents: readonly string[]) {
  const { state, formData } = useNavigation()
  const [key, setKey] = useState(newest)
  const [before, setBefore] = useState<string | number | null>(null)
  if (before === null && intents.some((one) => one === formData?.get('intent'))) setBefore(newest)
  if (before !== null && state === 'idle') {
    setBefore(null)
    if (newest !== before) setKey(newest)
  }
  return key
}

/**
 * What the back office refuses of a form that was sent last, for the form to say it: the toast that brought it, far from
 * where somebody looks, is taken back. A form that its answer has drawn anew says nothing, and the toast stays.
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
