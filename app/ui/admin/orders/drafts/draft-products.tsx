import { X } from 'lucide-react'
import type { DraftProduct, DraftSize } from '../../../../modules/checkout/drafts/show-draft.ts'
import { draftUnitsError } from '../../../../rules/messages/orders/changes.ts'
import { formatAmount, formatKwacha } from '../../../../rules/money.ts'
import { variantName } from '../../../../rules/stock/stock-changes.ts'
import { Button } from '../../../kit/button.tsx'

/** A chosen product: its sizes as a grid for each color, with how many of each an order can have. */
export const DraftUnits = ({
  product,
  units,
  unread,
  scanned,
}: {
  product: DraftProduct
  units: Readonly<Record<string, number>>
  /** What was typed at a size and is no number of units. */
  unread: Readonly<Record<string, string>>
  /** The size that was scanned last. */
  scanned: string | null
}) => (
  <section aria-label={product.name} className="rounded-card border border-line bg-sheet p-4">
    <input type="hidden" name="product" value={product.id} />
    <div className="flex items-start justify-between gap-3">
      <h2 className="min-w-0 font-body text-lg font-semibold wrap-anywhere">
        {product.name}
        <span className="block text-base font-normal tabular-nums">
          {formatKwacha(product.price)}
        </span>
      </h2>
      <Button
        size="icon"
        name="intent"
        value={`drop:${product.id}`}
        aria-label={`Take out ${product.name}`}
      >
        <X aria-hidden size={18} />
      </Button>
    </div>
    {[...Map.groupBy(product.sizes, ({ color }) => color ?? '').entries()].map(([color, sizes]) => (
      <div key={color} className="mt-2">
        {color ? <p className="text-sm font-semibold">{color}</p> : null}
        <div className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2">
          {sizes.map((size) => (
            <Cell
              key={`${size.variantId} ${units[size.variantId] ?? ''} ${unread[size.variantId] ?? ''}`}
              name={[product.name, variantName(size)].filter(Boolean).join(', ')}
              size={size}
              units={units[size.variantId] ?? 0}
              unread={unread[size.variantId]}
              isScanned={size.variantId === scanned}
            />
          ))}
        </div>
      </div>
    ))}
  </section>
)

const Cell = ({
  name,
  size,
  units,
  unread,
  isScanned,
}: {
  name: string
  size: DraftSize
  units: number
  unread: string | undefined
  isScanned: boolean
}) => (
  <label className="block">
    <span className="block text-sm">
      {size.size ?? 'Units'}
      {isScanned ? <span className="font-semibold text-leaf"> scanned</span> : null}
    </span>
    <input
      name={`n:${size.variantId}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={3}
      defaultValue={unread ?? (units > 0 ? units : '')}
      aria-label={`Units of ${name}`}
      aria-invalid={unread !== undefined || undefined}
      aria-describedby={unread === undefined ? undefined : `${size.variantId}-error`}
      className="block min-h-11 w-full rounded-card border border-edge bg-sheet px-2 text-right tabular-nums aria-invalid:border-2 aria-invalid:border-alarm"
    />
    {unread === undefined ? null : (
      <span
        id={`${size.variantId}-error`}
        className="block text-sm font-semibold wrap-anywhere text-alarm"
      >
        {draftUnitsError}
      </span>
    )}
    <span className="block text-sm text-quiet tabular-nums">
      {size.available === null ? 'Always there' : `${formatAmount(size.available)} there`}
    </span>
  </label>
)
