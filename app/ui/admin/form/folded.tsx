import type { ComponentProps, ReactNode } from 'react'

/** Content that is seldom needed, folded under a button that works without scripts, too. */
export const Folded = ({
  label,
  children,
  ...details
}: ComponentProps<'details'> & { label: ReactNode }) => (
  <details {...details}>
    <summary className="inline-flex min-h-11 items-center rounded-card border border-edge bg-sheet px-5 font-semibold hover:bg-sand">
      {label}
    </summary>
    {children}
  </details>
)
