import { ScanBarcode } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import { Link } from '../kit/link.tsx'
import { SCREENS } from './screens.ts'

// Lower beside a mouse, so that a laptop shows them all.
const LINK =
  'flex min-h-11 lg:pointer-fine:min-h-10 items-center gap-3 rounded-card px-3 font-semibold hover:bg-white/15 aria-[current=page]:bg-white/15'

/** Screens that are reached from another one's tabs and buttons. */
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
  '/admin/import': '/admin/products',
  '/admin/add-product': '/admin/products',
  '/admin/edit-product': '/admin/products',
}
/** Whether an address belongs to this screen. */
export const isAt = (pathname: string, to: string) => {
  const screen = /^\/admin(\/[^/]+)?/.exec(pathname)?.[0] ?? ''
  return (WITHIN[screen] ?? screen) === to
}

/** Every screen of the back office, and the till. */
export function Screens() {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Back office" className="grid gap-0.5">
      {SCREENS.map(([to, label, Icon]) => (
        <Link
          key={to}
          to={to}
          aria-current={isAt(pathname, to) ? 'page' : undefined}
          className={LINK}
        >
          <Icon aria-hidden size={20} className="shrink-0 opacity-80" /> {label}
        </Link>
      ))}
      {/* The till stays open beside the back office (docs/product.md, Screens). */}
      <a href="/admin/pos" target="_blank" rel="noreferrer" className={LINK}>
        <ScanBarcode aria-hidden size={20} className="shrink-0 opacity-80" /> Point of Sale
        <span className="sr-only">(opens in a new tab)</span>
      </a>
    </nav>
  )
}

// Both in one row, so that a laptop shows them without scrolling.
const WAY_OUT = 'min-h-11 rounded-card text-[0.9375rem] leading-11 font-semibold hover:bg-white/15'

/** Who is signed in, and the ways out. */
export const SignedIn = ({ name, version }: { name: string; version: string }) => (
  <div className="mt-3 border-t border-white/20 pt-2">
    <Link
      to="/account"
      reloadDocument
      className="block min-h-11 truncate rounded-card px-3 text-sm leading-11 opacity-80 hover:bg-white/15"
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
