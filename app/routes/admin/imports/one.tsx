import { data } from 'react-router'
import { findImport } from '../../../modules/imports/find-import.ts'
import { type ListedEntry, listEntries, writtenAt } from '../../../modules/imports/list-entries.ts'
import { cutText } from '../../../rules/cut-text.ts'
import { formatFault } from '../../../rules/imports/format-fault.ts'
import { type EntryState, type ImportKind, SHOWN_STATES } from '../../../rules/imports/imports.ts'
import type { ProductPlan } from '../../../rules/imports/plan-product.ts'
import type { CellChange } from '../../../rules/imports/product-rows.ts'
import { formatNewProduct } from '../../../rules/messages/imports/new-product.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { EntryTable } from '../../../ui/admin/imports/entry-table.tsx'
import { EntryTabs } from '../../../ui/admin/imports/entry-tabs.tsx'
import { ImportStatus } from '../../../ui/admin/imports/import-status.tsx'
import { FileLink } from '../../../ui/admin/list/file-link.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/one'
import { actOnImport } from './action.ts'

export const meta = () => [{ title: `Import | ${settings().name}` }]

const PAGE = 50
/** At most this much of a cell is shown; the file has the rest. */
const LONGEST_SHOWN = 200

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const file = await findImport(shop.db, params.importId)
  if (!file) throw data(null, { status: 404 })
  const some = SHOWN_STATES.filter((state) => file.counts[state].entries > 0)
  const [first = 'bad'] = some
  const show: EntryState = readFilter(request, 'show', some) ?? first
  const after = readAfter(request)
  const page = await readPart(shop, 'rows of an import', () =>
    listEntries(shop.db, { importId: file.id, states: [show], after, limit: PAGE }),
  )
  return {
    file,
    show,
    page: page && { next: page.next, rows: page.rows.map((one) => shownEntry(one, file.kind)) },
  }
}

/** The fields of an entry that the table shows. */
function shownEntry(
  { id, row, rowCount, label, state, cells, faults, plan }: ListedEntry,
  kind: ImportKind,
) {
  const isNewProduct = kind === 'products' && state === 'new'
  return {
    id,
    row,
    rowCount,
    label,
    state,
    name: cutText(cells[0]?.cells['Name'] ?? '', LONGEST_SHOWN),
    faults: faults.map((fault) => ({
      ...fault,
      text: formatFault(fault, plan),
      written: cutText(writtenAt({ cells }, fault) ?? '', LONGEST_SHOWN),
    })),
    content: isNewProduct
      ? formatNewProduct(
          plan as ProductPlan,
          cutText(cells[0]?.cells['Category'] ?? '', LONGEST_SHOWN),
        )
      : '',
    changes: (plan as { changes?: CellChange[] } | null)?.changes ?? [],
  }
}

export const action = (args: Route.ActionArgs) => actOnImport(args, args.params.importId)

export default function Import({ loaderData: { file, show, page } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title={file.fileName} back={{ to: '/admin/import', label: 'Import' }}>
        {file.counts.bad.entries > 0 ? (
          <FileLink href={`/admin/import/${file.id}/faults.csv`}>All faults as CSV</FileLink>
        ) : null}
      </PageHead>
      <ImportStatus file={file} />
      <EntryTabs counts={file.counts} show={show} />
      <PagedRows page={page} error="Error loading the rows." empty="No rows to show yet">
        {(rows) => <EntryTable rows={rows} isOfZip={file.kind === 'pictures'} />}
      </PagedRows>
    </>
  )
}
