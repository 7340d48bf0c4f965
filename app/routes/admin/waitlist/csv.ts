import { listWaitedFor } from '../../../modules/waitlist/list-waited-for.ts'
import { formatStamp } from '../../../rules/dates.ts'
import type { WaitedFor } from '../../../rules/waitlist/waitlist.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
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
export function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(shopContext)
  return listFile('waiting-for-stock.csv', COLUMNS, async () => ({
    rows: await listWaitedFor(db, { limit: MOST }),
    next: null,
  }))
}
