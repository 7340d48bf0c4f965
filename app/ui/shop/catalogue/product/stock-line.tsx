import { formatPreorder } from '../../../../rules/messages/stock/preorders.ts'
import type { Preorder } from '../../../../rules/stock/preorders.ts'
import { stockBadges } from '../../../../rules/stock/stock.ts'

/** The stock of the chosen variant; screen readers hear it again when it changes. */
export function StockLine({
  id,
  ...stock
}: {
  id?: string
  inventory: number
  trackInventory: boolean
  preorder: Preorder | null
}) {
  const { left, isLimited, soldOut } = stockBadges(stock.inventory, stock.trackInventory)
  return (
    <div
      id={id}
      aria-live="polite"
      className="flex min-h-7 scroll-mt-40 flex-wrap items-center gap-x-3 font-semibold"
    >
      {left ? (
        <span className="rounded-card bg-clay px-2 py-0.5 text-sm text-white">
          Only {left} left!
        </span>
      ) : null}
      {isLimited ? <span className="text-clay">Hurry! Limited stock remaining</span> : null}
      {!isLimited && !soldOut ? <span className="text-leaf">In stock</span> : null}
      {soldOut && stock.preorder ? (
        <span className="text-lake">{formatPreorder(stock.preorder.from)}</span>
      ) : null}
      {soldOut && !stock.preorder ? <span className="text-quiet">Sold out for now</span> : null}
    </div>
  )
}
