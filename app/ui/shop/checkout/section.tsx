import type { ReactNode } from 'react'

/** A part of the checkout with its heading. */
export function Section({
  title,
  id,
  children,
}: {
  title: string
  id?: string
  children: ReactNode
}) {
  return (
    <section id={id} className="border-t border-line pt-3 md:pt-6">
      <h2 className="mb-2 md:mb-3 text-[min(1.5rem,12vw)]">{title}</h2>
      {children}
    </section>
  )
}

/**
 * A part that most customers skip: on a phone folded until it is opened or has a message. On wide screens it is always
 * open, except in browsers without `::details-content`: there it opens as on a phone.
 */
export function Folded({
  title,
  id,
  isOpen,
  children,
}: {
  title: string
  id: string
  isOpen: boolean
  children: ReactNode
}) {
  return (
    <section id={id} className="border-t border-line pt-1 max-md:mb-1 md:pt-6">
      <details
        open={isOpen}
        className="group md:[&::details-content]:[block-size:auto] md:[&::details-content]:[content-visibility:visible]"
      >
        <summary className="flex min-h-11 items-center justify-between gap-4 supports-[selector(::details-content)]:md:pointer-events-none">
          <h2 className="text-[min(1.25rem,12vw)] md:text-2xl">{title}</h2>
          <span
            aria-hidden
            className="text-2xl text-lake group-open:rotate-45 supports-[selector(::details-content)]:md:hidden"
          >
            +
          </span>
        </summary>
        <div className="pt-2">{children}</div>
      </details>
    </section>
  )
}
