import { useSearchParams } from 'react-router'
import { LOW_STOCK_UNDER } from '../../../rules/stock/stock.ts'
import { Link } from '../../kit/link.tsx'
import { useListAddress } from '../list/use-list-address.ts'

export const LEVEL_WORDS = {
  low: `Low stock (under ${LOW_STOCK_UNDER})`,
  out: 'Out of stock',
} as const
const LEVELS = [
  [null, 'All'],
  ['low', LEVEL_WORDS.low],
  ['out', LEVEL_WORDS.out],
] as const

/** What needs ordering is one press away, and stands in the address. */
export function LevelTabs() {
  const [params] = useSearchParams()
  const address = useListAddress()
  const now = params.get('stock')
  return (
    <nav aria-label="Stock level" className="mb-3 flex flex-wrap gap-2">
      {LEVELS.map(([level, label]) => (
        <Link
          key={label}
          to={address({ stock: level, after: null })}
          aria-current={now === level ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-4 font-semibold hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white"
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
