import { type Shop } from '../../../app/platform/shop.server.ts'
import { onOrder, onSale, releaseWith } from './orders.ts'
import { closeAndUpload, lastOwner, roleAndSale } from './people.ts'
import { lastPreorder, onPreorder } from './preorders.ts'
import { type Rivals } from './rivals.ts'
import {
  codeOff,
  editAndCart,
  editAndSale,
  lastUnit,
  lastUse,
  sameKey,
  stockAndSale,
} from './stock.ts'

/** Every pair that can meet. */
export const PAIRS: Record<string, (shop: Shop) => Promise<Rivals>> = {
  'pay and expire': onOrder('pay', 'expire'),
  'pay and cancel by its buyer': onOrder('pay', 'cancel by its buyer'),
  'pay and cancel by staff': onOrder('pay', 'cancel by staff'),
  'pay and ship by staff': onOrder('pay', 'ship by staff'),
  'pay and give up at the page': onOrder('pay', 'give up at the page'),
  'webhook and return of the customer': onOrder('webhook', 'return', true),
  'webhook and poll': onOrder('webhook', 'poll', true),
  'webhook and expire': onOrder('webhook', 'expire', true),
  'webhook and cancel by its buyer': onOrder('webhook', 'cancel by its buyer', true),
  'webhook and cancel by staff': onOrder('webhook', 'cancel by staff', true),
  'expire and cancel by its buyer': onOrder('expire', 'cancel by its buyer'),
  'expire and cancel by staff': onOrder('expire', 'cancel by staff'),
  'cancel by its buyer and ship by staff': onOrder('cancel by its buyer', 'ship by staff'),
  'a parcel: the right code and a wrong one at the last try': releaseWith('right', 'wrong'),
  'a parcel: wrong codes at the last try': releaseWith('wrong', 'wrong'),
  'till: pay and expire': onSale('pay', 'expire'),
  'till: pay and give up': onSale('pay', 'give up'),
  'till: webhook and poll': onSale('webhook', 'poll', true),
  'till: expire and give up': onSale('expire', 'give up'),
  'last unit: web and mobile money at the till': lastUnit('mobile money'),
  'last unit: web and cash at the till': lastUnit('cash'),
  'last use of a code, twice': lastUse,
  'one request, sent twice': sameKey,
  'last pre-order, twice': lastPreorder,
  'pre-order: delivery and pay': onPreorder('receive', 'pay'),
  'pre-order: delivery and cancel by staff': onPreorder('receive', 'cancel'),
  'pre-order: delivery and one more order': onPreorder('receive', 'order'),
  'pre-order: pay and one more order': onPreorder('pay', 'order'),
  'sale and delivery of stock': stockAndSale('receive'),
  'sale and loss of stock': stockAndSale('lose'),
  'sale and count of stock': stockAndSale('count'),
  'sale and edit of price and SKU': editAndSale,
  'cart and edit of price and SKU': editAndCart,
  'sale and code switched off': codeOff,
  'two last owners revoke each other': lastOwner,
  'role revoked and discount at the till': roleAndSale,
  'close of a shift and upload of a sale': closeAndUpload('sale'),
  'close of a shift and upload of moved cash': closeAndUpload('cash'),
  'close of a shift, twice': closeAndUpload('close'),
}
