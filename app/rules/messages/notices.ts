import { accountNotices } from './accounts/accounts.ts'
import { filterNotices } from './accounts/saved-filters.ts'
import { bannerNotices } from './banners/banners.ts'
import { cartNotices } from './cart/cart.ts'
import { catalogueNotices } from './catalogue/catalogue.ts'
import { presetNotices } from './catalogue/size-presets.ts'
import { checkoutNotices } from './checkout/checkout.ts'
import { creditNotices } from './credit/credit.ts'
import { discountNotices } from './discounts/discounts.ts'
import { importNotices } from './imports/imports.ts'
import { fillIn, type Message, type ParamsOf } from './message.ts'
import { newsletterNotices } from './newsletter/newsletter.ts'
import { orderNotices } from './orders/orders.ts'
import { paymentNotices } from './payments/payments.ts'
import { pricingNotices } from './pricing/pricing.ts'
import { purchasingNotices } from './purchasing/purchasing.ts'
import { refundNotices } from './refunds/refunds.ts'
import { reportNotices } from './reports/reports.ts'
import { returnNotices } from './returns/returns.ts'
import { reviewNotices } from './reviews/reviews.ts'
import { settingNotices } from './settings/settings.ts'
import { stockNotices } from './stock/stock.ts'
import { tillDeviceNotices } from './till/devices.ts'
import { tillNotices } from './till/till.ts'
import { waitlistNotices } from './waitlist/waitlist.ts'

/** All messages of success. Server only, as the refusals are. */
const TEXTS = {
  ...accountNotices,
  ...filterNotices,
  ...stockNotices,
  ...catalogueNotices,
  ...presetNotices,
  ...discountNotices,
  ...creditNotices,
  ...bannerNotices,
  ...importNotices,
  ...newsletterNotices,
  ...cartNotices,
  ...paymentNotices,
  ...orderNotices,
  ...tillNotices,
  ...tillDeviceNotices,
  ...checkoutNotices,
  ...refundNotices,
  ...returnNotices,
  ...reportNotices,
  ...reviewNotices,
  ...waitlistNotices,
  ...purchasingNotices,
  ...pricingNotices,
  ...settingNotices,
}

export type Notice = keyof typeof TEXTS
type Params<N extends Notice> = ParamsOf<(typeof TEXTS)[N]>
/** The arguments of a notice: its parameters, or none. */
export type NoticeArguments<N extends Notice> = object extends Params<N> ? [] : [params: Params<N>]

export const formatNotice = <N extends Notice>(
  notice: N,
  ...[params]: NoticeArguments<N>
): Message => fillIn(TEXTS[notice], params ?? {})
