import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { settings } from '../../rules/settings/settings.ts'
import { Fragment } from '../../web/render/fragment.ts'
import { Link } from '../kit/link.tsx'
import { AllCategoriesLink, CategoryStates } from './catalogue/category-nav.tsx'
import { HelpButton } from './help-button.tsx'
import { NewsletterBox } from './newsletter/newsletter-box.tsx'
import type { ShellCategory } from './shell-data.ts'

const QUICK_LINKS = [
  ['/about-us', 'About Us'],
  ['/size-guide', 'Size Guide'],
  ['/returns-policy', 'Returns Policy'],
  ['/track-order', 'Track Your Order'],
  ['/gift-voucher', 'Gift Voucher'],
  ['/student-discount', 'Student Discount'],
  ['/privacypolicy', 'Privacy Policy'],
  ['/termsofservice', 'Terms of Service'],
] as const

const ROW =
  'inline-flex min-h-11 min-w-11 items-center underline-offset-4 hover:underline md:min-h-9'

type Props = { categories: ShellCategory[] | null; year: number }

export function Footer({ categories, year }: Props) {
  // On a phone the checkout has no newsletter and no columns, because nothing should lead away from paying.
  const isPaying = useLocation().pathname === '/checkout'
  return (
    <>
      <aside aria-label="Help">
        <HelpButton />
      </aside>
      <footer
        className={`mt-20 bg-night text-paper on-dark ${isPaying ? 'max-md:mt-6 max-md:[&>div>div:first-child]:hidden' : ''}`}
      >
        <div aria-hidden className="cloth-hairline" />
        <NewsletterBox />
        <Fragment as="div" part={Columns} props={{ categories, year }} />
      </footer>
    </>
  )
}

const Column = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <nav aria-labelledby={id}>
    <h2 id={id} className="text-lg text-sun">
      {title}
    </h2>
    <ul className="mt-2">{children}</ul>
  </nav>
)

const Columns = ({ categories, year }: Props) => (
  <>
    <div className="mx-auto grid max-w-7xl grid-cols-[repeat(auto-fit,minmax(9rem,1fr))] gap-x-6 gap-y-10 px-4 py-12 *:min-w-0 lg:grid-cols-4">
      <section className="max-lg:col-span-full">
        <p className="font-display text-4xl">{settings().name}</p>
        <p className="mt-2 max-w-xs">{settings().tagline}.</p>
        <ul className="mt-4 flex flex-wrap gap-x-5">
          {settings().social.map(({ name, url }) => (
            <li key={name}>
              <a href={url} rel="noreferrer" className={`${ROW} text-sun`}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
      <Column id="quick-links" title="Quick Links">
        {QUICK_LINKS.map(([to, label]) => (
          <li key={to}>
            <Link to={to} className={ROW}>
              {label}
            </Link>
          </li>
        ))}
      </Column>
      <Column id="footer-categories" title="Categories">
        <CategoryStates categories={categories} className={ROW} />
        {categories?.map(({ name, slug }) => (
          <li key={slug}>
            <Link to={`/category/${slug}`} className={ROW}>
              {name}
            </Link>
          </li>
        ))}
        <li>
          <AllCategoriesLink className={ROW} />
        </li>
      </Column>
      <section aria-labelledby="visit-us" className="max-lg:col-span-full">
        <h2 id="visit-us" className="text-lg text-sun">
          Visit us
        </h2>
        <address className="mt-3 not-italic">
          {settings().address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
          <a href={`mailto:${settings().email}`} className={`${ROW} mt-2 wrap-anywhere`}>
            {settings().email}
          </a>
        </address>
        <p className="mt-2 font-semibold">{settings().openingHours}</p>
      </section>
    </div>
    {/* Space at the end, so that the help button of desktops never covers the last row. */}
    <div className="mx-auto flex max-w-7xl flex-wrap justify-between gap-x-8 gap-y-2 border-t border-white/20 px-4 pt-5 pb-8 text-sm md:pb-22">
      <p>{settings().paymentNote}</p>
      <p>
        © {settings().foundedYear}–{year} {settings().name}. Trading since {settings().foundedYear}.
      </p>
    </div>
  </>
)
