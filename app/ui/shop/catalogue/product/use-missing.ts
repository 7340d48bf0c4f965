import { type RefObject, useEffect } from 'react'
import type { chooseVariant } from '../../../../rules/catalogue/products.ts'
import { choiceRefusals } from '../../../../rules/messages/catalogue/catalogue.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'

/** The message about a choice that is missing; null when none is. */
export function missingOf(chosen: ReturnType<typeof chooseVariant>): Toast | null {
  if (chosen.ok || chosen.reason === 'variant-missing') return null
  const missing = chosen.reason === 'size-missing' ? 'size' : 'color'
  return { tone: 'bad', ...choiceRefusals[chosen.reason], missing }
}

/** Scrolls to the missing choice and focuses its first value. */
export function useMissing(box: RefObject<HTMLElement | null>, message: Toast | null) {
  useEffect(() => {
    const first =
      message?.missing && box.current?.querySelector<HTMLElement>(`[name=${message.missing}]`)
    if (!first) return
    first.focus({ preventScroll: true })
    first.closest('fieldset')?.scrollIntoView({ block: 'center' })
  }, [box, message])
}
