import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { settings } from '../../rules/settings/settings.ts'
import { Link } from '../kit/link.tsx'
import { SkipLink } from '../kit/skip-link.tsx'
import { Toaster } from '../kit/toaster.tsx'

const LINK =
  'inline-flex min-h-11 items-center rounded-card px-3 font-semibold whitespace-nowrap hover:bg-white/15'

/** The frame of the staff's screens: their links, and the signed-in person. */
export function StaffFrame({
  name,
  links,
  children,
}: {
  name: string
  links: readonly { to: string; label: string }[]
  children: ReactNode
}) {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="on-dark bg-night text-paper">
        <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-2 px-4 py-2">
          <Link to="/" className="mr-3 inline-flex min-h-11 items-center font-display text-2xl">
            {settings().name}
          </Link>
          <nav aria-label="Staff" className="swipe-row order-last w-full md:order-none md:w-auto">
            {links.map(({ to, label }) => (
              <Link key={to} to={to} className={LINK}>
                {label}
              </Link>
            ))}
          </nav>
          <div className="ml-auto flex items-center gap-2">
            <span className="max-w-40 truncate text-sm">{name}</span>
            <Form method="post" action="/auth">
              <button name="intent" value="sign-out" className={LINK}>
                Sign Out
              </button>
            </Form>
          </div>
        </div>
        <div aria-hidden className="cloth-hairline" />
        <div className="relative">
          <Toaster toast={null} />
        </div>
      </header>
      <output className="mx-auto block h-6 text-sm text-quiet">
        {isLoading ? 'Checking permissions…' : ''}
      </output>
      <main id="main" className="mx-auto w-full max-w-7xl grow px-4 pt-4 pb-16">
        {children}
      </main>
    </div>
  )
}
