import { accountRefusals, accountStatuses } from './accounts/accounts.ts'
import { filterRefusals, filterStatuses } from './accounts/saved-filters.ts'
import { bannerRefusals } from './banners/banners.ts'
import { cartRefusals } from './cart/cart.ts'
import { catalogueRefusals } from './catalogue/catalogue.ts'
import { presetRefusals, presetStatuses } from './catalogue/size-presets.ts'
import { checkoutRefusals, checkoutStatuses, deliveryStatuses } from './checkout/checkout.ts'
import { creditRefusals, creditStatuses } from './credit/credit.ts'
import { discountRefusals } from './discounts/discounts.ts'
import { generalRefusals } from './general.ts'
import { importRefusals, importStatuses } from './imports/imports.ts'
import { mediaRefusals } from './media/media.ts'
import { fillIn, type Message, type ParamsOf } from './message.ts'
import { newsletterRefusals } from './newsletter/newsletter.ts'
import { orderRefusals, parcelStatuses } from './orders/orders.ts'
import { paymentRefusals } from './payments/payments.ts'
import { pricingRefusals, pricingStatuses } from './pricing/pricing.ts'
import { purchasingRefusals, purchasingStatuses } from './purchasing/purchasing.ts'
import { refundRefusals, refundStatuses } from './refunds/refunds.ts'
import { returnRefusals, returnStatuses } from './returns/returns.ts'
import { reviewRefusals, reviewStatuses } from './reviews/reviews.ts'
import { settingRefusals, settingStatuses } from './settings/settings.ts'
import { stockRefusals, stockStatuses } from './stock/stock.ts'
import { tillDeviceRefusals } from './till/devices.ts'
import { exchangeStatuses, tillRefusals } from './till/till.ts'
import { waitlistRefusals, waitlistStatuses } from './waitlist/waitlist.ts'

// Every refusal of the shop, by its reason. For the server: a browser takes the texts of the domains that it
// needs, since the whole table is 20 kB.
const TEXTS = {
  ...generalRefusals,
  ...accountRefusals,
  ...filterRefusals,
  ...mediaRefusals,
  ...importRefusals,
  ...stockRefusals,
  ...catalogueRefusals,
  ...presetRefusals,
  ...discountRefusals,
  ...creditRefusals,
  ...bannerRefusals,
  ...newsletterRefusals,
  ...cartRefusals,
  ...paymentRefusals,
  ...orderRefusals,
  ...tillRefusals,
  ...tillDeviceRefusals,
  ...checkoutRefusals,
  ...refundRefusals,
  ...returnRefusals,
  ...reviewRefusals,
  ...waitlistRefusals,
  ...purchasingRefusals,
  ...pricingRefusals,
  ...settingRefusals,
}

export type Reason = keyof typeof TEXTS
export const REASONS = Object.keys(TEXTS) as Reason[]
type Params<R extends Reason> = ParamsOf<(typeof TEXTS)[R]>
type Flat<T> = { [K in keyof T]: T[K] }

/** A reason with the parameters of its text. */
export type Reasoned<R extends Reason = Reason> = { [K in R]: Flat<{ reason: K } & Params<K>> }[R]
/** What a module answers when it has not done what it was asked for: one of these reasons, with its parameters. */
export type Refusal<R extends Reason> = {
  [K in R]: Flat<{ ok: false; reason: K } & Params<K>>
}[R]
/** Reasons that can be given without a parameter. */
export type PlainReason = { [K in Reason]: object extends Params<K> ? K : never }[Reason]

/** What is said about a refusal. */
export function formatRefusal(refusal: Reasoned | PlainReason): Message {
  const reasoned = typeof refusal === 'string' ? { reason: refusal } : refusal
  return fillIn(TEXTS[reasoned.reason], reasoned)
}

/** The HTTP status that answers a refused request. What only a browser says to itself counts as asked wrongly. */
export const statusOf = (reason: Reason): number => STATUSES[reason]

