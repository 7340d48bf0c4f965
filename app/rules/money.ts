const AMOUNT = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/**
 * A whole-kwacha amount as the shop prints it: `MK 300,000`, with a no-break space.
 * Written out rather than asked of Intl's en-MW: engines without that locale print `MWK`
 * (docs/payments.md, Amounts), and server and browser must print the same.
 */
export const formatKwacha = (amount: number) =>
  `${amount < 0 ? '−' : ''}MK\u00a0${AMOUNT.format(Math.abs(amount))}`

/** The provider's smallest amount, in kwacha, by report (docs/payments.md, Amounts). */
export const SMALLEST_PAYMENT = 50
/** The largest number that the database's columns for amounts hold. The limits below stay well under it. */
export const LARGEST_INTEGER = 2_147_483_647
/** The largest total of one order or till sale before discounts: with delivery added it still fits. */
export const LARGEST_TOTAL = 2_000_000_000
/** The largest single amount that somebody types or a till sends: the sums of a day still fit. */
export const LARGEST_AMOUNT = 1_000_000_000
export const LARGEST_PRICE = 999_999_999

/** Thousands separators and nothing else, for sentences that name the currency themselves (docs/product.md, Money). */
export const formatAmount = (amount: number) => AMOUNT.format(amount)

/** `percent` of a whole-kwacha amount, rounded half up to whole kwacha (docs/product.md, Money). */
export const percentOf = (amount: number, percent: number) =>
  Math.floor((amount * percent + 50) / 100)

/**
 * `part` of `whole` of an amount, rounded down to the kwacha unless stated otherwise. Computed in whole numbers: for
 * amounts above some 90 million kwacha the product exceeds what a float holds exactly, and a kwacha would be lost.
 */
export function shareOf(amount: number, part: number, whole: number, rounded?: 'up') {
  const product = BigInt(amount) * BigInt(part) + (rounded === 'up' ? BigInt(whole) - 1n : 0n)
  return Number(product / BigInt(whole))
}

/**
 * The percent shown on a badge: round((compare − price) / compare × 100) (docs/product.md, Money); 0 when not reduced.
 */
export const percentOff = (price: number, comparePrice: number | null | undefined) =>
  comparePrice && comparePrice > price
    ? Math.round(((comparePrice - price) / comparePrice) * 100)
    : 0

/** `125,000` and `125 000`, as people write amounts, become `125000`; any other text stays as typed. */
export const plainAmount = (text: string) =>
  /^\d{1,3}([,\s]\d{3})+$/.test(text.trim()) ? text.replace(/[,\s]/g, '') : text

/**
 * The whole amount that a text says, as people write it; 0 for what nobody means by an amount, such as `1e4` and
 * `0x10`.
 */
export function readAmount(text: string): number {
  const digits = plainAmount(text).trim()
  return /^\d+$/.test(digits) ? Number(digits) : 0
}

/** True for a whole number of kwacha that is safe to add up. */
export const isWholeAmount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0
