import type { ReactNode } from 'react'

/** A page of text: its heading on a cloth pattern, then text in a readable width. */
export function ReadingPage({
  title,
  intro,
  children,
}: {
  title: string
  intro: ReactNode
  children: ReactNode
}) {
  return (
    <>
      <div className="cloth-shells border-b border-line">
        <div className="mx-auto max-w-7xl px-4 py-8 md:py-14">
          <div className="w-fit max-w-full rounded-card bg-paper wrap-anywhere md:max-w-3xl px-5 py-5 md:px-8 md:py-7">
            <h1 className="text-4xl md:text-5xl">{title}</h1>
            <p className="mt-3 text-lg text-quiet">{intro}</p>
          </div>
        </div>
      </div>
      <div className="mx-auto max-w-7xl px-4 pt-2 md:px-12">
        <div className="reading">{children}</div>
      </div>
    </>
  )
}
