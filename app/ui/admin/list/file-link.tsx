import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

/** Downloads a list as a file. */
export const FileLink = ({
  href,
  className = '',
  children,
}: {
  href: string
  className?: string
  children: ReactNode
}) => (
  <a
    href={href}
    download
    className={`inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-4 py-1.5 font-semibold hover:bg-sand ${className}`}
  >
    <Download aria-hidden size={18} className="shrink-0" /> {children}
  </a>
)
