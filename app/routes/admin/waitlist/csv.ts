import { listWaitedFor } from '../../../modules/waitlist/list-waited-for.ts'
import { formatStamp } from '../../../rules/dates.ts'
import type { WaitedFor } from '../../../rules/waitlist/waitlist.ts'
import type { CsvColumns } from '../../../web/lists/csv.ts'
import { exportList } from '../../../web/lists/export.ts'
import type { Route } from './+types/csv'

const MOST = 5000

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

/** What customers wait for, without who they are: for buying. */
export const loader = (args: Route.LoaderArgs) =>
  exportList<{ after: string | null }, WaitedFor>(args, {
    name: 'waiting-for-stock.csv',
    entity: 'waitlist',
    label: 'list-waitlist',
    query: { after: null },
    read: async (db) => ({ rows: await listWaitedFor(db, { limit: MOST }), next: null }),
    columns: COLUMNS,
  })
