import { type ReactNode, useId } from 'react'

/** A part of a screen with a heading of its own. */
export function Panel({
  title,
  action,
  className = '',
  children,
}: {
  title: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`min-w-0 rounded-card border border-line bg-sheet ${className}`}
    >
      <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 px-4 pt-2">
        <h2
          id={id}
          className="text-xl hyphens-auto wrap-anywhere max-md:text-[length:min(1.25rem,8vw)]"
        >
          {title}
        </h2>
        {action}
      </div>
      <div className="px-4 pt-1 pb-4">{children}</div>
    </section>
  )
}
