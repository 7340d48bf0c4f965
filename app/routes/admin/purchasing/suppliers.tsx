import { findSupplier, listSuppliers } from '../../../modules/purchasing/suppliers.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { supplierValues } from '../../../rules/purchasing/supplier-form.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { EntryWindow } from '../../../ui/admin/form/entry-window.tsx'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { SupplierDialog, SupplierTable } from '../../../ui/admin/purchasing/suppliers.tsx'
import { shopContext } from '../../../web/context.ts'
import { readListAddress } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/suppliers'
import { actOnSuppliers } from './suppliers-action.ts'

export const meta = () => [{ title: `Suppliers | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const limit = countRows(request, STAFF_PAGE)
  const list = readListAddress(request, ['name'])
  const [page, entry] = await Promise.all([
    readPart(shop, 'suppliers', () => listSuppliers(shop.db, list, limit)),
    readEntry(shop, request, 'supplier', (id) => findSupplier(shop.db, id)),
  ])
  return { page, search: list.search, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnSuppliers(args)

export default function Suppliers({ loaderData, actionData }: Route.ComponentProps) {
  const { page, search, edited, isGone, isNew } = loaderData
  return (
    <>
      <EntriesHead title="Suppliers" add="Add supplier" />
      <EntryWindow edited={edited} isNew={isNew} answer={actionData}>
        {(entry) => <SupplierDialog {...entry} values={supplierValues(edited)} />}
      </EntryWindow>
      <ListTools label="Search by name" narrowed={[]} />
      {isGone ? <Gone /> : null}
      <PagedRows
        page={page}
        error="Error loading suppliers."
        empty={search ? 'No suppliers found' : 'No suppliers yet'}
        hint={search ? TRY_OTHERS : 'Add one, then choose it in a delivery.'}
      >
        {(rows) => <SupplierTable rows={rows} />}
      </PagedRows>
    </>
  )
}
