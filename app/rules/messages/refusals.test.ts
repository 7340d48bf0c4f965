import { expect, test } from 'vitest'
import { checkoutRefusals } from './checkout/checkout.ts'
import { generalRefusals } from './general.ts'
import { formatRefusal, type PlainReason, REASONS, type Reason, type Refusal } from './refusals.ts'
import { statusOf } from './statuses.ts'
import { tillDeviceRefusals } from './till/devices.ts'

/** Refusals with another status than 400. */
const STATUSES: Record<number, Reason[]> = {
  401: [
    'download-unproven',
    'not-authenticated',
    'proof-wrong',
    'sign-in-for-cart',
    'sign-in-for-waiting',
  ],
  403: [
    'credit-second-person',
    'order-account-only',
    'pos-denied',
    'refund-second-person',
    'return-own',
    'review-not-bought',
    'review-own',
    'settings-not-yours',
    'unauthorized',
    'voucher-second-person',
  ],
  404: [
    'cart-line-not-found',
    'contact-nothing',
    'invitation-dead',
    'newsletter-link-unknown',
    'not-found',
    'order-link-ended',
    'order-not-found',
    'order-unknown',
    'parcel-not-found',
    'passkey-gone',
    'person-not-found',
    'pos-sale-not-found',
    'product-not-found',
    'receipt-code-unknown',
    'review-link-unknown',
    'rider-link-ended',
    'rider-link-unknown',
    'session-gone',
    'waitlist-link-unknown',
  ],
  409: [
    'answer-no-email',
    'booking-reversed',
    'cart-changed',
    'cart-stock',
    'contact-has-account',
    'count-again',
    'count-below-zero',
    'count-over',
    'courier-off',
    'credit-changed',
    'credit-reserve-used',
    'delivery-changed',
    'delivery-done',
    'delivery-edited',
    'delivery-gone',
    'delivery-sold',
    'discount-changed',
    'discount-used-up',
    'draft-gone',
    'drawer-not-open',
    'edited-meanwhile',
    'email-seen-to',
    'erase-open-orders',
    'erase-open-sale',
    'erase-unread-event',
    'exchange-sold-out',
    'filter-taken',
    'filters-full',
    'idempotency-reused',
    'import-nothing-good',
    'not-all-picked',
    'not-packable',
    'order-credit-gone',
    'order-edit-preorder',
    'order-in-parcels',
    'order-not-editable',
    'order-preorder-owed',
    'out-of-stock',
    'parcel-delivered',
    'parcel-too-many',
    'passkey-known',
    'payout-arrived',
    'payout-no-wallet',
    'payout-parts-gone',
    'payout-still-possible',
    'payouts-off',
    'pin-used-up',
    'preorder-below-owed',
    'preorder-changed',
    'preset-category-taken',
    'preset-taken',
    'presets-full',
    'price-change-over',
    'price-changed',
    'prices-differ',
    'prices-overlap',
    'product-owed',
    'refund-above-money',
    'refund-above-paid',
    'refund-nothing',
    'refund-second-first',
    'release-done',
    'release-locked',
    'release-more-came',
    'release-not-at-till',
    'release-not-due',
    'return-too-late',
    'returns-many',
    'review-hidden',
    'review-too-late',
    'rider-not-due',
    'rider-not-sent',
    'rider-owed',
    'sentences-full',
    'short-ended',
    'short-not-called-off',
    'short-not-ended',
    'stock-below-zero',
    'supplier-taken',
    'supplier-used',
    'synonyms-full',
    'tags-too-many',
    'till-credit-over',
    'till-exchange-changed',
    'till-many',
    'till-shift-open',
    'till-taken',
    'total-changed',
    'undo-too-late',
    'unpaid-again',
    'unpaid-code',
    'unpaid-orders',
    'unpaid-units',
    'voucher-not-paid',
    'voucher-not-whole',
    'waitlist-full',
    'waitlist-in-stock',
  ],
  413: ['import-too-large', 'import-zip-large', 'picture-too-large'],
  429: ['too-many-attempts'],
  500: [
    'auth-unexpected',
    'banner-creating-failed',
    'banner-deleting-failed',
    'banner-updating-failed',
    'category-failed',
    'credit-failed',
    'discount-deleting-failed',
    'discount-saving-failed',
    'erasing-failed',
    'filter-failed',
    'import-failed',
    'invitation-failed',
    'preset-failed',
    'product-adding-failed',
    'product-deleting-failed',
    'product-updating-failed',
    'refund-failed',
    'return-failed',
    'review-acting-failed',
    'review-failed',
    'settings-saving-failed',
    'stock-changing-failed',
    'synonym-failed',
    'unexpected',
    'voucher-failed',
  ],
  502: ['balance-not-known', 'provider-refused', 'provider-unreachable'],
  503: ['images-failed', 'payments-off', 'pos-payments-off', 'unavailable', 'uploads-busy'],
}

test('each reason is answered with its own status', () => {
  const found: Record<number, Reason[]> = {}
  for (const reason of REASONS) {
    const status = statusOf(reason)
    if (status !== 400) (found[status] ??= []).push(reason)
  }
  for (const reasons of Object.values(found)) reasons.sort()
  expect(found).toEqual(STATUSES)
})

test('"Payment failed" is shown only for a payment that failed', () => {
  const failed = REASONS.filter(
    (reason) => formatRefusal(reason as PlainReason).title === 'Payment failed',
  )
  expect(failed).toEqual(['payment-failed', 'provider-unreachable', 'provider-refused'])
})

test('the specification’s words for a payment are used unchanged', () => {
  expect(formatRefusal('payment-failed').description).toBe(
    'There was an error processing your payment. Please try again.',
  )
  expect(formatRefusal('provider-refused').description).toBe('Failed to initiate payment')
  expect(formatRefusal('not-authenticated').description).toBe('Not authenticated')
})

test('a lost connection is never reported as a failed payment', () => {
  for (const { title } of [
    checkoutRefusals['checkout-not-sent'],
    checkoutRefusals['checkout-unknown'],
    generalRefusals['connection-lost'],
    tillDeviceRefusals['till-offline'],
  ])
    expect(title).toBe('No connection')
})

test('a refusal with a missing or misspelled parameter does not compile', () => {
  expect(formatRefusal({ reason: 'pos-stock', available: 1 }).title).toBe('Insufficient Stock')
  // @ts-expect-error the text names how many are left
  formatRefusal({ reason: 'pos-stock' })
  // @ts-expect-error misspelt
  formatRefusal({ reason: 'pos-stock', availible: 1 })
  // @ts-expect-error it cannot be given by its reason alone
  formatRefusal('pos-stock')
})

test('a result without reasons of its own does not compile', () => {
  // @ts-expect-error a caller must see what can come back
  const refusal: Refusal = { ok: false, reason: 'not-found' }
  expect(formatRefusal(refusal as Refusal<'not-found'>).title).toBe('Error')
})
