import type { ReactNode } from 'react'

/** A link to an item of a swiped row; with scripts it shows the item at once. */
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
