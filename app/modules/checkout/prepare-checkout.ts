import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { profiles } from '../../db/tables.server.ts'
import type { Services } from '../../platform/services.server.ts'
import { atCurrentPrices, listBuyable } from '../../rules/cart/cart.ts'
import {
  type AppliedDiscount,
  type CheckoutPage,
  type CheckoutValues,
  cityOf,
  NOTHING_TYPED,
  type SavedAddress,
  splitName,
} from '../../rules/checkout/checkout.ts'
import { formatPlace, isDelivered, placesOf } from '../../rules/checkout/delivery.ts'
import { cartSubtotal, findCourier } from '../../rules/checkout/quote.ts'
import type { PostalAddress } from '../../rules/orders/orders.ts'
import { listAddresses } from '../accounts/addresses.ts'
import { listCart } from '../cart/cart.ts'
import { findUnspent } from '../credit/spend-credit.ts'
import { findDiscount } from '../discounts/hold-discount.ts'
import type { Order } from '../orders/read-order.ts'
import { findLastOrder, listWaitingOrders } from './own-orders.ts'

type Customer = { userId: string; name: string; email: string }

const DAY_MS = 86_400_000

/** The initial values of the checkout; null when the cart is empty. */
export async function prepareCheckout(
  shop: Services,
  { userId, name, email }: Customer,
  /** The district stored on the device. */
  chosen: string | null = null,
): Promise<CheckoutPage | null> {
  const cart = await listCart(shop, userId)
  if (cart.length === 0) return null
  const [addresses, waiting, last, [profile]] = await Promise.all([
    listAddresses(shop.db, userId),
    listWaitingOrders(shop, userId),
    findLastOrder(shop.db, userId),
    shop.db.select({ phone: profiles.phone }).from(profiles).where(eq(profiles.userId, userId)),
  ])
  const lines = listBuyable(cart, waiting)
  // After a failure, Retry Checkout finds every value as it was (docs/product.md, Checked requests).
  const isUnfinished =
    last && !last.paidAt && shop.now().getTime() - last.createdAt.getTime() < DAY_MS
  const unfinished = isUnfinished ? last : undefined
  const total = cartSubtotal(atCurrentPrices(lines))
  return {
    email,
    lines,
    leftOut: cart.filter((line) => !lines.includes(line)),
    addresses,
    waiting,
    values: withDistrict(
      beginWith(name, profile?.phone ?? '', addresses, last, unfinished),
      chosen,
    ),
    discount: unfinished?.discountCode
      ? await findApplied(shop, unfinished.discountCode, total)
      : null,
    credit: unfinished ? await findUnspent(shop.db, unfinished.id) : null,
    key: randomUUID(),
  }
}

function beginWith(
  name: string,
  phone: string,
  addresses: SavedAddress[],
  last: Order | undefined,
  unfinished: Order | undefined,
): CheckoutValues {
  const known: PostalAddress | undefined =
    (unfinished && homeOf(unfinished)) ??
    addresses.find((one) => one.isDelivered) ??
    addresses[0] ??
    (last && homeOf(last))
  const asked = unfinished && {
    courierId: unfinished.courierId,
    depot: unfinished.collectAt ? depotOf(unfinished) : '',
    notes: unfinished.notes ?? '',
  }
  if (!known) return { ...NOTHING_TYPED, ...splitName(name), phone, ...asked }
  const { firstName, lastName, address, city, district } = known
  const typed = { firstName, lastName, phone: known.phone, address, city, district }
  return { ...NOTHING_TYPED, ...typed, ...asked }
}

/**
 * An order's home address: blank when it is collected, because a depot or the shop is not where the customer lives.
 */
const homeOf = ({ collectAt, shippingAddress }: Order): PostalAddress =>
  collectAt ? { ...shippingAddress, address: '', city: '', district: '' } : shippingAddress

/** The depot of an order, if its courier still has it. */
function depotOf({ courierId, collectAt }: Order) {
  const courier = findCourier(courierId)
  const place = courier && placesOf(courier).find((one) => formatPlace(one) === collectAt)
  return place ? formatPlace(place) : ''
}

/**
 * A checkout without an address begins with the device's district, and its city where both are one; the shop's own
 * district, which nobody chose, is never filled in. When the shop no longer delivers to the address's district, the
 * customer has to choose one: the device's district need not fit this address.
 */
const withDistrict = (values: CheckoutValues, chosen: string | null): CheckoutValues =>
  values.district === ''
    ? { ...values, district: chosen ?? '', city: values.city || cityOf(chosen ?? '') }
    : { ...values, district: isDelivered(values.district) ? values.district : '' }

/** A discount code as the checkout shows it, if it is still valid for this cart total (kwacha). */
async function findApplied(
  shop: Pick<Services, 'db' | 'now'>,
  code: string,
  total: number,
): Promise<AppliedDiscount | null> {
  const found = await findDiscount(shop.db, code, total, shop.now())
  if (!found.ok) return null
  const { type, value } = found.discount
  return { code: found.discount.code, type, value }
}
