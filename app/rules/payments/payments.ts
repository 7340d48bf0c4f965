export const PAYMENT_PROVIDERS = ['paychangu', 'sandbox'] as const
export type PaymentProviderName = (typeof PAYMENT_PROVIDERS)[number]

/** The providers of online payments (README, Settings). */
export const PAYMENT_MODES = [...PAYMENT_PROVIDERS, 'off'] as const
export type PaymentsMode = (typeof PAYMENT_MODES)[number]

/** open: not known yet; mismatch: money came, but not the amount due (a person decides). */
export const PAYMENT_STATUSES = ['open', 'paid', 'failed', 'mismatch'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const POS_PAYMENT_METHODS = ['cash', 'paychangu'] as const
/** failed: not paid in time; cancelled: by the cashier at the till. A late payment completes either. */
export const POS_PAYMENT_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const
export type PosPaymentMethod = (typeof POS_PAYMENT_METHODS)[number]
export type PosPaymentStatus = (typeof POS_PAYMENT_STATUSES)[number]
