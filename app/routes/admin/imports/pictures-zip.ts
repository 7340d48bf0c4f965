import { recordExport } from '../../../modules/audit/record-export.ts'
import { listPictures, readPictures } from '../../../modules/imports/pictures/export-pictures.ts'
import { findPictureZip } from '../../../modules/imports/pictures/find-picture-zip.ts'
import type { Shop } from '../../../platform/shop.server.ts'
import { writeZip } from '../../../platform/storage/write-zip.server.ts'
import { slugFrom } from '../../../rules/catalogue/products.ts'
import {
  type ListedPicture,
  PICTURE_COLUMNS,
  PICTURE_LIST,
} from '../../../rules/imports/picture-list.ts'
import { shopContext } from '../../../web/context.ts'
import { csvBytes } from '../../../web/lists/csv.ts'
import { readProductsQuery } from '../../../web/lists/products-query.ts'
import { NO_STORE } from '../../../web/no-store.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/pictures-zip'

const COLUMNS = PICTURE_COLUMNS.map((column) => [column, column] as const)

/**
 * `GET /admin/import/pictures.zip?after=…`: pictures of products as a zip that the import accepts unchanged, sent while
 * it is read. It has the products that the product list shows with the same search and filters. The log records who
 * exported it before the first byte is sent.
 */
export async function loader(args: Route.LoaderArgs) {
  const actor = await requireActor(args)
  const shop = args.context.get(shopContext)
  const { after, sort: _, direction: __, ...filters } = readProductsQuery(args.request)
  const part = await findPictureZip(shop.db, after, filters)
  const { first = null, last = null } = part ?? {}
  const file = {
    entity: 'product',
    label: 'list-pictures',
    filters: { first, last, ...filters },
  } as const
  await recordExport(shop.db, actor, file)
  const listed = part ? await listPictures(shop.db, part) : []
  const name = ['pictures', slugFrom(first ?? '')].filter(Boolean).join('-')
  return new Response(await writeZip(filesOf(shop, listed)), {
    headers: {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="${name}.zip"`,
      ...NO_STORE,
    },
  })
}

async function* filesOf(shop: Shop, listed: Awaited<ReturnType<typeof listPictures>>) {
  const rows: ListedPicture[] = []
  for await (const { file, row } of readPictures(shop, listed)) {
    rows.push(row)
    yield file
  }
  // Last, because it has the hashes of all other files.
  yield { name: PICTURE_LIST, at: shop.now(), bytes: csvBytes<ListedPicture>(COLUMNS, rows) }
}
