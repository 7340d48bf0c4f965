import { useState } from 'react'

/** What some fields hold while one types; what `watch` gives goes into the field of that name. */
export function useTyped<V extends Record<string, string>>(first: V) {
  const [typed, setTyped] = useState(first)
  const watch = (name: keyof V) => ({
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  })
  return { typed, watch }
}
