import { redirect } from 'react-router'
import { findScanned } from '../../../modules/stock/find-scanned.ts'
import { listStock } from '../../../modules/stock/list-stock.ts'
import { findStock } from '../../../modules/stock/read-stock-levels.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Gone } from '../../../ui/admin/list/gone.tsx'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedRows } from '../../../ui/admin/list/rows.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { LEVEL_WORDS, LevelTabs } from '../../../ui/admin/stock/level-tabs.tsx'
import { StockDialog } from '../../../ui/admin/stock/stock-dialog.tsx'
import { StockTable } from '../../../ui/admin/stock/stock-table.tsx'
import { useAnswer, useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { countRows } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/screen'
import { actOnStock } from './action.ts'
import { readStockFilter, readStockQuery } from './list-query.ts'

export const meta = () => [{ title: `Stock | ${settings().name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const query = readStockQuery(request)
  // A scanner types a code and presses Enter: the scanned product's page opens.
  if (new URL(request.url).searchParams.has('exact') && query.search) {
    const found = await findScanned(shop.db, query.search)
    if (found)
      throw redirect(
        `/admin/stock/${found.productId}${found.variantId ? `?variant=${found.variantId}` : ''}`,
      )
  }
  const asked = readStockFilter(request)
  const limit = countRows(request, STAFF_PAGE)
  const [page, row] = await Promise.all([
    readPart(shop, 'stock', () => listStock(shop, query, limit)),
    asked && findStock(shop, asked.variantId),
  ])
  return {
    page,
    level: query.level,
    isFiltered: query.search !== '' || query.level !== null,
    asked: row && asked ? { ...asked, row } : null,
    isGone: asked !== null && !row,
  }
}

export async function action(args: Route.ActionArgs) {
  const actor = await requireActor(args)
  return actOnStock(args, actor)
}

const WITHIN = [
  ['/admin/stock-takes', 'Stock-takes'],
  ['/admin/deliveries', 'Deliveries'],
  ['/admin/import?kind=stock', 'Import'],
  ['/admin/waitlist', 'Waiting for stock'],
] as const

export default function Stock({ loaderData, actionData }: Route.ComponentProps) {
  const { page, level, isFiltered, asked, isGone } = loaderData
  useLiveAdmin()
  const answer = useAnswer(actionData)
  return (
    <>
      <PageHead title="Stock">
        <nav aria-label="Within stock" className="swipe-row -m-1 gap-2 p-1 [scrollbar-width:none]">
          {WITHIN.map(([to, label]) => (
            <ButtonLink key={to} to={to} className="shrink-0 max-md:px-3">
              {label}
            </ButtonLink>
          ))}
        </nav>
      </PageHead>
      <ListTools
        label="Search by name, SKU or barcode"
        isScanned
        csv="/admin/stock.csv"
        narrowed={[['stock', level && LEVEL_WORDS[level]]]}
        enter={{ name: 'exact', value: '1' }}
      />
      <LevelTabs />
      {isGone ? <Gone /> : null}
      <PagedRows
        page={page}
        error="Error loading stock."
        empty={isFiltered ? 'Nothing found' : 'No stock yet'}
        hint={
          isFiltered
            ? 'Try adjusting your search terms, or show all.'
            : 'Add a product, and its variants stand here.'
        }
      >
        {(rows) => <StockTable rows={rows} />}
      </PagedRows>
      {asked ? <StockDialog {...asked} answer={answer ?? null} /> : null}
    </>
  )
}
