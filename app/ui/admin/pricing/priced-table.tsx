import type { ListedChange, PricedRow } from '../../../modules/pricing/list-changes.ts'
import { LEFT_WORDS, PRICED_WORDS } from '../../../rules/messages/pricing/words.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { changePrices, type PricedState } from '../../../rules/pricing/price-changes.ts'
import { Price } from '../../kit/price.tsx'
import { type BadgeTone, badgesOf } from '../badge.tsx'
import { type Column, DataTable, statusColumn } from '../list/data-table.tsx'
import { ProductLink } from './preview-table.tsx'

const STATE_TONES: Record<PricedState, BadgeTone> = {
  waiting: 'plain',
  applied: 'good',
  restored: 'plain',
  left: 'warm',
}
const stateToned = (state: PricedState) => [STATE_TONES[state], PRICED_WORDS[state]] as const
const PricedBadge = badgesOf<PricedState>({
  waiting: stateToned('waiting'),
  applied: stateToned('applied'),
  restored: stateToned('restored'),
  left: stateToned('left'),
})

/** The new price of a product: as it was written, or as it would be today. */
function thenOf(rule: ListedChange, { next, now }: PricedRow) {
  if (next !== null) return formatKwacha(next)
  const then = changePrices(rule, now)
  return then.ok ? formatKwacha(then.prices.price) : LEFT_WORDS[then.why]
}

const PRICED: Column<PricedRow & { then: string }>[] = [
  {
    label: 'Product',
    isTitle: true,
    show: ({ productId, name, sku }) => <ProductLink id={productId} {...{ name, sku }} />,
  },
  statusColumn(({ state, leftBecause }) => (
    <>
      <PricedBadge status={state} />
      {leftBecause ? <span className="block text-sm">{LEFT_WORDS[leftBecause]}</span> : null}
    </>
  )),
  {
    label: 'Before',
    isFigure: true,
    show: ({ old }) => (old === null ? '–' : formatKwacha(old)),
  },
  { label: 'By the change', isFigure: true, show: ({ then }) => then },
  {
    label: 'Now',
    isFigure: true,
    show: ({ now }) => <Price {...now} className="md:justify-end" />,
  },
]

/** The products of a price change: the price before, the new price, and the current one. */
export const PricedTable = ({
  change,
  rows,
}: {
  change: ListedChange
  rows: readonly PricedRow[]
}) => (
  <DataTable
    caption={`Products of ${change.name}`}
    rows={rows.map((row) => ({ ...row, then: thenOf(change, row) }))}
    columns={PRICED}
  />
)
