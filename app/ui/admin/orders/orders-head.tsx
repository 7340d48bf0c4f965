import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { PageHead } from '../page-head.tsx'

const TABS = [
  ['/admin/orders', 'Online Orders'],
  ['/admin/pos-sales', 'POS Sales'],
  ['/admin/returns', 'Returns'],
] as const

/** The heading of the three lists, with links between them. */
export const OrdersHead = ({ isLive, children }: { isLive: boolean; children?: ReactNode }) => (
  <>
    <PageHead title="Orders Management">{children}</PageHead>
    <nav
      aria-label="Kinds of orders"
      className="mb-4 flex flex-wrap gap-x-1 max-sm:gap-x-0 border-b border-line"
    >
      {TABS.map(([to, label]) => (
        <NavLink
          key={to}
          to={to}
          className="inline-flex min-h-11 items-center border-b-3 border-transparent px-4 max-sm:px-2 max-sm:text-[0.9375rem] forced-colors:border-[Canvas] font-semibold text-quiet hover:text-ink aria-[current=page]:border-clay aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
    <output className="text-sm text-quiet">
      {isLive ? null : 'The connection to the shop is down. What is new appears once it is back.'}
    </output>
  </>
)
