import { recordExport } from '../../../modules/audit/record-export.ts'
import { listReaders, type Reader } from '../../../modules/newsletter/list-subscribers.ts'
import { formatStamp } from '../../../rules/dates.ts'
import { shopContext } from '../../../web/context.ts'
import { type CsvColumns, listFile } from '../../../web/lists/csv.ts'
import { readListAddress } from '../../../web/lists/list-query.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/csv'

const PAGE_SIZE = 500

/** Who may be written to, each with the link by which they leave: every letter must carry it. */
export async function loader(args: Route.LoaderArgs) {
  const { db, config } = args.context.get(shopContext)
  const actor = await requireActor(args)
  const { search } = readListAddress(args.request, ['-joined'])
  await recordExport(db, actor, { entity: 'newsletter', label: 'Newsletter', filters: { search } })
  const columns: CsvColumns<Reader> = [
    ['Email', ({ email }) => email],
    ['Confirmed', ({ confirmedAt }) => formatStamp(confirmedAt)],
    ['Leave link', ({ leavePath }) => config.baseUrl + leavePath],
  ]
  return listFile('newsletter.csv', columns, (after) =>
    listReaders(db, { search, after, limit: PAGE_SIZE }),
  )
}
