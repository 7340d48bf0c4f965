import { useState } from 'react'

/**
 * What the server found wrong, until its field is changed: who mends one sees at once that it counts as
 * mended, and the next save looks again. `mend('variants')` takes `variants.2.sku` along.
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

/** The name of the field that an event of a form is about. */
export const fieldOf = ({ target }: { target: EventTarget }) =>
  target instanceof HTMLElement && 'name' in target ? String(target.name) : ''
