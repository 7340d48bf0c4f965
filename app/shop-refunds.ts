/** How a new shop refunds money of online orders; staff change it under Settings. */
export const REFUNDS = {
  /**
   * From this total of one order's refunds on, in kwacha, a second staff member must agree; earlier refunds of the
   * order count as well. Null: the owner works alone, and nobody else needs to agree. Regardless of this value, nobody
   * refunds an order of their own account alone.
   */
  secondPersonFrom: 150_000 as number | null,
}

/**
 * What a new shop takes back of online orders, within `SHOP.returnsDays` after their delivery; staff change it under
 * Settings too.
 */
export const RETURNS = {
  /**
   * Whether a product of the wrong size may be exchanged for another size; the policy itself gives no refund for it.
   */
  exchangeOfSize: true as boolean,
}

/**
 * How a new shop issues store credit and gift vouchers by hand; refunds as credit follow the rules of refunds. Staff
 * change it under Settings.
 */
export const CREDIT = {
  /**
   * From this amount on, in kwacha, a second staff member must agree before a code holds any balance; what the same
   * person issued by hand in the last day counts as well. Null: the owner works alone. Nobody issues a code to their
   * own address alone.
   */
  secondPersonFrom: 50_000 as number | null,
}

/**
 * The smallest and largest voucher that a new shop sells, on the web or at the till, in kwacha; staff change it too.
 */
export const VOUCHERS = { from: 1000 as number, upTo: 500_000 as number }
