import { ChevronUp, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { FoldBox } from './fold-box.tsx'

/**
 * A trouble that waits for staff, above a screen. On a phone it is folded until its box is ticked or a link leads to
 * its `id`, with or without scripts, so that the work below stays near. What a link has opened is folded by a link.
 */
export const AlarmCard = ({
  id,
  title,
  icon: Icon,
  children,
}: {
  id: string
  title: string
  icon: LucideIcon
  children: ReactNode
}) => (
  <section
    id={id}
    aria-label={title}
    className="group/alarm mb-4 flex gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3 max-md:py-1"
  >
    <Icon aria-hidden className="mt-0.5 shrink-0 text-alarm max-md:mt-2.5" />
    <div className="min-w-0 grow">
      <div className="flex items-center gap-x-3 max-md:min-h-11">
        <h2 className="min-w-0 grow font-body text-base font-semibold wrap-anywhere">{title}</h2>
        <FoldBox title={title} className="group-target/alarm:hidden" />
        <a
          href="#main"
          aria-label={`Fold: ${title}`}
          className="-mr-2 hidden size-11 shrink-0 place-items-center rounded-card hover:bg-sand max-md:group-target/alarm:grid print:hidden"
        >
          <ChevronUp aria-hidden />
        </a>
      </div>
      <div className="max-md:hidden max-md:pb-2 max-md:group-has-checked/alarm:block max-md:group-target/alarm:block print:block">
        {children}
      </div>
    </div>
  </section>
)
