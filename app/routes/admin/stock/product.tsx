import { data } from 'react-router'
import { z } from 'zod'
import {
  findLedgerProduct,
  listLedgerVariants,
  readLedger,
} from '../../../modules/stock/read-ledger.ts'
import { listProductStock } from '../../../modules/stock/read-stock-levels.ts'
import { listWaitedFor } from '../../../modules/waitlist/list-waited-for.ts'
import { STAFF_PAGE } from '../../../rules/lists.ts'
import { writeLocalTime } from '../../../rules/local-time.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { Badge } from '../../../ui/admin/badge.tsx'
import { PageHead } from '../../../ui/admin/page-head.tsx'
import { Panel } from '../../../ui/admin/panel.tsx'
import { Ledger } from '../../../ui/admin/stock/ledger.tsx'
import { PreorderForm } from '../../../ui/admin/stock/preorder-form.tsx'
import { ProductStockPanel } from '../../../ui/admin/stock/product-stock-panel.tsx'
import { StockDialog } from '../../../ui/admin/stock/stock-dialog.tsx'
import { useAnswer, useLiveAdmin } from '../../../ui/admin/use-live-admin.ts'
import { WaitedList } from '../../../ui/admin/waitlist/waited-for.tsx'
import { ButtonLink } from '../../../ui/kit/button.tsx'
import { shopContext } from '../../../web/context.ts'
import { readPart, readTwice } from '../../../web/read-part.ts'
import { requireActor } from '../../../web/staff-guards.ts'
import type { Route } from './+types/product'
import { actOnStock } from './action.ts'
import { readLedgerQuery, readStockFilter } from './list-query.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => [
  { title: `${loaderData ? `Stock of ${loaderData.product.name}` : 'Stock'} | ${settings().name}` },
]

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext)
  const id = z.uuid().safeParse(params.productId)
  const product = id.success && (await readTwice(() => findLedgerProduct(shop.db, id.data)))
  if (!product) throw data(null, { status: 404 })
  const [rows, variants, ledger, waited] = await Promise.all([
    readTwice(() => listProductStock(shop, product.id)),
    readTwice(() => listLedgerVariants(shop.db, product.id)),
    readPart(shop, 'ledger', () =>
      readLedger(shop.db, product.id, readLedgerQuery(request), STAFF_PAGE),
    ),
    readPart(shop, 'waitlist', () => listWaitedFor(shop.db, { productId: product.id })),
  ])
  const today = writeLocalTime(shop.now()).slice(0, 'yyyy-mm-dd'.length)
  return { product, rows, variants, ledger, waited, today, asked: readStockFilter(request) }
}

export async function action(args: Route.ActionArgs) {
  const actor = await requireActor(args)
  return actOnStock(args, actor)
}

export default function ProductStock({ loaderData, actionData }: Route.ComponentProps) {
  const { product, rows, variants, ledger, waited, today, asked } = loaderData
  useLiveAdmin()
  const answer = useAnswer(actionData)
  const row = asked && rows.find(({ id }) => id === asked.variantId)
  return (
    <>
      <PageHead title={product.name} back={{ to: '/admin/stock', label: 'Stock' }}>
        <ButtonLink to={`/admin/labels?product=${product.id}`}>Labels</ButtonLink>
        <ButtonLink to={`/admin/edit-product/${product.id}`}>Edit product</ButtonLink>
      </PageHead>
      <p className="-mt-2 mb-4 flex flex-wrap items-center gap-x-4 gap-y-1 text-quiet">
        <span>SKU {product.sku}</span>
        {product.barcode ? <span>Barcode {product.barcode}</span> : null}
        {product.isTracked ? null : <Badge>Stock is not tracked</Badge>}
        {product.isArchived ? <Badge>Archived</Badge> : null}
      </p>
      <div className="grid gap-6">
        <Panel title="On the shelf">
          <ProductStockPanel
            productId={product.id}
            rows={rows}
            answer={answer?.intent === 'receive' && !row ? answer : null}
          />
        </Panel>
        {product.isTracked ? (
          <Panel title="Pre-orders">
            <PreorderForm
              // Without what is owed, which each order changes while somebody types.
              key={rows.map(({ preorders: { limit, from } }) => `${limit} ${from}`).join()}
              productId={product.id}
              rows={rows}
              today={today}
              answer={answer?.intent === 'preorders' ? answer : null}
            />
          </Panel>
        ) : null}
        {waited && waited.length > 0 ? (
          <Panel title="Customers wait for">
            <WaitedList rows={waited} />
          </Panel>
        ) : null}
        <Ledger variants={variants} page={ledger} />
      </div>
      {row && asked ? <StockDialog act={asked.act} row={row} answer={answer ?? null} /> : null}
    </>
  )
}