const STATUSES: Record<Reason, 400 | 401 | 403 | 404 | 409 | 413 | 429 | 500 | 502 | 503> = {
  // Any domain
  'too-many-attempts': 429,
  'edited-meanwhile': 409,
  'not-found': 404,
  'email-seen-to': 409,
  'bad-form': 400,
  unexpected: 500,
  unavailable: 503,
  'connection-lost': 400,
  'copying-failed': 400,
  ...settingStatuses,
  // Accounts and addresses
  'not-authenticated': 401,
  unauthorized: 403,
  'sign-in-failed': 400,
  'sign-up-failed': 400,
  'auth-unexpected': 500,
  'reset-failed': 400,
  'full-name-missing': 400,
  'full-name-long': 400,
  'full-name-fixed': 400,
  'own-phone-bad': 400,
  'password-kept': 400,
  'confirm-failed': 400,
  'address-failed': 400,
  'address-fields': 400,
  'addresses-full': 400,
  'address-gone': 400,
  'role-changing-failed': 400,
  'signing-out-failed': 400,
  'proof-wrong': 401,
  'second-step-code': 400,
  'second-step-late': 400,
  'second-step-none': 400,
  'second-step-demanded': 400,
  'second-step-own-first': 400,
  'passkey-refused': 400,
  'passkey-known': 409,
  'passkeys-full': 400,
  'passkey-gone': 404,
  'session-gone': 404,
  ...accountStatuses,
  ...filterStatuses,
  'erase-staff': 400,
  'erase-open-orders': 409,
  'download-unproven': 401,
  'erasing-failed': 500,
  'contact-unknown': 400,
  'contact-nothing': 404,
  'contact-has-account': 409,
  'erase-open-sale': 409,
  'erase-unread-event': 409,
  // Pictures
  'picture-too-large': 413,
  'picture-too-many-pixels': 400,
  'picture-heic': 400,
  // Said in the browser alone, which converts such photos.
  'heic-broken': 400,
  'heic-memory': 400,
  'heic-lost': 400,
  'picture-unreadable': 400,
  // What keeps the files is away: worth sending again. (`image-failed` is also said of a form without a file.)
  'images-failed': 503,
  'image-failed': 400,
  'uploads-busy': 503,
  'upload-cut': 400,
  'upload-lost': 400,
  'upload-signed-out': 400,
  ...importStatuses,
  // Stock, and who waits for it
  ...purchasingStatuses,
  ...pricingStatuses,
  ...stockStatuses,
  ...waitlistStatuses,
  // Products, categories and the wishlist
  'product-not-found': 404,
  'size-missing': 400,
  'color-missing': 400,
  'variant-missing': 400,
  'sign-in-for-wishlist': 400,
  'already-in-wishlist': 400,
  'wishlist-adding-failed': 400,
  'wishlist-removing-failed': 400,
  'product-missing': 400,
  'product-owed': 409,
  'product-adding-failed': 500,
  'product-updating-failed': 500,
  'product-deleting-failed': 500,
  'product-changed-since': 400,
  'category-in-use': 400,
  'category-slug-taken': 400,
  'category-has-children': 400,
  'category-parent-gone': 400,
  'category-picture-gone': 400,
  'categories-reordered': 400,
  'category-failed': 500,
  'synonyms-full': 409,
  'synonym-failed': 500,
  ...presetStatuses,
  // Discount codes
  'discount-blank': 400,
  'discount-invalid': 400,
  'discount-expired': 400,
  'discount-not-started': 400,
  'discount-minimum': 400,
  'discount-used-up': 409,
  'discount-failed': 400,
  'discount-saving-failed': 500,
  'discount-deleting-failed': 500,
  'discount-taken': 400,
  'discount-below-used': 400,
  // Banners and the newsletter
  'banner-picture-gone': 400,
  'banner-creating-failed': 500,
  'banner-updating-failed': 500,
  'banner-deleting-failed': 500,
  'newsletter-link-unknown': 400,
  'review-link-unknown': 400,
  'email-invalid': 400,
  // The cart
  'sign-in-for-cart': 401,
  'bad-quantity': 400,
  'cart-stock': 409,
  'cart-full': 400,
  'cart-loading-failed': 400,
  'adding-failed': 400,
  'quantity-failed': 400,
  'quantity-stock': 400,
  'saving-failed': 400,
  'removing-failed': 400,
  'cart-line-not-found': 404,
  // Payments and their provider
  'payment-failed': 400,
  'provider-unreachable': 502,
  'provider-refused': 502,
  'payments-off': 503,
  'provider-not-asked': 400,
  // Orders
  'order-not-found': 404,
  'order-unknown': 404,
  'order-link-ended': 404,
  'order-account-only': 403,
  ...parcelStatuses,

  'message-empty': 400,
  'message-kind-missing': 400,
  'message-too-long': 400,
  'order-again-nothing': 400,
  'order-not-cancellable': 400,
  'order-not-waiting': 400,
  'cart-empty': 400,
  'product-unavailable': 400,
  'price-changed': 409,
  // Sales and payments at the till
  'pos-denied': 403,
  'pos-empty-cart': 400,
  'pos-stock': 400,
  'pos-cash': 400,
  'pos-failed': 400,
  'pos-discount': 400,
  'pos-discount-bad': 400,
  'pos-cash-part': 400,
  'pos-voucher-alone': 400,
  'pos-too-small': 400,
  'pos-payments-off': 503,
  'pos-shift': 400,
  'pos-not-waiting': 400,
  'pos-sale-not-found': 404,
  'pos-phone-failed': 400,
  'till-discount': 400,
  'till-refund': 400,
  'till-refund-late': 400,
  ...exchangeStatuses,
  'till-approval-again': 400,
  'till-code-unknown': 400,
  'till-scan-covered': 400,
  'review-handled': 400,
  'review-note-missing': 400,
  // Tills, their shifts, PINs and printers
  'pin-password': 400,
  'pin-password-missing': 400,
  'pin-unset': 400,
  'pin-renew': 400,
  'pin-used-up': 409,
  'approval-not-allowed': 400,
  'till-not-this-device': 400,
  'till-taken': 409,
  'till-many': 409,
  'till-name-taken': 400,
  'till-rename-denied': 400,
  'till-unsent': 400,
  'till-storage-full': 400,
  'till-storage-refused': 400,
  'shift-closed-already': 400,
  'till-has-shift': 400,
  'till-acting-failed': 400,
  'till-offline': 400,
  'till-signed-out': 400,
  'till-no-shift': 400,
  'till-shift-open': 409,
  'till-pin-bad': 400,
  'till-pin-short': 400,
  'till-pin-wrong': 400,
  'till-pin-missing': 400,
  'till-pin-wait': 400,
  'till-file-unreadable': 400,
  'till-refused': 400,
  'pos-print': 400,
  'pos-print-late': 400,
  'pos-printer-silent': 400,
  'pos-printer-away': 400,
  'pos-printer-held': 400,
  ...checkoutStatuses,
  ...deliveryStatuses,
  ...refundStatuses,
  ...creditStatuses,
  ...returnStatuses,
  ...reviewStatuses,
}
