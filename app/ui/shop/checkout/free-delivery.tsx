import type { Quote } from '../../../rules/checkout/quote.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'

/** How much more to spend for free delivery (docs/product.md, Delivery). */
export function FreeDelivery({ quote }: { quote: Quote }) {
  const { missingForFreeDelivery: missing, isFreeDelivery, subtotal } = quote
  const share = isFreeDelivery ? 100 : Math.floor((subtotal / settings().freeDeliveryFrom) * 100)
  return (
    <div className="rounded-card bg-lake-wash px-4 py-3 text-sm text-lake-deep">
      <p>
        {isFreeDelivery ? (
          <strong>Your delivery is free.</strong>
        ) : (
          <>
            <strong>{formatKwacha(missing)}</strong> more for free delivery.
          </>
        )}
      </p>
      <div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-full bg-sheet">
        <div
          className="h-full rounded-full bg-lake forced-colors:bg-[CanvasText]"
          style={{ width: `${share}%` }}
        />
      </div>
    </div>
  )
}
