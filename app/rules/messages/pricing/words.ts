import { formatDateTime } from '../../dates.ts'
import { formatKwacha } from '../../money.ts'
import type { PriceChangeValues } from '../../pricing/price-change-form.ts'
import type {
  LeftReason,
  PriceChangeKind,
  PriceChangeState,
  PricedState,
  PriceRule,
  PriceSpan,
} from '../../pricing/price-changes.ts'

export const PRICE_CHANGE_WORDS: Record<PriceChangeState, string> = {
  planned: 'Planned',
  starting: 'Starting',
  running: 'Running',
  ending: 'Ending',
  ended: 'Ended',
  cancelled: 'Cancelled',
}

export const PRICED_WORDS: Record<PricedState, string> = {
  waiting: 'Not changed',
  applied: 'Changed',
  restored: 'As before',
  left: 'Left alone',
}

export const LEFT_WORDS: Record<LeftReason, string> = {
  same: 'The price would stay the same.',
  'too-low': 'The price would be too low.',
  archived: 'Archived.',
  edited: 'Its price was edited meanwhile.',
  late: 'The time was over before it began.',
}

export const PRICE_KIND_WORDS: Record<PriceChangeKind, string> = {
  price: 'New price',
  percent: 'Sale: percent off',
  amount: 'Sale: MK off',
}

/** `20% off`, `MK 500 off`, `Price MK 12,500`. */
export const priceRuleText = ({ kind, value }: PriceRule) =>
  kind === 'price'
    ? `Price ${formatKwacha(value)}`
    : `${kind === 'percent' ? `${value}%` : formatKwacha(value)} off`

export const priceSpanText = ({ startsAt, endsAt }: PriceSpan) =>
  `${formatDateTime(startsAt)}${endsAt ? ` to ${formatDateTime(endsAt)}` : ''}`

export const PRICE_CHANGE_LABELS: Record<keyof PriceChangeValues, string> = {
  name: 'Name',
  kind: 'What happens',
  value: 'Value',
  from: 'From',
  until: 'Until',
}

/** The label of the value, by the kind of change. */
export const PRICE_VALUE_LABELS: Record<PriceChangeKind, string> = {
  price: 'New price (MK)',
  percent: 'Percent off',
  amount: 'Off each price (MK)',
}
