import type { ReactNode } from 'react'
import { Form, useLocation } from 'react-router'
import { settings } from '../../rules/settings/settings.ts'
import { Icon } from '../kit/icon.tsx'
import { Link } from '../kit/link.tsx'
import { Toaster } from '../kit/toaster.tsx'
import { CategoryNav } from './catalogue/category-nav.tsx'
import { SearchBox, SearchLink } from './catalogue/search/search-box.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import type { ShellData } from './shell-data.ts'
import { TopStrip } from './top-strip.tsx'

const TEXT_LINK =
  'inline-flex min-h-11 items-center rounded-card px-3 font-semibold whitespace-nowrap hover:bg-sand max-md:hidden'

export function Header({ shell }: { shell: ShellData }) {
  const { visitor } = shell
  const { pathname } = useLocation()
  return (
    // `contents`: the page lays out its parts, because only the bar sticks, and to the whole page.
    <header className="contents">
      <TopStrip shell={shell} showAccounts={pathname === '/auth'} isOnPhones={pathname === '/'} />
      <div className="sticky top-0 z-40 bg-paper">
        <div className="mx-auto max-w-7xl px-2 md:px-4">
          <div className="flex min-h-14 items-center gap-1 md:min-h-17 md:gap-4">
            <MobileMenu shell={shell} />
            <Link
              to="/"
              className="inline-flex min-h-11 items-center px-2 font-display text-[min(1.75rem,8vw)] leading-none tracking-tight text-clay md:px-0 md:text-4xl"
            >
              {settings().name}
            </Link>
            <div className="ml-auto flex items-center md:grow md:justify-end md:gap-1">
              <SearchBox />
              <SearchLink />
              {visitor ? (
                <>
                  {visitor.staffLinks.map(({ label, ...link }) => (
                    <Link key={link.to} {...link} className={TEXT_LINK}>
                      {label}
                    </Link>
                  ))}
                  <Link to="/orders" className={TEXT_LINK}>
                    Orders
                  </Link>
                  <Link to="/account" className={`${TEXT_LINK} max-lg:hidden`}>
                    Account
                  </Link>
                  <Form method="post" action="/auth">
                    <button name="intent" value="sign-out" className={TEXT_LINK}>
                      Sign Out
                    </button>
                  </Form>
                </>
              ) : (
                <Link to="/auth" className={TEXT_LINK}>
                  Sign In
                </Link>
              )}
              <Counter to="/wishlist" name="Wishlist" count={shell.wishlistCount}>
                <Icon name="heart" />
              </Counter>
              <Counter to="/cart" name="Cart" count={shell.cartCount}>
                <Icon name="bag" />
              </Counter>
            </div>
          </div>
          <CategoryNav categories={shell.categories} />
        </div>
        <div aria-hidden className="cloth-hairline" />
        <Toaster toast={shell.toast?.missing ? null : shell.toast} />
      </div>
    </header>
  )
}

function Counter({
  to,
  name,
  count,
  children,
}: {
  to: string
  name: string
  count: number
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      className="relative grid size-[44px] place-items-center rounded-card hover:bg-sand"
    >
      {children}
      <span className="sr-only">
        {name}
        {count > 0 ? `, ${count} ${count === 1 ? 'item' : 'items'}` : ''}
      </span>
      {count > 0 ? (
        <span aria-hidden className="count-badge">
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
    </Link>
  )
}
