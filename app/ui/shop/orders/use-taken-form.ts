import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

/**
 * The heading above a list to which a form adds. After the form was accepted it closes together with its focused
 * button, and the page gets shorter: then the heading is focused, which scrolls to it. `count`: the entries of the
 * list; entries that come from elsewhere move no focus.
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
