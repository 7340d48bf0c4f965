import { accountRefusals } from './accounts/accounts.ts'
import { filterRefusals } from './accounts/saved-filters.ts'
import { bannerRefusals } from './banners/banners.ts'
import { cartRefusals } from './cart/cart.ts'
import { catalogueRefusals } from './catalogue/catalogue.ts'
import { presetRefusals } from './catalogue/size-presets.ts'
import { checkoutRefusals } from './checkout/checkout.ts'
import { creditRefusals } from './credit/credit.ts'
import { discountRefusals } from './discounts/discounts.ts'
import { generalRefusals } from './general.ts'
import { importRefusals } from './imports/imports.ts'
import { mediaRefusals } from './media/media.ts'
import { fillIn, type Message, type ParamsOf } from './message.ts'
import { newsletterRefusals } from './newsletter/newsletter.ts'
import { orderRefusals } from './orders/orders.ts'
import { paymentRefusals } from './payments/payments.ts'
import { pricingRefusals } from './pricing/pricing.ts'
import { purchasingRefusals } from './purchasing/purchasing.ts'
import { refundRefusals } from './refunds/refunds.ts'
import { returnRefusals } from './returns/returns.ts'
import { reviewRefusals } from './reviews/reviews.ts'
import { settingRefusals } from './settings/settings.ts'
import { stockRefusals } from './stock/stock.ts'
import { tillDeviceRefusals } from './till/devices.ts'
import { tillRefusals } from './till/till.ts'
import { waitlistRefusals } from './waitlist/waitlist.ts'

// Every refusal of the shop, by reason. Server only: a browser loads just the texts of the domains that it needs,
// because the whole table is 20 kB.
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
/** The result of a module that refuses: one of these reasons, with its parameters. */
export type Refusal<R extends Reason> = {
  [K in R]: Flat<{ ok: false; reason: K } & Params<K>>
}[R]
/** Reasons without parameters. */
export type PlainReason = { [K in Reason]: object extends Params<K> ? K : never }[Reason]

/** The message of a refusal. */
export function formatRefusal(refusal: Reasoned | PlainReason): Message {
  const reasoned = typeof refusal === 'string' ? { reason: refusal } : refusal
  return fillIn(TEXTS[reasoned.reason], reasoned)
}
