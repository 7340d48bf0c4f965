import { type RefObject, useEffect } from 'react'
import type { Toast } from '../../../../rules/messages/toast.ts'

/** What was said to be missing comes into sight, with the focus on its first choice. */
export function useMissing(box: RefObject<HTMLElement | null>, said: Toast | null) {
  useEffect(() => {
    const first = said?.missing && box.current?.querySelector<HTMLElement>(`[name=${said.missing}]`)
    if (!first) return
    first.focus({ preventScroll: true })
    first.closest('fieldset')?.scrollIntoView({ block: 'center' })
  }, [box, said])
}
