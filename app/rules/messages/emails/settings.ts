import { formatKwacha } from '../../money.ts'
import type { Loosened } from '../../settings/loosened.ts'
import { settings } from '../../settings/settings.ts'
import { GROUP_LABELS } from '../settings/words.ts'
import { type EmailContent, hello } from './content.ts'

const valueOf = ({ limit }: Loosened, value: number | null) => {
  if (value === null) return 'any sum'
  return limit === 'cashierDiscountPercent' ? `${value}%` : formatKwacha(value)
}

/** Tells the other owners that somebody raised the limits of what staff do alone. */
export const limitsLoosenedEmail = (
  to: string,
  name: string,
  { by, limits, url }: { by: string; limits: readonly Loosened[]; url: string },
): EmailContent => ({
  to,
  subject: `${settings().name}: staff may do more alone`,
  greeting: hello(name),
  paragraphs: [
    `${by} has changed what staff may do alone:`,
    ...limits.map(
      (one) =>
        `${GROUP_LABELS.limits[one.limit]}: ${valueOf(one, one.from)}, from now on ${valueOf(one, one.to)}.`,
    ),
  ],
  button: { label: 'See the limits', url },
  after: [
    'You get this as an owner of the shop, since more money can leave it now without a second person.',
  ],
})
