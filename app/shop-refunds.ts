/** How this shop gives money of online orders back. */
export const REFUNDS = {
  /**
   * From how much of one order on, in kwacha, a second person of the staff must agree before anything is given back; what
   * was given back before counts as well. Null: the owner is alone, and nobody else needs to. Whatever stands here,
   * nobody gives money of an order of their own account back alone.
   */
  secondPersonFrom: 150_000 as number | null,
}

/** What this shop takes back of online orders, within `SHOP.returnsDays` after they were delivered. */
export const RETURNS = {
  /** What does not fit is taken back as well, for another size; the policy itself gives nothing back for it. */
  exchangeOfSize: true as boolean,
}
