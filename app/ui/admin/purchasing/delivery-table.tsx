import { useSearchParams } from 'react-router'
import { formatDateTime } from '../../../rules/dates.ts'
import { DELIVERY_WORDS, deliveryName } from '../../../rules/messages/purchasing/words.ts'
import { formatDay } from '../../../rules/messages/words/preorders.ts'
import { formatAmount } from '../../../rules/money.ts'
import {
  DELIVERY_STATES,
  type DeliveryRow,
  type DeliveryState,
} from '../../../rules/purchasing/deliveries.ts'
import { Link } from '../../kit/link.tsx'
import { type BadgeTone, badgesOf } from '../badge.tsx'
import { type Column, DataTable, statusColumn } from '../list/data-table.tsx'
import { useListAddress } from '../list/use-list-address.ts'

const tones: Record<DeliveryState, BadgeTone> = {
  draft: 'plain',
  open: 'busy',
  partly: 'warm',
  received: 'good',
  closed: 'plain',
}
const toned = (state: DeliveryState) => [tones[state], DELIVERY_WORDS[state]] as const

export const DeliveryBadge = badgesOf<DeliveryState>({
  draft: toned('draft'),
  open: toned('open'),
  partly: toned('partly'),
  received: toned('received'),
  closed: toned('closed'),
})

/** Deliveries of one state are one press away, and stand in the address. */
export function StateTabs() {
  const [params] = useSearchParams()
  const address = useListAddress()
  const now = params.get('state')
  return (
    <nav aria-label="State of the deliveries" className="mb-3 flex flex-wrap gap-2">
      {[null, ...DELIVERY_STATES].map((state) => (
        <Link
          key={state}
          to={address({ state, after: null })}
          aria-current={now === state ? 'true' : undefined}
          preventScrollReset
          className="inline-flex min-h-11 items-center rounded-full border border-edge bg-sheet px-4 font-semibold hover:bg-sand aria-[current]:border-lake aria-[current]:bg-lake aria-[current]:text-white"
        >
          {state ? DELIVERY_WORDS[state] : 'All'}
        </Link>
      ))}
    </nav>
  )
}

const COLUMNS: Column<DeliveryRow>[] = [
  {
    label: 'Delivery',
    isTitle: true,
    show: ({ id, number, supplier }) => (
      <Link
        to={`/admin/deliveries/${id}`}
        className="inline-flex min-h-11 items-center gap-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
      >
        {deliveryName(number)}
        {supplier ? <span className="font-normal">{supplier}</span> : null}
      </Link>
    ),
  },
  statusColumn(({ state }) => <DeliveryBadge status={state} />),
  {
    label: 'Expected',
    isFigure: true,
    show: ({ expected, expectedOn }) => (
      <>
        {expected > 0 ? formatAmount(expected) : '–'}
        {expectedOn ? (
          <span className="block text-sm text-quiet">{formatDay(expectedOn)}</span>
        ) : null}
      </>
    ),
  },
  {
    label: 'Received',
    isFigure: true,
    show: ({ received, arriving }) => (
      <>
        {formatAmount(received)}
        {arriving > 0 ? (
          <span className="block text-sm text-quiet">{formatAmount(arriving)} entered</span>
        ) : null}
      </>
    ),
  },
  { label: 'Begun', show: ({ createdAt }) => formatDateTime(createdAt) },
]

export const DeliveryTable = ({ rows }: { rows: readonly DeliveryRow[] }) => (
  <DataTable caption="Deliveries" rows={rows} columns={COLUMNS} />
)
