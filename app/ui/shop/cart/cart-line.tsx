import { useFetcher } from 'react-router'
import { type CartLineView, preorderDayOf, writeTakenOut } from '../../../rules/cart/cart.ts'
import { productPath } from '../../../rules/catalogue/product-detail.ts'
import type { WaitingOrder } from '../../../rules/checkout/checkout.ts'
import { formatChoice, formatLinePicture } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Button } from '../../kit/button.tsx'
import { Icon } from '../../kit/icon.tsx'
import { Link } from '../../kit/link.tsx'
import { PictureOrCloth } from '../catalogue/no-picture.tsx'
import { TRASH } from '../shapes.ts'
import { LineTroubleNote, PreorderNote, PriceChange } from './line-notes.tsx'
import { QuantityForm } from './quantity-form.tsx'

/** One line of the cart, at its product's current price. */
export function CartLine({
  line,
  waiting,
  isEager,
  isLeftOut,
}: {
  line: CartLineView
  waiting: readonly WaitingOrder[]
  isEager: boolean
  /** Whether it cannot be bought at the moment: it stays in the cart, and counts in no sum. */
  isLeftOut: boolean
}) {
  const { id, slug, name, category, size, color, quantity, currentPrice, picture } = line
  const remover = useFetcher({ key: `remove-${id}` })
  const path = productPath(slug, { size, color })
  const kind = formatChoice({ size, color })
  const title = kind ? `${name}, ${kind}` : name
  return (
    // Hidden while its removal is in flight, because a form that leaves the page gets no answer.
    <li
      hidden={quantity === 0}
      className="grid grid-cols-[76px_minmax(0,1fr)] gap-x-3 border-b border-line py-5 md:grid-cols-[112px_minmax(0,1fr)] md:gap-x-4"
    >
      <Link
        to={path}
        tabIndex={-1}
        aria-hidden
        className="block self-start overflow-hidden rounded-card md:row-span-2"
      >
        <PictureOrCloth
          picture={picture}
          alt=""
          sizes="(min-width: 768px) 112px, 76px"
          eager={isEager}
        />
      </Link>
      <div className="flex min-w-0 flex-col">
        <div className="flex flex-wrap items-start justify-end gap-x-2">
          <div className="min-w-0 grow basis-32">
            {category ? <p className="text-xs tracking-wide text-quiet">{category}</p> : null}
            <h2 className="font-body text-base leading-snug font-semibold wrap-anywhere">
              <Link
                to={path}
                className="-my-3.5 inline-block py-3.5 underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            </h2>
            {kind ? <p className="text-sm text-quiet">{kind}</p> : null}
            <p className="text-sm text-quiet empty:hidden">{formatLinePicture(picture)}</p>
            <p className="text-sm text-quiet tabular-nums">{`${formatKwacha(currentPrice)} each`}</p>
          </div>
          <remover.Form method="post" action="/cart" preventScrollReset>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="line" value={id} />
            <input type="hidden" name="item" value={writeTakenOut(line)} />
            <button
              type="submit"
              aria-label={`Remove ${title}`}
              className="-mt-2 -mr-2 grid size-11 place-items-center rounded-card text-quiet hover:bg-sand hover:text-alarm"
            >
              <Icon shape={TRASH} size={20} />
            </button>
          </remover.Form>
        </div>
        <PriceChange line={line} />
        <LineTroubleNote line={line} waiting={waiting} />
        <PreorderNote from={preorderDayOf(line)} />
      </div>
      <div className="col-span-full flex flex-wrap items-start justify-between gap-x-2 pt-3 md:col-start-2 md:self-end">
        {isLeftOut ? (
          <>
            <remover.Form
              method="post"
              action="/cart"
              preventScrollReset
              hidden={!line.isAvailable}
            >
              <input type="hidden" name="line" value={id} />
              <Button name="intent" value="save-for-later">
                Save for later<span className="sr-only">: {title}</span>
              </Button>
            </remover.Form>
            <p className="ml-auto leading-11 text-quiet">Not in your total</p>
          </>
        ) : (
          <>
            <QuantityForm line={line} title={title} />
            <p className="ml-auto font-bold leading-11 whitespace-nowrap tabular-nums md:text-lg md:leading-11">
              {formatKwacha(currentPrice * quantity)}
            </p>
          </>
        )}
      </div>
    </li>
  )
}
