import { Link } from '../kit/link.tsx'

// Before a name, never after it: at the end of a line the slash would hang.
const SLASH = <span aria-hidden="true">/</span>

/** The path to this page: links from the top of the shop, then its own name. */
export function Breadcrumbs({
  trail,
  here,
}: {
  trail: readonly { name: string; to: string }[]
  here: string
}) {
  return (
    <nav aria-label="Breadcrumb" className="text-sm text-quiet">
      {/* One row on phones, swiped when it is longer. */}
      <ol className="flex items-center gap-x-2 max-md:overflow-x-auto max-md:whitespace-nowrap max-md:[scrollbar-width:none] md:flex-wrap">
        {trail.map(({ name, to }, index) => (
          <li key={to} className="flex items-center gap-x-2">
            {index > 0 ? SLASH : null}
            <Link
              to={to}
              className="inline-flex min-h-11 min-w-11 items-center text-lake underline-offset-4 hover:underline focus-visible:-outline-offset-3"
            >
              {name}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="flex min-w-0 items-center gap-x-2">
          {SLASH}
          <span className="min-w-0 break-words">{here}</span>
        </li>
      </ol>
    </nav>
  )
}
