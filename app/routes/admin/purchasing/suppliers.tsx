import { findSupplier, listSuppliers } from '../../../modules/purchasing/suppliers.ts'
import { supplierValues } from '../../../rules/purchasing/supplier-form.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { EntriesHead } from '../../../ui/admin/form/entry-buttons.tsx'
import { entryKey, useEntryWindow } from '../../../ui/admin/form/use-entry.ts'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { SupplierDialog, SupplierTable } from '../../../ui/admin/purchasing/suppliers.tsx'
import { shopContext } from '../../../web/context.ts'
import { readListAddress } from '../../../web/lists/list-query.ts'
import { readEntry } from '../../../web/lists/read-entry.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/suppliers'
import { actOnSuppliers } from './suppliers-action.ts'

export const meta = () => [{ title: `Suppliers | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [page, entry] = await Promise.all([
    readPart(shop, 'suppliers', () => listSuppliers(shop.db, readListAddress(request, ['name']))),
    readEntry(shop, request, 'supplier', (id) => findSupplier(shop.db, id)),
  ])
  return { page, ...entry }
}

export const action = (args: Route.ActionArgs) => actOnSuppliers(args)

export default function Suppliers({ loaderData, actionData }: Route.ComponentProps) {
  const { page, edited, isGone, isNew } = loaderData
  const entry = useEntryWindow(edited, actionData)
  return (
    <>
      <EntriesHead title="Suppliers" add="Add supplier" />
      {edited || isNew ? (
        <SupplierDialog
          key={entryKey(edited, actionData)}
          {...entry}
          values={supplierValues(edited)}
        />
      ) : null}
      <ListTools label="Search by name" />
      {isGone ? <Gone /> : null}
      <PagedRows page={page} error="Error loading suppliers." empty="No suppliers yet">
        {(rows) => <SupplierTable rows={rows} />}
      </PagedRows>
    </>
  )
}
