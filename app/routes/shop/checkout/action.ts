import { randomUUID } from 'node:crypto'
import { redirect } from 'react-router'
import { saveAddress } from '../../../modules/accounts/addresses.ts'
import { keepPhone } from '../../../modules/accounts/keep-phone.ts'
import { cancelOwnOrder } from '../../../modules/checkout/cancel-own-order.ts'
import { findEarlier, placeOrder } from '../../../modules/checkout/place-order.ts'
import { payOrder } from '../../../modules/checkout/start-payment.ts'
import { isUnavailable } from '../../../platform/unavailable.server.ts'
import { isLeftOut } from '../../../rules/cart/cart.ts'
import { type AddressErrors, checkAddress } from '../../../rules/checkout/checkout.ts'
import { findAnyPlace, formatPlace } from '../../../rules/checkout/delivery.ts'
import { findCourier } from '../../../rules/checkout/quote.ts'
import { addressErrors } from '../../../rules/messages/checkout/checkout.ts'
import type { Reasoned } from '../../../rules/messages/refusals.ts'
import { isDistrict, type PostalAddress } from '../../../rules/orders/orders.ts'
import { shopContext, type Visitor } from '../../../web/context.ts'
import { readForm, readText } from '../../../web/forms/read-form.ts'
import { findVisitor } from '../../../web/guards.ts'
import { leadToPayment, payWaiting } from '../../../web/placed-orders.ts'
import { badToast, goodToast, redirectWith } from '../../../web/toasts.ts'
import { readCheckoutForm, toCheckoutRequest } from './form.ts'
import {
  applyCode,
  applyCredit,
  changeAddress,
  keepAddress,
  removeCode,
  removeCredit,
} from './form-acts.ts'
import { type Args, type CheckoutState, openCheckout, refuse } from './state.ts'

/** The pages that show an order which waits for its payment. */
const PLACES = ['/cart', '/checkout', '/orders']

/** All acts of the checkout, by the pressed button. */
export async function actAtCheckout(args: Args) {
  const form = await readForm(args.request)
  const back = PLACES.find((place) => place === readText(form, 'then')) ?? '/checkout'
  const visitor = await findVisitor(args.context)
  if (!visitor) {
    const signIn = `/auth?${new URLSearchParams({ then: back })}`
    return redirectWith(args.context, signIn, badToast('not-authenticated'))
  }
  const sent = readCheckoutForm(form)
  if (sent.intent === 'pay-order') return payWaiting(args, visitor.userId, sent.subject, back)
  if (sent.intent === 'cancel-order') return cancelWaiting(args, visitor, sent.subject, back)

  const checkout = await openCheckout(args, visitor, sent)
  if (checkout.lines.length === 0) return redirect((await findMade(checkout))?.path ?? '/cart')
  switch (sent.intent) {
    case 'apply-code':
      return applyCode(checkout)
    case 'remove-code':
      return removeCode(checkout)
    case 'apply-credit':
      return applyCredit(checkout)
    case 'remove-credit':
      return removeCredit(checkout)
    case 'save-address':
      return keepAddress(checkout)
    case 'use-address':
    case 'default-address':
    case 'remove-address':
      return changeAddress(checkout)
    default:
      // A code was typed but not applied: apply it first, so that nobody pays without it.
      if (sent.typedCode !== '') return applyCode(checkout)
      return sent.typedCredit !== '' ? applyCredit(checkout) : pay(checkout)
  }
}

