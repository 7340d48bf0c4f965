import { Printer } from 'lucide-react'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { MOST_PRINTED } from '../../../rules/lists.ts'

/** The filters of a list, printed above it. */
export const Narrowed = ({ to }: { to: readonly (string | false | null | undefined)[] }) => (
  <p className="mb-2 hidden text-sm print:block">
    {to.filter(Boolean).join(' · ') || 'The whole list'}
  </p>
)

/** Opens the whole list with its filters in a tab that prints itself. */
export function PrintLink({
  names,
  className = 'inline-flex min-h-11 items-center gap-2 rounded-card border border-edge bg-sheet px-5 font-semibold hover:bg-sand',
}: {
  /** The address's parameters that narrow the list. */
  names: readonly string[]
  /** Its classes among a list's tools; by default those of the buttons above a screen. */
  className?: string
}) {
  const [params] = useSearchParams()
  const address = new URLSearchParams([...params].filter(([name]) => names.includes(name)))
  address.set('print', '1')
  return (
    <a href={`?${address}`} target="_blank" rel="noreferrer" className={className}>
      <Printer aria-hidden size={18} />{' '}
      <span className="max-md:sr-only @max-2xl:sr-only">Print</span>
    </a>
  )
}

/** Whether the list is for printing (`?print=1`): then it is printed as soon as it is loaded. */
export function usePrinted() {
  const [params] = useSearchParams()
  const isPrinted = params.has('print')
  useEffect(() => {
    if (isPrinted) window.print()
  }, [isPrinted])
  return isPrinted
}

/** Says that the list has more rows than were printed. */
export const MoreThanPrinted = ({ isPrinted }: { isPrinted: boolean }) =>
  isPrinted ? (
    <p className="mb-3 font-semibold">
      These are the first {MOST_PRINTED} of a longer list. Narrow it by a search or a filter, or
      take the CSV file, which has all of it.
    </p>
  ) : (
    <p className="mb-2 hidden font-semibold print:block">
      This is one page of a longer list. The button Print above a list takes all of it.
    </p>
  )
