import type { DeliveryOffer } from '../../../modules/checkout/offer-delivery.ts'
import {
  atCurrentPrices,
  type CartLineView,
  countItems,
  listBuyable,
} from '../../../rules/cart/cart.ts'
import type { WaitingOrder } from '../../../rules/checkout/checkout.ts'
import { quote } from '../../../rules/checkout/quote.ts'
import { formatKwacha } from '../../../rules/money.ts'
import { settings } from '../../../rules/settings/settings.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { DeliveryLine } from '../checkout/delivery/delivery-line.tsx'
import { FreeDelivery } from '../checkout/free-delivery.tsx'
import { ContinueShopping } from '../continue-shopping.tsx'
import { CartLine } from './cart-line.tsx'
import { ClearCart } from './clear-cart.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { ABOVE_PAY_BAR, PayBar } from './pay-bar.tsx'
import { useCartInFlight } from './use-cart-in-flight.ts'

/** The lines with their sum; a change shows at once. */
export function CartLines({
  lines,
  waiting,
  delivery,
}: {
  lines: CartLineView[]
  waiting: WaitingOrder[]
  delivery: DeliveryOffer | null
}) {
  const shown = useCartInFlight(lines)
  const count = countItems(shown)
  // A change in flight has either arrived by then or failed: both quantities are ones that the customer saw.
  const seen = lines.flatMap(({ id, quantity }, index) =>
    [...new Set([quantity, shown[index]?.quantity ?? 0])]
      .filter((one) => one > 0)
      .map((one) => ({ id, quantity: one })),
  )
  const leftOut = new Set(
    lines.filter((line) => !listBuyable([line], waiting).length).map((line) => line.id),
  )
  const bought = shown.filter((line) => !leftOut.has(line.id))
  const quoted = quote(atCurrentPrices(bought), null, null)
  return (
    <div className={ABOVE_PAY_BAR}>
      {count === 0 ? <EmptyCart /> : null}
      <p hidden={count === 0} className="mt-3 text-quiet" aria-live="polite">
        {`${count} ${count === 1 ? 'item' : 'items'}`}
      </p>
      <div
        hidden={count === 0}
        className="mt-2 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12"
      >
        <div className="min-w-0">
          <ul className="border-t border-line">
            {shown.map((line, index) => (
              <CartLine
                key={line.id}
                line={line}
                waiting={waiting}
                isEager={index < 3}
                isLeftOut={leftOut.has(line.id)}
              />
            ))}
          </ul>
          <ClearCart lines={seen} count={count} />
        </div>
        <section
          aria-labelledby="order-summary"
          className="min-w-0 rounded-card bg-sheet px-[20px] py-5 lg:sticky lg:top-40 lg:self-start"
        >
          <h2 id="order-summary" className="text-2xl">
            Order Summary
          </h2>
          <dl className="mt-4 space-y-2">
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt>Subtotal</dt>
              <dd className="ml-auto tabular-nums">{formatKwacha(quoted.subtotal)}</dd>
            </div>
            <div className="flex flex-wrap justify-between gap-x-4">
              <dt>Shipping</dt>
              <dd className="ml-auto text-right">
                {quoted.isFreeDelivery ? (
                  <strong className="text-leaf">Free</strong>
                ) : (
                  'At checkout, by courier'
                )}
              </dd>
              <dd className="w-full text-right text-sm text-quiet">
                {`Free for orders above ${formatKwacha(settings().freeDeliveryFrom)}`}
              </dd>
            </div>
            <div className="flex flex-wrap justify-between gap-x-4 border-t border-line pt-3 text-[min(1.25rem,9vw)] font-bold">
              <dt>Total</dt>
              <dd className="ml-auto tabular-nums" aria-live="polite">
                {formatKwacha(quoted.total)}
              </dd>
            </div>
          </dl>
          <div className="mt-4">
            <FreeDelivery quote={quoted} />
          </div>
          {delivery ? (
            <div className="-mx-4 mt-2">
              <DeliveryLine offer={delivery} isFree={quoted.isFreeDelivery} />
            </div>
          ) : null}
          {bought.length === 0 ? (
            <p className="mt-4 font-semibold">Nothing in your cart can be bought at the moment.</p>
          ) : (
            <ButtonLink to="/checkout" tone="clay" size="lg" className="mt-4 w-full max-md:hidden">
              Proceed to Checkout
            </ButtonLink>
          )}
          <ContinueShopping tone="bare" className="mt-2 w-full" />
        </section>
      </div>
      {count === 0 || bought.length === 0 ? null : (
        <PayBar>
          <p className="leading-tight">
            <span className="block text-sm text-quiet">Total</span>
            <strong className="tabular-nums">{formatKwacha(quoted.total)}</strong>
          </p>
          <ButtonLink to="/checkout" tone="clay" className="min-h-12! grow px-3!">
            Proceed to Checkout
          </ButtonLink>
        </PayBar>
      )}
    </div>
  )
}
