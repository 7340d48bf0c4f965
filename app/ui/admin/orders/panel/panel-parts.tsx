import { useSearchParams } from 'react-router'
import { PANEL_PARTS, type PanelPart } from '../../../../rules/orders/panel-parts.ts'
import { Link } from '../../../kit/link.tsx'
import { addressOf } from '../../list/side-panel.tsx'

const WORDS: Record<PanelPart, string> = {
  order: 'Order',
  messages: 'Messages',
  returns: 'Returns',
  money: 'Money',
  history: 'History',
}

/** The parts of an order's panel, each a link to its own address; `waiting`: how many entries in it wait for staff. */
export function PanelParts({
  open,
  waiting,
}: {
  open: PanelPart
  waiting: Partial<Record<PanelPart, number>>
}) {
  const [params] = useSearchParams()
  return (
    <nav aria-label="Parts of the order" className="-mx-4 flex flex-wrap border-b border-line">
      {PANEL_PARTS.map((part) => (
        <Link
          key={part}
          to={addressOf(params, 'part', part)}
          preventScrollReset
          aria-current={part === open ? 'page' : undefined}
          className="relative inline-flex min-h-11 grow items-center justify-center border-b-3 border-transparent px-1.5 text-sm max-sm:px-1 max-sm:text-[0.8125rem] forced-colors:border-[Canvas] font-semibold text-quiet hover:text-ink aria-[current=page]:border-clay aria-[current=page]:text-ink"
        >
          {WORDS[part]}
          {/* The list of all returns is beside it. */}
          {part === 'returns' ? <span className="sr-only"> of this order</span> : null}
          {waiting[part] ? (
            <span className="absolute -top-0.5 right-0 rounded-full bg-alarm-wash px-1.5 text-xs text-alarm tabular-nums">
              {waiting[part]}
              <span className="sr-only"> to see to</span>
            </span>
          ) : null}
        </Link>
      ))}
    </nav>
  )
}
