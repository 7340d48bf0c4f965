import { useState } from 'react'

/**
 * The server's errors, each until its field is changed: whoever corrects a field sees that at once, and the next save
 * checks again. `mend('variants')` also clears `variants.2.sku`.
 */
export function useErrors<E extends object>(answer: { errors: E } | undefined) {
  const [{ about, mended }, setMended] = useState<{
    about: typeof answer
    mended: readonly string[]
  }>({ about: answer, mended: [] })
  if (about !== answer) setMended({ about: answer, mended: [] })
  const isMended = (field: string) =>
    about === answer && mended.some((one) => field === one || field.startsWith(`${one}.`))
  const errors = Object.fromEntries(
    Object.entries(answer?.errors ?? {}).filter(([field]) => !isMended(field)),
  ) as Partial<E>
  const mend = (field: string) => {
    if (!mended.includes(field)) setMended((now) => ({ ...now, mended: [...now.mended, field] }))
  }
  return { errors, mend }
}

/** The name of the field that fired an event of a form. */
export const fieldOf = ({ target }: { target: EventTarget }) =>
  target instanceof HTMLElement && 'name' in target ? String(target.name) : ''
