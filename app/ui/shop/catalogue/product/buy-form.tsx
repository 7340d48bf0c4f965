import {
  type Dispatch,
  type MouseEvent,
  type SetStateAction,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import {
  MOST_OF_ONE,
  type PendingItem,
  type ProductDetail,
  preorderOfChoice,
  productPath,
  readPendingItem,
  STOCK,
} from '../../../../rules/catalogue/product-detail.ts'
import {
  type Choice,
  chooseVariant,
  narrowChoice,
  sizesOf,
} from '../../../../rules/catalogue/products.ts'
import { isLegwear } from '../../../../rules/catalogue/size-guide.ts'
import { DISTRICT_FIELD } from '../../../../rules/checkout/chosen-district.ts'
import { formatChoice } from '../../../../rules/messages/catalogue/choice.ts'
import { formatDay } from '../../../../rules/messages/stock/preorders.ts'
import type { Toast } from '../../../../rules/messages/toast.ts'
import { formatKwacha } from '../../../../rules/money.ts'
import { stockBadges } from '../../../../rules/stock/stock.ts'
import { Button, ButtonLink } from '../../../kit/button.tsx'
import { Link } from '../../../kit/link.tsx'
import { RequestField } from '../../../kit/request-field.tsx'
import { useIsLive } from '../../../kit/use-is-live.ts'
import { FitNote } from '../../reviews/rating-line.tsx'
import { NOTIFY_ME } from '../../waitlist/notify-me.tsx'
import { SizeSheet } from '../sizes/size-sheet.tsx'
import { ColorPicker, SizePicker } from './choice-pickers.tsx'
import { ChooseSheet } from './choose-sheet.tsx'
import { QuantityField } from './quantity-field.tsx'
import { StockLine } from './stock-line.tsx'
import { missingOf, useMissing } from './use-missing.ts'

const WAY =
  'flex min-h-11 flex-1 items-center justify-center rounded-card bg-sand px-2 text-center font-semibold underline underline-offset-4'

/** Size, color, quantity and Add to Cart, in a form that works without scripts. */
export function BuyForm({
  product,
  pending,
  toast,
  choice,
  setChoice,
}: {
  product: ProductDetail
  pending: PendingItem
  /** The shop's answer to the last try. */
  toast: Toast | null
  choice: Choice
  setChoice: Dispatch<SetStateAction<Choice>>
}) {
  const { variants, trackInventory } = product
  const form = useRef<HTMLFormElement>(null)
  const [message, setMessage] = useState(toast)
  // A page that is loaded again brings no toast; a missing choice stays missing.
  const [answered, setAnswered] = useState(toast)
  if (toast && toast !== answered) {
    setAnswered(toast)
    setMessage(toast)
  }
  const missing = message?.missing && !choice[message.missing] ? message : null
  const path = productPath(product.slug)
  // Without scripts the form brings the district of the address to the device (product-action.ts).
  const isLive = useIsLive()
  const asked = new URLSearchParams(useLocation().search).get(DISTRICT_FIELD)
  const navigation = useNavigation()
  const isAdding = navigation.formAction === path
  const [isChoosing, setChoosing] = useState(false)
  const [isGuided, setGuided] = useState(false)

  // Scripts come late: applies what was chosen before them.
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

  useMissing(form, message)

  const chosen = chooseVariant(variants, choice)
  const inventory = chosen.ok ? chosen.variant.inventory : product.inventory
  const { soldOut } = stockBadges(inventory, trackInventory)
  const { soldOut: isGone } = stockBadges(product.inventory, trackInventory)
  const preorder = preorderOfChoice(product, choice)
  const button = preorder ? 'Pre-order' : 'Add to Cart'
  const left = preorder ? preorder.units : inventory
  const pickers = {
    variants,
    choice,
    trackInventory,
    onChoose: (next: Partial<Choice>) => {
      // The way on that was offered leads back to the former choice.
      if (message?.action) setMessage(null)
      setChoice(narrowChoice(variants, choice, next))
    },
  }
  const guide = {
    kind: product.sizeGuide,
    isLegwear: isLegwear(product),
    onGuide: () => setGuided(true),
  }
  const open = missingOf(chosen)

  /**
   * Reports a missing choice beside the sizes; on a phone, where the sizes are below the picture, asks for it in a
   * sheet within the thumb's reach.
   */
  function askFirst(event: MouseEvent) {
    if (!open) return
    event.preventDefault()
    if (matchMedia('(width >= 768px)').matches) setMessage(open)
    else setChoosing(true)
  }

  return (
    <>
      <Form
        ref={form}
        method="post"
        action={path}
        preventScrollReset
        className="flex flex-col gap-5"
      >
        <RequestField action={path} />
        {asked && !isLive ? <input type="hidden" name={DISTRICT_FIELD} value={asked} /> : null}
        <SizePicker {...pickers} {...guide} missing={missing} />
        <FitNote fits={product.fits} />
        <ColorPicker {...pickers} missing={missing} />
        <StockLine
          id={STOCK}
          inventory={inventory}
          trackInventory={trackInventory}
          preorder={preorder}
        />
        <div className="buy-row">
          {isGone && !preorder ? null : (
            <QuantityField
              key={pending.quantity}
              quantity={pending.quantity}
              left={trackInventory && left > 0 && left < MOST_OF_ONE ? left : null}
            />
          )}
          <div className="buy-bar">
            {/* The two buttons of a sold-out product leave no room for it; the price is also below the picture. */}
            <div className={soldOut && !preorder ? 'hidden' : 'min-w-0 md:hidden'}>
              <p className="leading-tight font-bold tabular-nums">{formatKwacha(product.price)}</p>
              <p className="max-w-[50vw] truncate text-[0.8em] text-quiet">
                {preorder ? `Ships from ${formatDay(preorder.from)}` : formatChoice(choice)}
              </p>
            </div>
            {soldOut && !preorder ? (
              <>
                <Button size="lg" disabled className="grow max-md:px-3!">
                  Out of Stock
                </Button>
                <ButtonLink to={`#${NOTIFY_ME}`} size="lg" className="px-4! md:hidden">
                  Tell me
                </ButtonLink>
              </>
            ) : (
              <Button
                tone="clay"
                size="lg"
                aria-busy={isAdding}
                className="grow"
                onClick={askFirst}
              >
                {button}
              </Button>
            )}
            {message?.tone === 'bad' && message.action ? (
              // Next after the button for who goes by keys: the toast stands at the other end of the page.
              <p className="flex w-0 min-w-full gap-2 text-sm whitespace-normal">
                <Link to={message.action.to} className={WAY}>
                  {message.action.label} to add it
                </Link>
                <Link to={message.action.to.replace('?', '?mode=sign-up&')} className={WAY}>
                  Create an account
                </Link>
              </p>
            ) : null}
          </div>
        </div>
      </Form>
      {isChoosing ? (
        <ChooseSheet
          product={product}
          pickers={pickers}
          guide={guide}
          onClosed={() => setChoosing(false)}
          inventory={inventory}
          preorder={preorder}
          button={button}
          onAdd={() => form.current?.requestSubmit()}
        />
      ) : null}
      {isGuided ? (
        <SizeSheet
          kind={product.sizeGuide}
          isLegwear={guide.isLegwear}
          sizes={sizesOf(variants)}
          onClosed={() => setGuided(false)}
        />
      ) : null}
    </>
  )
}
