import { useEffect, useRef } from 'react'
import { Form, useLocation } from 'react-router'
import { Fragment } from '../../web/render/fragment.ts'
import { Icon } from '../kit/icon.tsx'
import { Link } from '../kit/link.tsx'
import { AllCategoriesLink, CategoryStates } from './catalogue/category-nav.tsx'
import type { ShellData, StaffLink } from './shell-data.ts'
import { ShopContact } from './top-strip.tsx'

const ROW = 'flex min-h-12 w-full items-center border-b border-line text-left font-semibold'

const OWN = [
  { to: '/orders', label: 'My Orders' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/account', label: 'My Account' },
]

const Item = ({
  label,
  className = '',
  ...link
}: {
  to: string
  label: string
  className?: string
  reloadDocument?: boolean
}) => (
  <li>
    <Link {...link} className={`${ROW} ${className}`}>
      {label}
    </Link>
  </li>
)

/** The menu of phones: a disclosure, so that it opens without scripts too. */
export function MobileMenu({ shell }: { shell: ShellData }) {
  const { visitor } = shell
  const { key } = useLocation()
  const menu = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const close = (event: Event) => {
      const box = menu.current
      if (!box?.open) return
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return
        box.querySelector('summary')?.focus()
      } else if (box.contains(event.target as Node)) return
      box.open = false
    }
    document.addEventListener('keydown', close)
    document.addEventListener('pointerdown', close)
    return () => {
      document.removeEventListener('keydown', close)
      document.removeEventListener('pointerdown', close)
    }
  }, [])

  return (
    // The key closes the menu after a navigation: it is rendered anew, and closed.
    <details key={key} ref={menu} className="group md:hidden">
      <summary aria-label="Menu" className="grid size-[44px] place-items-center rounded-card">
        <Icon name="menu" className="group-open:hidden" />
        <Icon name="close" className="hidden group-open:block" />
      </summary>
      <div className="absolute inset-x-0 top-full max-h-[calc(100vh-8rem)] supports-[height:1dvh]:max-h-[calc(100dvh-4.5rem)] overflow-y-auto overscroll-contain border-b border-line bg-paper px-4 pb-6 shadow-float">
        <nav aria-label="Menu">
          <Fragment
            as="ul"
            part={Places}
            props={{ categories: shell.categories, staffLinks: visitor?.staffLinks ?? null }}
          />
          {visitor ? (
            <Form method="post" action="/auth">
              <button name="intent" value="sign-out" className={`${ROW} text-clay`}>
                Sign Out
              </button>
            </Form>
          ) : null}
        </nav>
        <ShopContact />
      </div>
    </details>
  )
}

function Places({
  categories,
  staffLinks,
}: {
  categories: ShellData['categories']
  staffLinks: StaffLink[] | null
}) {
  return (
    <>
      <Item to="/products" label="All Products" />
      <CategoryStates categories={categories} className={`${ROW} text-quiet`} />
      {categories?.map(({ name, slug }) => (
        <Item key={slug} to={`/category/${slug}`} label={name} className="pl-4" />
      ))}
      <li>
        <AllCategoriesLink className={`${ROW} pl-4 text-lake`} />
      </li>
      {staffLinks ? [...OWN, ...staffLinks].map((item) => <Item key={item.to} {...item} />) : null}
      <Item to="/track-order" label="Track Your Order" />
      {staffLinks ? null : <Item to="/auth" label="Sign In / Register" className="text-clay" />}
    </>
  )
}
