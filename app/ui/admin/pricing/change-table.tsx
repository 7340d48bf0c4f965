import type { ListedChange, PricedRow } from '../../../modules/pricing/list-changes.ts'
import type { Previewed } from '../../../modules/pricing/plan-change.ts'
import {
  LEFT_WORDS,
  PRICE_CHANGE_WORDS,
  PRICED_WORDS,
  priceRuleText,
  priceSpanText,
} from '../../../rules/messages/pricing/words.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import {
  changePrices,
  type PriceChangeState,
  type PricedState,
} from '../../../rules/pricing/price-changes.ts'
import { Link } from '../../kit/link.tsx'
import { Price } from '../../kit/price.tsx'
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

const ProductLink = ({ id, name, sku }: { id: string; name: string; sku: string }) => (
  <Link
    to={`/admin/edit-product/${id}`}
    className="inline-flex min-h-11 flex-wrap items-center gap-x-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
  >
    {name} <span className="text-sm font-normal text-quiet">{sku}</span>
  </Link>
)
/** Left out of the change, and why. */
const Why = ({ children }: { children: string }) => (
  <span className="font-semibold text-clay">{children}</span>
)

const PREVIEW: Column<Previewed>[] = [
  { label: 'Product', isTitle: true, show: (row) => <ProductLink {...row} /> },
  { label: 'Now', isFigure: true, show: (row) => <Price {...row} className="md:justify-end" /> },
  {
    label: 'Then',
    isFigure: true,
    show: ({ next, why }) =>
      next ? (
        <Price {...next} className="md:justify-end" />
      ) : (
        <Why>{why ? LEFT_WORDS[why] : '–'}</Why>
      ),
  },
]

export const PreviewTable = ({ rows }: { rows: readonly Previewed[] }) => (
  <DataTable caption="Prices now and then" rows={rows} columns={PREVIEW} />
)

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

/** What the change makes of a price: as it was written, or as it would be today. */
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

/** The products of a change: what each cost before, what the change makes of it, and what stands now. */
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
