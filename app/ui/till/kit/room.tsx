import type { ReactNode } from 'react'
import { notifyRefusal } from '../notify.ts'
import { useScanner } from './scanner.ts'

/** A card in the middle of the screen, for the steps before and after selling. */
export function RoomCard({
  title,
  text,
  isWide = false,
  children,
}: {
  title: string
  text?: ReactNode
  isWide?: boolean
  children: ReactNode
}) {
  // Its digits and its Enter would be taken for a wrong PIN, or open the shift with them as its float.
  useScanner(() => notifyRefusal('till-scan-early'))
  return (
    <div className="cloth-shells grid h-full place-items-center overflow-auto p-3">
      <section
        aria-label={title}
        className={`my-auto w-full overflow-hidden rounded-card bg-sheet shadow-float ${isWide ? 'max-w-4xl' : 'max-w-md'}`}
      >
        <div aria-hidden className="cloth-hairline" />
        <div className="grid gap-4 p-5 sm:p-7">
          <h2 className="text-3xl">{title}</h2>
          {text ? <p className="text-quiet">{text}</p> : null}
          {children}
        </div>
      </section>
    </div>
  )
}
