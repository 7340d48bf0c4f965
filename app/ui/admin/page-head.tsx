import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../kit/link.tsx'

/** A screen's heading, its link back if there is one, and the acts on the whole screen. */
export const PageHead = ({
  title,
  count,
  back,
  children,
}: {
  title: string
  /** The number of rows of the list below with its search, when it is known. */
  count?: string | undefined
  back?: { to: string; label: string }
  children?: ReactNode
}) => (
  <div className="mb-4 flex min-h-11 flex-wrap items-end gap-x-1 gap-y-3 md:gap-x-4">
    <div className="min-w-0 grow">
      {back ? (
        <Link
          to={back.to}
          className="on-screen -ml-2 inline-flex min-h-11 items-center gap-1 px-2 font-semibold text-lake hover:underline"
        >
          <ArrowLeft aria-hidden size={18} /> {back.label}
        </Link>
      ) : null}
      <h1
        tabIndex={-1}
        className="focus:outline-none text-3xl hyphens-auto wrap-anywhere max-md:text-[length:min(1.5rem,7vw)]"
      >
        {title}
        {count === undefined ? null : (
          <span className="ml-2 font-body text-lg text-quiet tabular-nums">{count}</span>
        )}
      </h1>
    </div>
    {children ? (
      <div className="on-screen flex max-w-full flex-wrap gap-2 *:min-w-0">{children}</div>
    ) : null}
  </div>
)
