import type { ReactNode } from 'react'

/** What stands in a panel, or, where it could not be read, the sentence that says so: each fails alone. */
export function PanelPart<T>({
  part,
  error,
  children,
}: {
  part: T | null
  error: string
  children: (part: T) => ReactNode
}) {
  return part === null ? <p className="py-3 font-semibold text-alarm">{error}</p> : children(part)
}
