import { listReaders, type Reader } from '../../../modules/newsletter/list-subscribers.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import { readListAddress } from '../../../web/lists/list-query.ts'
import type { Route } from './+types/csv'

/** The subscribers who may get the newsletter, each with their unsubscribe link, which every email must contain. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'newsletter.csv',
    entity: 'newsletter',
    label: 'list-newsletter',
    query: readQuery(args.request),
    read: listReaders,
    columns: columnsOf(args.context.get(shopContext).config.baseUrl),
  })

function readQuery(request: Request) {
  const { search, after } = readListAddress(request, ['-joined'])
  return { search, after }
}

const columnsOf = (baseUrl: string): CsvColumns<Reader> => [
  ['Email', 'email'],
  ['Confirmed', ({ confirmedAt }) => formatStamp(confirmedAt)],
  ['Leave link', ({ leavePath }) => baseUrl + leavePath],
]
