import { listWaitedPage } from '../../../modules/waitlist/list-waited-page.ts'
import { formatStamp } from '../../../rules/dates.ts'
import type { WaitedFor } from '../../../rules/waitlist/waitlist.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'

const COLUMNS: CsvColumns<WaitedFor> = [
  ['Product', 'product'],
  ['Size', 'size'],
  ['Color', 'color'],
  ['SKU', 'sku'],
  ['Waiting', ({ byEmail, byPhone }) => byEmail + byPhone],
  ['By email', 'byEmail'],
  ['By WhatsApp', 'byPhone'],
  ['On hand', 'onHand'],
  ['Waiting since', ({ since }) => formatStamp(since)],
]

/** The variants that customers wait for, as the screen shows them, without personal data: for purchasing. */
export const loader = (args: Route.LoaderArgs) =>
  exportList(args, {
    name: 'waiting-for-stock.csv',
    entity: 'waitlist',
    label: 'list-waitlist',
    query: {
      after: null as string | null,
      isToText: new URL(args.request.url).searchParams.get('show') === 'to-text',
    },
    read: listWaitedPage,
    columns: COLUMNS,
  })
