import { formatDate, formatDateTime } from '../../../rules/dates.ts'
import { DELIVERY_WORDS, deliveryName } from '../../../rules/messages/purchasing/words.ts'
import { formatAmount } from '../../../rules/money.ts'
import {
  DELIVERY_STATES,
  type DeliveryRow,
  type DeliveryState,
} from '../../../rules/purchasing/deliveries.ts'
import { Link } from '../../kit/link.tsx'
import { type BadgeTone, badgesOf } from '../badge.tsx'
import { ChoiceTabs } from '../list/choice-tabs.tsx'
import { type Column, DataTable, statusColumn } from '../list/data-table.tsx'

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

/** Tabs for deliveries by state. */
export const StateTabs = ({ now }: { now: DeliveryState | null }) => (
  <ChoiceTabs
    label="State of the deliveries"
    name="state"
    now={now}
    choices={[
      [null, 'All'],
      ...DELIVERY_STATES.map((state) => [state, DELIVERY_WORDS[state]] as const),
    ]}
  />
)

const COLUMNS: Column<DeliveryRow>[] = [
  {
    label: 'Delivery',
    isTitle: true,
    show: ({ id, number, supplier }) => (
      <Link
        to={`/admin/deliveries/${id}`}
        className="inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline"
      >
        <span className="whitespace-nowrap">{deliveryName(number)}</span>
        {supplier ? <span className="font-normal wrap-anywhere">{supplier}</span> : null}
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
          <span className="block text-sm text-quiet">{formatDate(expectedOn)}</span>
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
  { label: 'Started', show: ({ createdAt }) => formatDateTime(createdAt) },
]

export const DeliveryTable = ({ rows }: { rows: readonly DeliveryRow[] }) => (
  <DataTable caption="Deliveries" rows={rows} columns={COLUMNS} />
)
