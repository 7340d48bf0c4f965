import { useEffect, useReducer, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

/**
 * Makes a request id for one press. Not by `randomUUID`, which is missing without HTTPS, as for a shop in a
 * local network.
 */
export const makeRequestName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Fired when a form's act waits on the device (web/render/waiting/waiting-acts.ts): the next press is another act. */
export const WAITING_EVENT = 'zovala:waits'

function Name() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // A form that was submitted before its script came has its id already (connection-recovery.ts).
    if (field.current) field.current.value ||= makeRequestName()
  }, [])
  return <input ref={field} type="hidden" name="request" />
}

/**
 * Identifies the press of a form in its field `request`, by the same id until the shop has answered. When the
 * connection breaks, the next press has the same id, and the shop acts only once. On a page that submits one form at a
 * time any answer counts; otherwise pass the form's `action`.
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
 * The key of a form that is empty again once what it sent has arrived. It follows `newest` when one of the form's own
 * `intents` has brought a new entry; not when a colleague's entry comes, another form is submitted or this one is
 * refused, which would delete what is being typed.
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
