import type { ReactNode } from 'react'

/** One of several that stand in a row to swipe: a link to its place, and with scripts the way there at once. */
export const PickLink = ({
  to,
  label,
  isCurrent,
  onPick,
  className,
  children,
}: {
  to: string
  label: string
  isCurrent: boolean
  onPick: () => void
  className: string
  children: ReactNode
}) => (
  <a
    href={to}
    aria-label={label}
    aria-current={isCurrent ? 'true' : undefined}
    onClick={(event) => {
      event.preventDefault()
      onPick()
    }}
    className={className}
  >
    {children}
  </a>
)