/** Places the order as the customer saw it and leads to the provider's page; refusals keep what was typed. */
async function pay(checkout: CheckoutState) {
  const { args, shop, visitor, sent, tooMany } = checkout
  // Paying reveals whether a code is right, so the limit on guesses applies.
  if (tooMany) return refuse(checkout, tooMany.at, tooMany.refusal)
  const courier = findCourier(sent.values.courierId)
  // Whether the shop delivers there is checked when the order is made: a repeated request must find its earlier order.
  const place = courier ? findAnyPlace(courier, sent.values.depot) : null
  const checked = checkAddress(sent.values, place ?? null, isDistrict)
  if (!checked.ok) return refuseAddress(checkout, checked.errors)
  if (!courier) return refuse(checkout, 'top', 'courier-missing')
  if (place === undefined)
    return refuse(checkout, 'top', { reason: 'depot-unknown', courier: courier.name })
  const { lines } = sent
  const changed = lines === null ? 'cart-changed' : checkCart(checkout, lines)
  const made = changed === 'cart-changed' ? await findMade(checkout) : null
  if (made?.isPaid) return redirect(made.path)
  if (lines === null || changed !== null)
    return refuse(checkout, 'top', changed === 'gone' ? goneItem(checkout) : 'cart-changed')
  try {
    const collectAt = place && formatPlace(place)
    const checkoutRequest = toCheckoutRequest(
      { ...sent, lines },
      visitor.email,
      checked.address,
      collectAt,
    )
    const placed = await placeOrder(shop, visitor.userId, checkoutRequest)
    if (!placed.ok) {
      // The form was changed after its order was made (back from the provider's page): that order is shown above.
      if (placed.reason === 'idempotency-reused')
        return refuse(checkout, 'top', 'order-waiting', { key: randomUUID() })
      if (placed.reason === 'district-unknown' && !place)
        return refuseAddress(checkout, { district: addressErrors['district-off'](checked.address) })
      return refuse(checkout, 'top', placed)
    }
    await savePhone(checkout, checked.address)
    if (sent.values.saveAddress && !place) await saveTypedAddress(checkout, checked.address)
    const started = await payOrder(shop, placed)
    if (!started.ok)
      return refuse(checkout, 'top', started, {
        // The order waits, and the same key finds it again. An order that no longer waits needs a new key.
        key: started.reason === 'payment-failed' ? randomUUID() : sent.key,
      })
    return leadToPayment(args, started)
  } catch (error) {
    shop.log.error({ error }, 'checkout failed')
    return isUnavailable(error)
      ? refuse(checkout, 'top', 'unavailable', { isAway: true })
      : refuse(checkout, 'top', 'payment-failed')
  }
}

/** The order that this form has made, whose answer was lost or which was sent twice: paying it has emptied the cart. */
async function findMade({ shop, visitor, sent }: CheckoutState) {
  const order = await findEarlier(shop.db, visitor.userId, sent.key)
  if (!order) return null
  const path = `/checkout/success?order=${order.orderNumber}`
  return { path, isPaid: order.paidAt !== null }
}

function refuseAddress(checkout: CheckoutState, errors: AddressErrors) {
  const [message = ''] = Object.values(errors)
  return refuse(checkout, 'top', { reason: 'details-missing', message }, { errors })
}

/**
 * Compares what the customer saw with the cart, except items that cannot be bought at the moment. Prices are compared
 * when they are charged, and sold-out items are refused when their stock is reserved, so that a repeated request finds
 * its order.
 */
function checkCart({ lines }: CheckoutState, seen: { variantId: string; quantity: number }[]) {
  const isSame =
    seen.every((one) =>
      lines.some((line) => line.variantId === one.variantId && line.quantity === one.quantity),
    ) && lines.every((line) => isSeen(line, seen) || isLeftOut(line))
  if (!isSame) return 'cart-changed'
  return lines.some((line) => !line.isAvailable && isSeen(line, seen)) ? 'gone' : null
}

const isSeen = ({ variantId }: { variantId: string }, seen: { variantId: string }[]) =>
  seen.some((one) => one.variantId === variantId)

function goneItem({ lines, sent }: CheckoutState): Reasoned<'product-unavailable'> {
  const gone = lines.find((line) => !line.isAvailable && isSeen(line, sent.lines ?? []))
  return { reason: 'product-unavailable', ...(gone && { product: gone.name }) }
}

/** Saves the phone number, so that staff find the customer by it. */
async function savePhone({ shop, visitor }: CheckoutState, { phone }: PostalAddress) {
  try {
    await keepPhone(shop.db, visitor.userId, phone)
  } catch (error) {
    // The order is placed, as below.
    shop.log.error({ error }, 'phone not kept')
  }
}

async function saveTypedAddress({ shop, visitor }: CheckoutState, address: PostalAddress) {
  try {
    const saved = await saveAddress(shop.db, visitor.userId, address)
    if (!saved.ok) shop.log.info({ reason: saved.reason }, 'address not saved')
  } catch (error) {
    // The order is placed: an address that was not saved must not stop its payment.
    shop.log.error({ error }, 'address not saved')
  }
}

/** Cancels an unpaid order of the customer and releases its items. */
async function cancelWaiting(args: Args, visitor: Visitor, orderNumber: string, back: string) {
  const shop = args.context.get(shopContext)
  const done = await cancelOwnOrder(shop, visitor.userId, orderNumber.slice(0, 40))
  const toast = done.ok ? goodToast('order-cancelled') : badToast(done)
  return redirectWith(args.context, back, toast)
}
