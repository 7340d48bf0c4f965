import { redirect } from 'react-router'
import { listCategoryChoices } from '../../../modules/catalogue/edit/find-admin-product.ts'
import { startCount } from '../../../modules/stock/counts/count-stock.ts'
import { listCounts, listLocations } from '../../../modules/stock/counts/read-counts.ts'
import { PRODUCT_LONGEST } from '../../../rules/catalogue/product-values.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { COUNT_WORDS } from '../../../rules/messages/stock/words.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { COUNT_STATES } from '../../../rules/stock/counts.ts'
import { ListTools, stateFilter } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows, TRY_OTHERS } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { CountTable, StartCount } from '../../../ui/admin/stock/counts/count-list.tsx'
import { shopContext } from '../../../web/context.ts'
import { readId, readText } from '../../../web/forms/read-form.ts'
import { readAfter, readFilter } from '../../../web/lists/list-query.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readPart, readTwice } from '../../../web/read-part.ts'
import { readAct } from '../../../web/staff-guards.ts'
import type { Route } from './+types/counts'

export const meta = () => [{ title: `Stock-takes | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const limit = countRows(request, STAFF_PAGE)
  const state = readFilter(request, 'state', COUNT_STATES)
  const after = readAfter(request)
  const [page, categories, locations] = await Promise.all([
    readPart(shop, 'stock-takes', () => listCounts(shop.db, { state, after }, limit)),
    readTwice(() => listCategoryChoices(shop.db)),
    readTwice(() => listLocations(shop.db)),
  ])
  return { page, state, categories, locations }
}

/** Starts a stock-take and leads to it. */
export async function action(args: Route.ActionArgs) {
  const { actor, form } = await readAct(args)
  const location = readText(form, 'location', PRODUCT_LONGEST.location) || null
  const categoryId = readId(readText(form, 'category'))
  const { db } = args.context.get(shopContext)
  const known = (await listCategoryChoices(db)).some(({ id }) => id === categoryId)
  const { id } = await startCount(db, actor, { categoryId: known ? categoryId : null, location })
  return redirect(`/admin/stock-takes/${id}`)
}

export default function StockTakes({ loaderData }: Route.ComponentProps) {
  const { page, state, categories, locations } = loaderData
  return (
    <>
      <PageHead title="Stock-takes" back={{ to: '/admin/stock', label: 'Stock' }} />
      <StartCount categories={categories} locations={locations} />
      <ListTools
        filters={[stateFilter('state', 'State', COUNT_STATES, COUNT_WORDS)]}
        narrowed={[]}
      />
      <PagedRows
        page={page}
        error="Error loading stock-takes."
        empty={state ? 'No stock-takes found' : 'No stock-takes yet'}
        hint={state ? TRY_OTHERS : 'Choose above what is counted, then begin one.'}
      >
        {(rows) => <CountTable rows={rows} />}
      </PagedRows>
    </>
  )
}
