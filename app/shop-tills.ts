/** What a cashier may do alone at the till of a new shop; admins may do all of it. Staff change it under Settings. */
export const TILL_LIMITS = {
  /** How much of a sale they may take off without asking, in percent. */
  cashierDiscountPercent: 10,
  /** How much of one receipt they may give back in cash without asking, in kwacha. */
  refundAlone: 50_000,
}

/**
 * Units of each article that the web shop of a new shop does not sell while tills that sell are out of touch, for they
 * may be selling them: so many for each cashier's till, `most` in all, for so many hours after the till was last heard
 * of. 0 sells everything on the web, and the counter may find itself short. Staff change it under Settings.
 */
export const SAFETY_STOCK = { unitsPerCashier: 1, most: 2, hours: 6 }

/** How this shop's tills work. */
export const TILL = {
  /**
   * How many shifts that a person opened may be open at a time. A cashier stands at one till, and may find another
   * of theirs left open; who runs the shop may open every drawer in the morning. One more ends the one whose
   * till was heard of least recently.
   */
  openShifts: { cashier: 4, admin: 20, super_admin: 20 },
  /**
   * Units are kept for a till (`SAFETY_STOCK`) when its shift had sold something in so many hours before it was last
   * heard of.
   */
  soldWithinHours: 3,
} as const
