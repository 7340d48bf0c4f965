/** What a cashier may do alone at the till of a new shop; admins may do all of it. Staff change it under Settings. */
export const TILL_LIMITS = {
  /** The largest discount on a sale, in percent, that a cashier may give without approval. */
  cashierDiscountPercent: 10,
  /** The largest cash refund on one receipt, in kwacha, that a cashier may give without approval. */
  refundAlone: 50_000,
}

/**
 * Units of each article that a new web shop does not sell while tills that sell are offline, because the tills may be
 * selling them: `unitsPerCashier` for each cashier's till, `most` in all, for `hours` after the till's last contact.
 * With 0 the web sells everything, and the counter may run short. Staff change it under Settings.
 */
export const SAFETY_STOCK = { unitsPerCashier: 1, most: 2, hours: 6 }

/** Limits of this shop's tills. */
export const TILL = {
  /**
   * How many shifts that one person opened may be open at a time. A cashier works at one till, and may have left
   * another one open; whoever runs the shop may open every drawer in the morning. One more shift ends the one whose
   * till had the oldest contact.
   */
  openShifts: { cashier: 4, admin: 20, super_admin: 20 },
  /**
   * Units are kept for a till (`SAFETY_STOCK`) when its shift sold something within this many hours before its last
   * contact.
   */
  soldWithinHours: 3,
} as const
