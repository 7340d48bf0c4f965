import { Star } from 'lucide-react'
import type { AdminRow } from '../../../modules/catalogue/edit/list-admin-products.ts'
import { formatDate } from '../../../rules/dates.ts'
import { formatAmount, formatKwacha } from '../../../rules/money.ts'
import { LOW_STOCK_UNDER } from '../../../rules/stock/stock.ts'
import { Picture } from '../../kit/picture.tsx'
import { Badge } from '../badge.tsx'
import { ProductCardActs } from './product-card-acts.tsx'
import { StatusBadge } from './status-badge.tsx'

type Choice = { form: string; isChosen: boolean; onToggle: () => void }

/** A product as staff see it, with its acts (docs/product.md, Products). */
export const AdminProductCard = ({
  product,
  isFirst,
  choice,
}: {
  product: AdminRow
  isFirst: boolean
  choice: Choice
}) => (
  <li
    data-row
    className="grid grid-cols-[min(5rem,22vw)_minmax(0,1fr)] gap-x-3 gap-y-2 rounded-card border border-line bg-sheet p-3 md:grid-cols-[10rem_minmax(0,1fr)_auto] md:gap-x-5 print:grid-cols-[minmax(0,1fr)_auto] print:py-2"
  >
    <div className="on-screen grid content-start justify-items-center gap-1 md:grid-cols-[auto_7rem] md:justify-between">
      <div className="w-full overflow-hidden rounded-card bg-sand md:order-last">
        {product.picture ? (
          <Picture
            picture={product.picture}
            alt={product.picture.alt}
            sizes="112px"
            eager={isFirst}
            className="aspect-4/5 object-cover"
          />
        ) : (
          <div className="cloth-shells aspect-4/5" />
        )}
      </div>
      <label className="on-screen grid size-[44px] place-items-center">
        <input
          type="checkbox"
          data-tick
          aria-label={`Choose ${product.name}`}
          form={choice.form}
          name="id"
          value={product.id}
          checked={choice.isChosen}
          onChange={choice.onToggle}
          className="size-5"
        />
      </label>
    </div>
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl wrap-anywhere">{product.name}</h2>
        <span className="flex min-w-0 flex-wrap gap-1 wrap-anywhere">
          {product.isArchived ? <Badge tone="plum">archived</Badge> : null}
          <StatusBadge status={product.status} />
          {product.featured ? (
            <Badge tone="warm">
              <Star aria-hidden size={14} className="mr-1" /> Featured
            </Badge>
          ) : null}
        </span>
      </div>
      {product.description ? (
        <p className="mt-1 line-clamp-2 text-quiet wrap-anywhere">{product.description}</p>
      ) : null}
      <ProductDetails product={product} />
    </div>
    <div className="col-span-2 flex flex-wrap items-center justify-between gap-2 md:col-span-1 md:flex-col md:items-end">
      <p className="flex flex-wrap items-baseline gap-x-2 tabular-nums md:block md:text-right">
        <span className="text-lg font-bold">{formatKwacha(product.price)}</span>
        {product.comparePrice === null ? null : (
          <s className="text-quiet md:block">
            <span className="sr-only">Before: </span>
            {formatKwacha(product.comparePrice)}
          </s>
        )}
      </p>
      <ProductCardActs product={product} />
    </div>
  </li>
)

function ProductDetails({ product }: { product: AdminRow }) {
  const isLow = product.trackInventory && product.inventory < LOW_STOCK_UNDER
  const facts = [
    ['SKU', product.sku],
    ['Barcode', product.barcode ?? '–'],
    ['Stock', product.trackInventory ? formatAmount(product.inventory) : 'not tracked'],
    ['Category', product.category ?? '–'],
    ['Created', formatDate(product.createdAt)],
  ] as const
  return (
    <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex min-w-0 flex-wrap gap-x-1.5">
          <dt className="text-quiet">{`${label}:`}</dt>
          <dd
            className={`min-w-0 font-semibold tabular-nums wrap-anywhere ${label === 'Stock' && isLow ? 'text-alarm' : ''}`}
          >
            {value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
