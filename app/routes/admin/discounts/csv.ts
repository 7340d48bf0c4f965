import { type AdminDiscount, listDiscounts } from '../../../modules/discounts/list-discounts.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { DISCOUNT_FLAGS } from '../../../rules/discounts/discounts.ts'
import { DISCOUNT_TYPE_WORDS } from '../../../rules/messages/words/discounts.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import { readFilter, readListAddress } from '../../../web/lists/list-query.ts'
import type { Route } from './+types/csv'

const PAGE_SIZE = 500
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

/** The codes as a file: the same search, filter and order as on the screen. */
export function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const address = readListAddress<'created' | 'code'>(request, ['-created', 'code'])
  const flag = readFilter(request, 'status', DISCOUNT_FLAGS)
  return listFile('discount-codes.csv', COLUMNS, (after) =>
    listDiscounts(shop, { ...address, flag, after }, PAGE_SIZE),
  )
}
