/** How a new shop gives money of online orders back; staff change it under Settings. */
export const REFUNDS = {
  /**
   * From how much of one order on, in kwacha, a second person of the staff must agree before anything is given back;
   * what was given back before counts as well. Null: the owner is alone, and nobody else needs to. Whatever stands
   * here, nobody gives money of an order of their own account back alone.
   */
  secondPersonFrom: 150_000 as number | null,
}

/**
 * What a new shop takes back of online orders, within `SHOP.returnsDays` after they were delivered; staff
 * change it too.
 */
export const RETURNS = {
  /** What does not fit is taken back as well, for another size; the policy itself gives nothing back for it. */
  exchangeOfSize: true as boolean,
}

/**
 * How a new shop issues store credit and gift vouchers by hand; for money of an order, as any other refund. Staff
 * change it under Settings.
 */
export const CREDIT = {
  /**
   * From how much on, in kwacha, a second person of the staff must agree before a code holds anything; what the same
   * person issued by hand in the last day counts as well. Null: the owner is alone. Nobody issues to their own
   * address alone.
   */
  secondPersonFrom: 50_000 as number | null,
}

/** What a voucher may hold that is sold by a new shop, on the web or at the till, in kwacha; staff change it too. */
export const VOUCHERS = { from: 1000 as number, upTo: 500_000 as number }
