import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has gone wrong and waits for somebody, above a screen. `label` is read aloud; a link may lead to its `id`. */
export const AlarmCard = ({
  id,
  label,
  icon: Icon,
  children,
}: {
  id: string
  label: string
  icon: LucideIcon
  children: ReactNode
}) => (
  <section
    id={id}
    aria-label={label}
    className="mb-4 flex gap-3 rounded-card border-2 border-alarm bg-alarm-wash px-4 py-3"
  >
    <Icon aria-hidden className="mt-0.5 shrink-0 text-alarm" />
    <div className="min-w-0 grow">{children}</div>
  </section>
)
