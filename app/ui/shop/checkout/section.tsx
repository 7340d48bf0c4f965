import type { ReactNode } from 'react'

/** One part of the checkout under its heading. */
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
    <section id={id} className="border-t border-line pt-6">
      <h2 className="mb-4 text-[min(1.5rem,12vw)]">{title}</h2>
      {children}
    </section>
  )
}
