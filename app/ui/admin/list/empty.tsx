import type { ReactNode } from 'react'

/** A list without rows: says so, and what to do about it. */
export const Empty = ({
  title,
  hint,
  children,
}: {
  title: string
  hint?: string | undefined
  children?: ReactNode
}) => (
  <div className="cloth-shells overflow-hidden rounded-card border border-line">
    <div className="mx-auto my-8 grid w-fit max-w-[90%] justify-items-center gap-2 rounded-card bg-sheet px-8 py-6 text-center">
      <p className="font-display text-2xl">{title}</p>
      {hint ? <p className="text-quiet">{hint}</p> : null}
      {children}
    </div>
  </div>
)
