import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * For the heading over what a form adds to. The form closes once it was taken, with the button that had the focus, and
 * the page is shorter by it: the heading has the focus then, and is in sight. `count`: of what there is; what comes
 * from elsewhere meanwhile moves nothing.
 */
export function useTakenForm(intent: string, count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const isSending = useNavigation().formData?.get('intent') === intent
  const before = useRef({ count, isSending })
  useEffect(() => {
    const isTaken = before.current.isSending && count > before.current.count
    before.current = { count, isSending }
    if (isTaken) heading.current?.focus()
  }, [count, isSending])
  return heading
}
