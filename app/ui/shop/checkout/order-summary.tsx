import type { ReactNode } from 'react'
import {
  atCurrentPrices,
  type CartLineView,
  countItems,
  preorderDayOf,
  troubleOf,
} from '../../../rules/cart/cart.ts'
import type { AppliedDiscount, WaitingOrder } from '../../../rules/checkout/checkout.ts'
import type { OfferedCourier } from '../../../rules/checkout/delivery.ts'
import { cartSubtotal, type Quote } from '../../../rules/checkout/quote.ts'
import { formatChoice, formatLinePicture } from '../../../rules/messages/catalogue/choice.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { Link } from '../../kit/link.tsx'
import { LineTroubleNote, PreorderNote, PriceChange } from '../cart/line-notes.tsx'
import { PictureOrCloth } from '../catalogue/no-picture.tsx'
import { FreeDelivery } from './free-delivery.tsx'
import { Section } from './section.tsx'

/** The lines of the order and its price: from `quote()`, like the charge. */
export function OrderSummary({
  lines,
  leftOut,
  waiting,
  quote,
  discount,
  creditAmount,
  courier,
  children,
}: {
  lines: CartLineView[]
  leftOut: CartLineView[]
  waiting: WaitingOrder[]
  quote: Quote
  discount: AppliedDiscount | null
  /** The part of the total that store credit pays. */
  creditAmount: number
  courier: Pick<OfferedCourier, 'price'> | null
  children: ReactNode
}) {
  const count = countItems(lines)
  // What customers must see before they pay is never folded away.
  const isLoud = (line: CartLineView) =>
    line.price !== line.currentPrice || troubleOf(line) !== null || preorderDayOf(line) !== null
  const loud = lines.length > FEW ? lines.filter(isLoud) : []
  const quiet = lines.filter((line) => !loud.includes(line))
  return (
    <Section title="Order summary">
      {leftOut.length > 0 ? (
        <div className="mb-3 rounded-card border-l-8 border-sun bg-sheet px-4 py-3 text-sm">
          <p className="font-semibold">Not in this order:</p>
          <ul>
            {leftOut.map((line) => (
              <li key={line.id} className="wrap-anywhere">
                {[line.name, formatChoice(line)].filter(Boolean).join(', ')}:{' '}
                {line.isAvailable ? 'sold out' : 'no longer sold'}
              </li>
            ))}
          </ul>
          <Link to="/cart" className="inline-flex min-h-11 items-center text-lake underline">
            Remove it, or save it for later
          </Link>
        </div>
      ) : null}
      {loud.length > 0 ? <SummaryLines lines={loud} waiting={waiting} /> : null}
      <details open={quiet.length <= FEW} className="group">
        <summary className="flex min-h-11 items-center justify-between gap-4 font-semibold">
          <span>{`${count} ${count === 1 ? 'item' : 'items'}`}</span>
          <span className="text-sm text-lake">
            <span className="group-open:hidden">Show</span>
            <span className="hidden group-open:inline">Hide</span>
          </span>
        </summary>
        <SummaryLines lines={quiet} waiting={waiting} />
      </details>
      <dl className="mt-2 space-y-2 border-t border-line pt-4">
        <Row name="Subtotal">{formatKwacha(quote.subtotal)}</Row>
        {discount ? (
          <Row name={`Discount (${discount.code})`}>
            {quote.discountAmount > 0 ? formatKwacha(-quote.discountAmount) : 'Free delivery'}
          </Row>
        ) : null}
        <Row name="Delivery">
          {quote.isFreeDelivery || courier?.price === 0
            ? 'Free'
            : courier
              ? `${formatKwacha(courier.price)}, included`
              : 'Choose a courier'}
        </Row>
        {creditAmount > 0 ? (
          <>
            <Row name="Total">{formatKwacha(quote.total)}</Row>
            <Row name="Store credit">{formatKwacha(-creditAmount)}</Row>
          </>
        ) : null}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3 text-[min(1.0625rem,9vw)] font-bold md:text-xl">
          <dt>
            {creditAmount > 0 ? 'To pay' : 'Total'}
            {quote.isFreeDelivery || courier ? '' : ' before delivery'}
          </dt>
          <dd className="ml-auto text-right tabular-nums" aria-live="polite">
            {formatKwacha(quote.total - creditAmount)}
          </dd>
        </div>
      </dl>
      {children}
      <div className="mt-4">
        <FreeDelivery quote={quote} />
      </div>
    </Section>
  )
}

const FEW = 4

type Lines = { lines: CartLineView[]; waiting: WaitingOrder[] }

const SummaryLines = ({ lines, waiting }: Lines) => (
  <ul className="space-y-3 py-2">
    {lines.map((line) => (
      <SummaryLine key={line.id} line={line} waiting={waiting} />
    ))}
  </ul>
)

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="wrap-anywhere">{name}</dt>
    <dd className="ml-auto text-right tabular-nums">{children}</dd>
  </div>
)

function SummaryLine({ line, waiting }: { line: CartLineView } & Pick<Lines, 'waiting'>) {
  const { name, size, color, quantity, picture } = line
  return (
    <li className="flex gap-3">
      <div className="w-[44px] shrink-0 overflow-hidden rounded-card">
        <PictureOrCloth picture={picture} alt="" sizes="44px" />
      </div>
      <div className="min-w-0 grow">
        <div className="flex flex-wrap justify-between gap-x-3">
          <p className="min-w-0 grow basis-28 leading-snug font-semibold wrap-anywhere">{name}</p>
          <p className="ml-auto tabular-nums">
            {formatKwacha(cartSubtotal(atCurrentPrices([line])))}
          </p>
        </div>
        <p className="flex flex-wrap gap-x-3 text-sm text-quiet">
          <span className="empty:hidden">{formatChoice({ size, color })}</span>
          <span className="whitespace-nowrap">
            {quantity} × {formatKwacha(line.currentPrice)}
          </span>
          <span className="empty:hidden">{formatLinePicture(picture)}</span>
        </p>
        <PriceChange line={line} />
        <LineTroubleNote line={line} waiting={waiting} />
        <PreorderNote from={preorderDayOf(line)} />
      </div>
    </li>
  )
}
