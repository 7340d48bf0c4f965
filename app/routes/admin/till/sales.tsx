import { randomUUID } from 'node:crypto'
import { listReviewItems } from '../../../modules/till/events/handle-review.ts'
import { findAdminSale } from '../../../modules/till/sales/find-admin-sale.ts'
import { listSales } from '../../../modules/till/sales/list-sales.ts'
import { listOpenDrawers } from '../../../modules/till/shifts/drawer-cash.ts'
import { listTillNames } from '../../../modules/till/shifts/list-shifts.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { isNotPaidWhole } from '../../../rules/till/sale-transitions.ts'
import { ListTools } from '../../../ui/admin/list/list-tools.tsx'
import { PagedTable } from '../../../ui/admin/list/paged-table.tsx'
import { BesideList, panelOf } from '../../../ui/admin/list/side-panel.tsx'
import { OrdersHead } from '../../../ui/admin/orders/orders-head.tsx'
import { ReviewList } from '../../../ui/admin/till/review.tsx'
import { BESIDE_SALE, SALE_COLUMNS } from '../../../ui/admin/till/sale-columns.tsx'
import { SalePanel } from '../../../ui/admin/till/sale-panel.tsx'
import { useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { Link } from '../../../ui/kit/link.tsx'
import { shopContext } from '../../../web/context.ts'
import { requireAdmin } from '../../../web/guards.ts'
import { limitPrinted } from '../../../web/lists/print-list.ts'
import { readPart } from '../../../web/read-part.ts'
import type { Route } from './+types/sales'
import { readSaleQuery } from './list-query.ts'
import { actOnSales } from './sales-action.ts'

export const meta = () => [{ title: `POS Sales | ${settings().name}` }]

export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args
  const shop = context.get(shopContext)
  const query = readSaleQuery(request)
  const limit = await limitPrinted(args, STAFF_PAGE, {
    entity: 'pos_sale',
    label: 'list-pos-sales',
    query,
  })
  const open = new URL(request.url).searchParams.get('sale')
  const { userId } = await requireAdmin(args)
  const [page, reviewReasons, tills, sale] = await Promise.all([
    readPart(shop, 'till sales', () => listSales(shop.db, { ...query, limit })),
    readPart(shop, 'sales under review', () => listReviewItems(shop.db, userId)),
    readPart(shop, 'tills', () => listTillNames(shop.db)),
    open === null ? null : readPart(shop, 'till sale', () => findAdminSale(shop.db, open, userId)),
  ])
  const drawers =
    sale && isNotPaidWhole(sale)
      ? await readPart(shop, 'open drawers', () => listOpenDrawers(shop.db))
      : null
  const forms = drawers && { drawers, nextEnd: randomUUID() }
  const { shift } = query
  return { page, reviewReasons, tills: tills ?? [], open, sale: sale ?? null, shift, forms }
}

export const action = (args: Route.ActionArgs) => actOnSales(args)

export default function PosSales({ loaderData }: Route.ComponentProps) {
  const { page, reviewReasons, tills, open, sale, shift, forms } = loaderData
  const isLive = useLiveAdmin()
  const panel = panelOf('sale', open, sale && <SalePanel key={sale.id} sale={sale} forms={forms} />)
  return (
    <>
      <OrdersHead isLive={isLive} />
      <BesideList panel={panel}>
        {reviewReasons === null ? (
          <p className="mb-3 font-semibold text-alarm">Error loading what needs a person.</p>
        ) : (
          <ReviewList reviewReasons={reviewReasons} />
        )}
        <ListTools
          label="Search by number or customer"
          filters={[
            { name: 'till', label: 'Till', options: tills.map(({ id, name }) => [id, name]) },
          ]}
          csv="/admin/pos-sales.csv"
          narrowed={[['shift', null]]}
        />
        {shift ? <OneShift shift={shift} /> : null}
        <PagedTable
          page={page}
          error="Error loading sales."
          empty="No sales found"
          hint="What is sold at the till appears here at once."
          caption="Sales at the till"
          order="-sold"
          columns={panel ? BESIDE_SALE : SALE_COLUMNS}
        />
      </BesideList>
    </>
  )
}

const LINK =
  'inline-flex min-h-11 items-center font-semibold text-lake underline underline-offset-4'

const OneShift = ({ shift }: { shift: string }) => (
  <p className="mb-2 flex flex-wrap items-center gap-x-4">
    Sales of one shift only.
    <Link to={`/admin/shifts?shift=${shift}`} className={LINK}>
      Open the shift
    </Link>
    <Link to="/admin/pos-sales" className={LINK}>
      Show all sales
    </Link>
  </p>
)
