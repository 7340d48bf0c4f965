import type { ReactNode } from 'react'

/**
 * A sum and the button that leads on, at the foot of a phone's screen until its place on the page is reached. Stands
 * last in an element with `@container`: it stays in view unless the type is so large that it would fill the screen.
 */
export const PayBar = ({ children }: { children: ReactNode }) => (
  <div className="pay-bar z-20 -mx-4 mt-6 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 md:hidden @min-[17rem]:sticky @min-[17rem]:bottom-0">
    {children}
  </div>
)

/** For the element with the bar: what is focused on a phone stays clear of it. */
export const ABOVE_PAY_BAR =
  '@container max-md:[&_:is(a,button,input,select,summary,textarea)]:scroll-mb-28'
