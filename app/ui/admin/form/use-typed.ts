import { useState } from 'react'

/** The current values of some fields while somebody types; spread `watch(name)` into each of them. */
export function useTyped<V extends Record<string, string>>(first: V) {
  const [typed, setTyped] = useState(first)
  const watch = (name: keyof V) => ({
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped((now) => ({ ...now, [name]: value })),
  })
  return { typed, watch }
}
