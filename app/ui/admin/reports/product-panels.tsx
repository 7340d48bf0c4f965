import type { listLowStock } from '../../../modules/reports/list-low-stock.ts'
import type { TopProducts as Top } from '../../../modules/reports/list-top-products.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { LOW_STOCK_UNDER } from '../../../rules/stock/stock.ts'
import { Link } from '../../kit/link.tsx'
import { Badge } from '../badge.tsx'
import { Panel } from '../panel.tsx'
import { PanelLink, PanelPart } from './panel-part.tsx'

type Low = Awaited<ReturnType<typeof listLowStock>>

const ROW =
  '-mx-2 flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-card px-2 py-1.5 hover:bg-sand'
const NAME = 'font-semibold wrap-anywhere text-lake'
const LEFT = 'min-w-0 grow basis-32'

/** The best-selling products; before anything was sold, the newest. */
export const TopProducts = ({ top, days }: { top: Top | null; days: number }) => (
  <Panel
    folds
    title="Top products"
    action={<PanelLink to="/admin/products">All products</PanelLink>}
  >
    <PanelPart part={top} error="Error loading top products.">
      {(found) => {
        const most = found.kind === 'sold' ? (found.rows[0]?.units ?? 1) : 1
        return (
          <>
            <p className="pb-1 text-sm text-quiet">
              {found.kind === 'sold'
                ? `By units sold in the last ${days} days, online and at the till`
                : `Nothing was sold in the last ${days} days: these are the newest`}
            </p>
            <ol>
              {found.rows.map((row) => (
                <li key={row.id} className="border-t border-line first:border-t-0">
                  <Link to={`/admin/edit-product/${row.id}`} className={ROW}>
                    <span className={`${LEFT} ${NAME}`}>{row.name}</span>
                    {'units' in row ? (
                      <span className="ml-auto text-right text-sm tabular-nums">
                        <span className="font-semibold">{formatAmount(row.units)} sold</span>
                        <span className="block text-quiet">{formatKwacha(row.amount)}</span>
                      </span>
                    ) : null}
                  </Link>
                  {'units' in row ? (
                    <div
                      aria-hidden
                      className="-mt-1 mb-1.5 h-1.5 rounded-full bg-clay"
                      style={{ width: `${(100 * row.units) / most}%` }}
                    />
                  ) : null}
                </li>
              ))}
            </ol>
          </>
        )
      }}
    </PanelPart>
  </Panel>
)

export const LowStock = ({ low }: { low: Low | null }) => (
  <Panel
    folds
    title="Low stock"
    action={<PanelLink to="/admin/stock?stock=low">All low stock</PanelLink>}
  >
    <PanelPart part={low} error="Error loading low stock.">
      {({ rows, isMore }) =>
        rows.length === 0 ? (
          <p className="py-3 text-quiet">
            Every product has {LOW_STOCK_UNDER} units or more on the shelf.
          </p>
        ) : (
          <>
            <p className="pb-1 text-sm text-quiet">
              Fewer than {LOW_STOCK_UNDER} units on the shelf
              {isMore ? `; the ${rows.length} with the least are shown` : ''}
            </p>
            <ul>
              {rows.map(({ id, name, sku, status, inventory }) => (
                <li key={id} className="border-t border-line first:border-t-0">
                  <Link to={`/admin/stock/${id}`} className={ROW}>
                    <span className={LEFT}>
                      <span className={`block ${NAME}`}>{name}</span>
                      <span className="block text-sm wrap-anywhere text-quiet">
                        {sku}
                        {status === 'inactive' ? ', inactive' : ''}
                      </span>
                    </span>
                    <Badge tone={inventory === 0 ? 'bad' : 'warm'}>
                      {inventory === 0 ? 'None left' : `${inventory} left`}
                    </Badge>
                  </Link>
                </li>
              ))}
            </ul>
          </>
        )
      }
    </PanelPart>
  </Panel>
)
