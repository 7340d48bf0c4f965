import { ScanBarcode } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { Link } from '../kit/link.tsx'
import { SCREENS, type Screen } from './screens.ts'

// Lower with a mouse, so that a laptop shows all of them.
const LINK =
  'flex min-h-11 lg:pointer-fine:min-h-10 items-center gap-3 rounded-card px-3 font-semibold hover:bg-white/15 aria-[current=page]:bg-white/15'

/** Screens that are opened from another one's tabs and buttons, and that other screen. */
const WITHIN: Record<string, string> = {
  '/admin/pos-sales': '/admin/orders',
  '/admin/returns': '/admin/orders',
  '/admin/waitlist': '/admin/stock',
  '/admin/labels': '/admin/stock',
  '/admin/stock-takes': '/admin/stock',
  '/admin/deliveries': '/admin/stock',
  '/admin/suppliers': '/admin/stock',
  '/admin/staff': '/admin/customers',
  '/admin/saved-filters': '/admin',
  '/admin/first-steps': '/admin',
  '/admin/size-presets': '/admin/products',
  '/admin/price-changes': '/admin/products',
  '/admin/import': '/admin/products',
  '/admin/add-product': '/admin/products',
  '/admin/edit-product': '/admin/products',
}
/** Whether an address belongs to this screen, or to one within it. */
const isAt = (pathname: string, to: string) => {
  const screen = /^\/admin(\/[^/]+)?/.exec(pathname)?.[0] ?? ''
  return (WITHIN[screen] ?? screen) === to
}

type Look = { className: string; iconClass?: string }

/** Links to screens; marks the open one. */
export function ScreenLinks({
  screens,
  className,
  iconClass,
}: { screens: readonly Screen[] } & Look) {
  const { pathname } = useLocation()
  return screens.map(([to, label, Icon]) => (
    <Link
      key={to}
      to={to}
      aria-current={isAt(pathname, to) ? 'page' : undefined}
      className={className}
    >
      <Icon aria-hidden size={20} className={iconClass} /> {label}
    </Link>
  ))
}

/** Opens the till in a new tab beside the back office (docs/product.md, Screens). */
export const TillLink = ({ label, className, iconClass }: { label: string } & Look) => (
  <a href="/admin/pos" target="_blank" rel="noreferrer" className={className}>
    <ScanBarcode aria-hidden size={20} className={iconClass} /> {label}
    <span className="sr-only">(opens in a new tab)</span>
  </a>
)

const ICON = 'shrink-0 opacity-80'

/** Every screen of the back office, and the till. */
export const Screens = () => (
  <nav aria-label="Back office" className="grid gap-0.5">
    <ScreenLinks screens={SCREENS} className={LINK} iconClass={ICON} />
    <TillLink label="Point of Sale" className={LINK} iconClass={ICON} />
  </nav>
)

// Both links share one row, so that a laptop shows them without scrolling.
const WAY_OUT = 'min-h-11 rounded-card text-[0.9375rem] leading-11 font-semibold hover:bg-white/15'

/** The signed-in person, and the links out. */
export const SignedIn = ({ name, version }: { name: string; version: string }) => (
  <div className="mt-3 border-t border-white/20 pt-2">
    <Link
      to="/account"
      reloadDocument
      className="block min-h-11 truncate rounded-card px-3 text-sm leading-11 opacity-80 hover:bg-white/15 active:opacity-60"
    >
      {name || 'Your account'}
      <span className="sr-only">: your account</span>
    </Link>
    <div className="flex flex-wrap justify-between">
      <Link to="/" reloadDocument className={`${WAY_OUT} pr-1 pl-3`}>
        To the shop
      </Link>
      <Form method="post" action="/auth">
        <button name="intent" value="sign-out" className={`${WAY_OUT} pr-3 pl-1`}>
          Sign Out
        </button>
      </Form>
    </div>
    {version ? <p className="px-3 text-xs opacity-80">Version {version}</p> : null}
  </div>
)
