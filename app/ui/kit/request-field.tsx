import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

// Not `randomUUID`: a shop in a local network is opened without https, too.
const makeName = () => crypto.getRandomValues(new Uint32Array(4)).join('-')

function Name() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field.current) field.current.value = makeName()
  }, [])
  return <input ref={field} type="hidden" name="request" />
}

/**
 * Names the press of a form, in its field `request`: the same one until the shop has answered. When the
 * connection breaks in between, the next press bears the name of the last, and the shop adds nothing twice.
 */
export function RequestField({ action }: { action: string }) {
  const { state, formAction } = useNavigation()
  const isAnswered = state === 'loading' && formAction === action
  return <Name key={String(isAnswered)} />
}
