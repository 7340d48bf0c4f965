import { Plus, ScanBarcode } from 'lucide-react'
import { Link } from '../../kit/link.tsx'
import { SCREENS, type Screen } from '../screens.ts'

const named = (...labels: readonly string[]) =>
  labels.flatMap((name) => SCREENS.filter(([, label]) => label === name))
const LINKS: readonly Screen[] = [
  ...named('Orders', 'Products'),
  ['/admin/add-product', 'Add Product', Plus],
  ...named('Banners', 'Customers', 'Discount Codes'),
]
const BADGE =
  'inline-flex min-h-11 items-center gap-1.5 rounded-card px-2.5 text-sm font-semibold whitespace-nowrap'

/** The dashboard's links (docs/product.md, Reports); the till opens in a tab of its own. */
export const QuickLinks = () => (
  <nav aria-label="Quick links" className="swipe-row mb-4 gap-2 pb-1 md:flex-wrap">
    <a
      href="/admin/pos"
      target="_blank"
      rel="noreferrer"
      className={`${BADGE} bg-clay text-white hover:bg-clay-deep`}
    >
      <ScanBarcode aria-hidden size={16} /> Point of Sale
      <span className="sr-only">(opens in a new tab)</span>
    </a>
    {LINKS.map(([to, label, Icon]) => (
      <Link key={to} to={to} className={`${BADGE} border border-edge bg-sheet hover:bg-sand`}>
        <Icon aria-hidden size={16} /> {label}
      </Link>
    ))}
  </nav>
)
