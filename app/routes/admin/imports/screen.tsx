import { listImports } from '../../../modules/imports/find-import.ts'
import { findPictureZip } from '../../../modules/imports/pictures/find-picture-zip.ts'
import { CSV_KINDS } from '../../../rules/imports/imports.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ImportTable } from '../../../ui/admin/imports/import-table.tsx'
import { PicturesForm } from '../../../ui/admin/imports/pictures-form.tsx'
import { UploadForm } from '../../../ui/admin/imports/upload-form.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { shopContext } from '../../../web/context.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { readProductsQuery } from '../../../web/lists/products-query.ts'
import { readOne, readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/screen'
import { takeFile } from './action.ts'

export const meta = () => [{ title: `Import | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const [after, zipAfter] = [readAfter(request), readAfter(request, 'pictures')]
  const filter = readProductsQuery(request)
  const [page, zip] = await Promise.all([
    readPart(shop, 'imports', () => listImports(shop.db, { after, limit: 10 })),
    readOne(shop, 'zip of pictures', () => findPictureZip(shop.db, zipAfter, filter)),
  ])
  return { page, kind: readFilter(request, 'kind', CSV_KINDS) ?? 'products', zip, zipAfter }
}

export const action = (args: Route.ActionArgs) => takeFile(args)

export default function Imports({
  loaderData: { page, kind, zip, zipAfter },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Import" back={{ to: '/admin/products', label: 'All Products' }} />
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <UploadForm key={kind} kind={kind} />
        <PicturesForm zip={zip} after={zipAfter} />
      </div>
      <h2 className="mt-6 mb-2 text-xl">Files of the last 30 days</h2>
      <PagedRows
        page={page}
        error="Error loading imports."
        empty="No imports yet"
        hint="Choose a file above. It is checked first, and nothing changes until you press Import."
      >
        {(rows) => <ImportTable rows={rows} />}
      </PagedRows>
    </>
  )
}
