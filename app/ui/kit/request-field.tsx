import { useEffect, useReducer, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

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
