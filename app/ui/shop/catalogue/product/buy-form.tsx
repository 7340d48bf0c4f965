import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import {
  MOST_OF_ONE,
  type PendingItem,
  type ProductDetail,
  productPath,
  readPendingItem,
} from '../../../../rules/catalogue/product-detail.ts'
import { type Choice, chooseVariant, narrowChoice } from '../../../../rules/catalogue/products.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import { stockBadges } from '../../../../rules/stock/stock.ts'
import { Button } from '../../../kit/button.tsx'
import { RequestField } from '../../../kit/request-field.tsx'
import { ColorPicker, SizePicker } from './choice-pickers.tsx'
import { QuantityField } from './quantity-field.tsx'

/** Size, color, quantity and Add to Cart: a form that works without scripts. */
export function BuyForm({
  product,
  wanted,
  toast,
  choice,
  setChoice,
}: {
  product: ProductDetail
  wanted: PendingItem
  /** What the shop says about the last try. */
  toast: Toast | null
  choice: Choice
  setChoice: Dispatch<SetStateAction<Choice>>
}) {
  const { variants, trackInventory } = product
  const form = useRef<HTMLFormElement>(null)
  const [said, setMessage] = useState(toast)
  // A page that is read anew brings no toast; what is missing stays missing.
  if (toast && toast !== said) setMessage(toast)
  const missing = said?.missing && !choice[said.missing] ? said : null
  const path = productPath(product.slug)
  const navigation = useNavigation()
  const isAdding = navigation.formAction === path

  // Scripts come late: what was chosen before them counts.
  useEffect(() => {
    if (!form.current) return
    const typed = new FormData(form.current)
    const text = (name: string) => {
      const value = typed.get(name)
      return typeof value === 'string' ? value : null
    }
    const { size, color } = readPendingItem(variants, { get: text })
    setChoice({ size, color })
  }, [variants, setChoice])

  useEffect(() => {
    const first =
      said?.missing && form.current?.querySelector<HTMLElement>(`[name=${said.missing}]`)
    if (!first) return
    first.focus({ preventScroll: true })
    first.closest('fieldset')?.scrollIntoView({ block: 'center' })
  }, [said])

  const chosen = chooseVariant(variants, choice)
  const inventory = chosen.ok ? chosen.variant.inventory : product.inventory
  const { left, lowStock, soldOut } = stockBadges(inventory, trackInventory)
  const pickers = {
    variants,
    choice,
    trackInventory,
    missing,
    onChoose: (next: Partial<Choice>) => setChoice(narrowChoice(variants, choice, next)),
  }
  return (
    <Form ref={form} method="post" action={path} preventScrollReset className="flex flex-col gap-6">
      <RequestField action={path} />
      <SizePicker {...pickers} />
      <ColorPicker {...pickers} />
      <div aria-live="polite" className="flex min-h-7 flex-wrap items-center gap-x-3 font-semibold">
        {left ? (
          <span className="rounded-card bg-clay px-2 py-0.5 text-sm text-white">
            Only {left} left!
          </span>
        ) : null}
        {lowStock ? <span className="text-clay">Hurry! Limited stock remaining</span> : null}
        {!lowStock && !soldOut ? <span className="text-leaf">In stock</span> : null}
        {soldOut ? <span className="text-quiet">Sold out for now</span> : null}
      </div>
      {/* The help button floats at the right edge until there is room beside the page. */}
      <div className="flex flex-wrap items-end gap-4 md:max-[91rem]:pr-20">
        <QuantityField
          key={wanted.quantity}
          quantity={wanted.quantity}
          left={trackInventory && inventory > 0 && inventory < MOST_OF_ONE ? inventory : null}
        />
        {soldOut ? (
          <Button size="lg" disabled className="grow">
            Out of Stock
          </Button>
        ) : (
          <Button tone="clay" size="lg" aria-busy={isAdding} className="grow">
            Add to Cart
          </Button>
        )}
      </div>
    </Form>
  )
}
