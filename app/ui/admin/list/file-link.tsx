import { Download } from 'lucide-react'

/** Loads a list down as a file. */
export const FileLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    download
    className="inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-4 py-1.5 font-semibold hover:bg-sand"
  >
    <Download aria-hidden size={18} className="shrink-0" /> {children}
  </a>
)
