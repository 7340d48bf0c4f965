import { type ComponentProps, useRef, useState } from 'react'
import { type ProductDetail, picturesOf } from '../../../../rules/catalogue/product-detail.ts'
import { chooseVariant, colorsOf, sizesOf } from '../../../../rules/catalogue/products.ts'
import { noteOfColor } from '../../../../rules/messages/catalogue/choice.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import type { Preorder } from '../../../../rules/stock/preorders.ts'
import { Button } from '../../../kit/button.tsx'
import { Price } from '../../../kit/price.tsx'
import { FitNote } from '../../reviews/rating-line.tsx'
import { Sheet } from '../../sheet.tsx'
import { closeByBack } from '../../use-back-closes.ts'
import { PictureOrCloth } from '../no-picture.tsx'
import { ColorPicker, SizePicker } from './choice-pickers.tsx'
import { StockLine } from './stock-line.tsx'
import { missingOf, useMissing } from './use-missing.ts'

/** Names what has to be chosen of a product: `a size and a color`. */
export const choicesOf = ({ variants }: Pick<ProductDetail, 'variants'>) =>
  [sizesOf(variants).length > 0 && 'a size', colorsOf(variants).length > 0 && 'a color']
    .filter((part) => part !== false)
    .join(' and ')

/**
 * Sizes and colors in a sheet over a phone's product page, opened by Add to Cart. It shares the page's choice: the
 * page's form sends it once the sheet is closed.
 */
export function ChooseSheet({
  product,
  pickers,
  guide,
  inventory,
  preorder,
  button,
  onClosed,
  onAdd,
}: {
  product: ProductDetail
  pickers: Omit<ComponentProps<typeof ColorPicker>, 'missing'>
  guide: Pick<ComponentProps<typeof SizePicker>, 'kind' | 'isLegwear' | 'onGuide'>
  inventory: number
  preorder: Preorder | null
  /** The text of the page's own button. */
  button: string
  onClosed: () => void
  onAdd: () => void
}) {
  const { choice, variants, trackInventory } = pickers
  const box = useRef<HTMLDivElement>(null)
  const isAdding = useRef(false)
  const [message, setMessage] = useState<Toast | null>(null)
  useMissing(box, message)
  const missing = message?.missing && !choice[message.missing] ? message : null
  const [picture] = picturesOf(product.images, choice.color)
  const note = noteOfColor(product.images, picture, choice.color)

  function add() {
    const open = missingOf(chooseVariant(variants, choice))
    if (open) return setMessage(open)
    isAdding.current = true
    return closeByBack()
  }

  return (
    <Sheet
      title={`Choose ${choicesOf(product)}`}
      onClosed={() => {
        onClosed()
        if (isAdding.current) onAdd()
      }}
      foot={
        <Button type="button" tone="clay" size="lg" className="w-full" onClick={add}>
          {button}
        </Button>
      }
    >
      <div className="mb-4 flex items-center gap-3">
        <div className="w-16 shrink-0 overflow-hidden rounded-card">
          <PictureOrCloth picture={picture ?? null} alt={picture?.alt ?? ''} sizes="64px" />
        </div>
        <div className="min-w-0">
          <p className="wrap-anywhere">{product.name}</p>
          <Price price={product.price} comparePrice={product.comparePrice} />
          {note ? <p className="text-sm text-quiet">{note}</p> : null}
        </div>
      </div>
      <div ref={box} className="flex flex-col gap-5">
        <SizePicker {...pickers} {...guide} missing={missing} prefix="sheet-" />
        <FitNote fits={product.fits} />
        <ColorPicker {...pickers} missing={missing} prefix="sheet-" />
        <StockLine inventory={inventory} trackInventory={trackInventory} preorder={preorder} />
      </div>
    </Sheet>
  )
}
