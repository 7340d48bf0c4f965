import { type ReactNode, useId } from 'react'
import { FoldBox } from './fold-box.tsx'

/**
 * A part of a screen with its own heading. `folds`: on a phone it is folded until its box is ticked, with or without
 * scripts, so that the work below stays near; `lead` and `action` are shown even then.
 */
export function Panel({
  title,
  action,
  folds = false,
  lead = null,
  className = '',
  children,
}: {
  title: string
  action?: ReactNode
  folds?: boolean
  lead?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`group/panel min-w-0 rounded-card border border-line bg-sheet ${className}`}
    >
      <div
        className={`flex min-h-13 flex-wrap items-center justify-between gap-x-3 px-4 pt-2 ${folds && !lead ? 'max-md:flex-nowrap' : ''} ${folds ? 'max-md:gap-x-1 max-md:py-0' : ''}`}
      >
        <h2
          id={id}
          className={`text-xl hyphens-auto wrap-anywhere max-md:text-[length:min(1.25rem,8vw)] ${lead ? 'max-md:mr-auto' : ''}`}
        >
          {title}
        </h2>
        {action && folds && !lead ? (
          <span className="max-md:hidden max-md:group-has-checked/panel:inline">{action}</span>
        ) : (
          action
        )}
        {folds ? <FoldBox title={title} className="ml-auto" /> : null}
      </div>
      {lead ? <div className="px-4 pb-2">{lead}</div> : null}
      <div
        className={`px-4 pt-1 pb-4 ${folds ? 'max-md:hidden max-md:group-has-checked/panel:block print:block' : ''}`}
      >
        {children}
      </div>
    </section>
  )
}
