import type { ListedChange } from '../../../modules/pricing/list-changes.ts'
import {
  PRICE_CHANGE_WORDS,
  priceRuleText,
  priceSpanText,
} from '../../../rules/messages/pricing/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import type { PriceChangeState } from '../../../rules/pricing/price-changes.ts'
import { Link } from '../../kit/link.tsx'
import { type BadgeTone, badgesOf } from '../badge.tsx'
import { type Column, DataTable, statusColumn } from '../list/data-table.tsx'

const tones: Record<PriceChangeState, BadgeTone> = {
  planned: 'sky',
  starting: 'busy',
  running: 'good',
  ending: 'busy',
  ended: 'plain',
  cancelled: 'plain',
}
const toned = (state: PriceChangeState) => [tones[state], PRICE_CHANGE_WORDS[state]] as const
export const ChangeBadge = badgesOf<PriceChangeState>({
  planned: toned('planned'),
  starting: toned('starting'),
  running: toned('running'),
  ending: toned('ending'),
  ended: toned('ended'),
  cancelled: toned('cancelled'),
})

const CHANGES: Column<ListedChange>[] = [
  {
    label: 'Change',
    isTitle: true,
    show: ({ id, name, ...rule }) => (
      <Link
        to={`/admin/price-changes/${id}`}
        className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {name} <span className="font-normal">{priceRuleText(rule)}</span>
      </Link>
    ),
  },
  statusColumn(({ state }) => <ChangeBadge status={state} />),
  { label: 'When', show: (change) => priceSpanText(change) },
  {
    label: 'Products',
    isFigure: true,
    show: ({ products, left }) => (
      <>
        {formatAmount(products)}
        {left > 0 ? (
          <span className="block text-sm text-quiet">{formatAmount(left)} left alone</span>
        ) : null}
      </>
    ),
  },
  { label: 'Planned by', isSpare: true, show: ({ by }) => by ?? '–' },
]

export const ChangeTable = ({ rows }: { rows: readonly ListedChange[] }) => (
  <DataTable caption="Scheduled prices" rows={rows} columns={CHANGES} />
)
