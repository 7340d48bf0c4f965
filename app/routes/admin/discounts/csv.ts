import { type AdminDiscount, listDiscounts } from '../../../modules/discounts/list-discounts.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { DISCOUNT_FLAGS } from '../../../rules/discounts/discounts.ts'
import { DISCOUNT_TYPE_WORDS } from '../../../rules/messages/discounts/words.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import type { Route } from './+types/csv'

const COLUMNS: CsvColumns<AdminDiscount> = [
  ['Code', 'code'],
  ['Type', ({ type }) => DISCOUNT_TYPE_WORDS[type]],
  // Free delivery has no amount of its own.
  ['Value', ({ type, value }) => (type === 'free_shipping' ? null : value)],
  ['Minimum', 'minimumAmount'],
  ['Used', 'usedCount'],
  ['Maximum uses', 'maximumUses'],
  ['Starts', ({ startsAt }) => startsAt && formatStamp(startsAt)],
  ['Expires', ({ expiresAt }) => expiresAt && formatStamp(expiresAt)],
  ['State', ({ flags }) => flags.join(', ')],
]

const readQuery = (request: Request) => ({
  ...readListAddress<'created' | 'code'>(request, ['-created', 'code']),
  flag: readFilter(request, 'status', DISCOUNT_FLAGS),
})

/** The codes as a file, with the screen's search, filter and order. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'discount-codes.csv',
    entity: 'discount',
    label: 'list-discounts',
    query: readQuery(args.request),
    read: (_, { limit, ...asked }, shop) => listDiscounts(shop, asked, limit),
    columns: COLUMNS,
  })
