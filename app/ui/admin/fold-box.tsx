import { ChevronDown } from 'lucide-react'

/** Opens on a phone what is folded around it (`group-has-checked`), with or without scripts. */
export const FoldBox = ({ title, className = '' }: { title: string; className?: string }) => (
  <span
    className={`relative -mr-2 grid size-11 shrink-0 place-items-center rounded-card hover:bg-sand md:hidden print:hidden ${className}`}
  >
    <input
      type="checkbox"
      aria-label={`Details: ${title}`}
      className="peer absolute inset-0 size-11 cursor-pointer appearance-none rounded-card"
    />
    <ChevronDown
      aria-hidden
      className="pointer-events-none transition-transform peer-checked:rotate-180"
    />
  </span>
)
