import { useState } from 'react'
import { formatChoice } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { pictureOf } from '../../../rules/till/till-events.ts'
import { Sheet } from '../kit/sheet.tsx'
import { TypedField } from '../kit/typed-field.tsx'
import type { CodeMatch } from '../store/sync/catalogue-index.ts'
import { useCatalogue } from '../store/use-till.ts'
import { formatOnHand, PictureNote, SmallPicture } from './product-tile.tsx'

/** Shows price and stock of a product without selling it: found by a scan or by words. */
export function PriceCheck({
  scanned,
  onClose,
}: {
  scanned: CodeMatch | null
  onClose: () => void
}) {
  const [text, setText] = useState('')
  const { products } = useCatalogue({ text, categoryId: null }, 6)
  const shown = text.trim()
    ? products.map((product) => ({ product, color: null }))
    : scanned
      ? [{ product: scanned.product, color: scanned.variant?.color ?? null }]
      : []
  return (
    <Sheet title="Price check" onClose={onClose}>
      <TypedField
        data-first
        label="Scan, or type a name, SKU or barcode"
        text={text}
        onText={setText}
      />
      <ul aria-live="polite" className="mt-4 grid gap-4">
        {shown.map(({ product, color }) => (
          <li key={product.id} className="flex gap-4 border-t border-line pt-4">
            <SmallPicture
              picture={pictureOf(product, color)}
              className="h-24 w-20 shrink-0 rounded-card"
            />
            <div className="min-w-0 grow">
              <p className="font-semibold">{product.name}</p>
              <p className="text-3xl font-bold tabular-nums">{formatKwacha(product.price)}</p>
              <PictureNote product={product} color={color} />
              <ul className="mt-1 flex flex-wrap gap-x-4 text-sm">
                {product.variants.map((variant) => (
                  <li key={variant.id}>
                    {formatChoice(variant) || variant.sku}:{' '}
                    <span className="font-semibold">
                      {formatOnHand(product.isTracked ? variant.onHand : null)}
                    </span>
                  </li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
      {text.trim() && shown.length === 0 ? (
        <p className="mt-4 text-quiet">No products found.</p>
      ) : null}
    </Sheet>
  )
}
