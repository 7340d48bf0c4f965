import { ClipboardList, Menu, Shirt, Sun } from 'lucide-react'
import { useRef } from 'react'
import { useLocation } from 'react-router'
import { ScreenLinks, Screens, SignedIn, TillLink } from './screen-links.tsx'

const DAILY = [
  ['/admin', 'Today', Sun],
  ['/admin/orders', 'Orders', ClipboardList],
  ['/admin/products', 'Products', Shirt],
] as const

const ITEM =
  'grid h-14 min-w-11 content-center justify-items-center gap-0.5 rounded-card text-xs font-semibold hover:bg-white/15 aria-[current=page]:bg-white/15'

/** The bar at the bottom of small screens: daily screens, and the others under More, which opens without scripts. */
export function PhoneBar({ name, version }: { name: string; version: string }) {
  const { pathname } = useLocation()
  return (
    <div className="on-dark fixed inset-x-0 bottom-0 z-40 h-(--bar) bg-night px-1 pb-[env(safe-area-inset-bottom)] text-paper lg:hidden print:hidden">
      <nav aria-label="Daily" className="mx-auto grid max-w-lg grid-cols-5">
        <ScreenLinks screens={DAILY} className={ITEM} />
        <TillLink label="Sell" className={ITEM} />
        <More key={pathname} name={name} version={version} />
      </nav>
    </div>
  )
}

/** Closes after a navigation, because its key is the path. */
function More({ name, version }: { name: string; version: string }) {
  const box = useRef<HTMLDetailsElement>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape is heard for the links inside
    <details
      ref={box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !box.current?.open) return
        box.current.open = false
        box.current.querySelector('summary')?.focus()
      }}
    >
      <summary className={`${ITEM} cursor-pointer`}>
        <Menu aria-hidden size={20} /> More
      </summary>
      <div className="absolute right-0 bottom-full max-h-[calc(100dvh-5rem)] w-64 max-w-full overflow-auto rounded-tl-card border-t border-l border-white/20 bg-night p-3 shadow-float">
        <Screens />
        <SignedIn name={name} version={version} />
      </div>
    </details>
  )
}
