/** How this shop's tills work. */
export const TILL = {
  /** How much of a sale each role may take off without asking, in percent. */
  discountPercent: { cashier: 10, admin: 100, super_admin: 100 },
  /** How much of one receipt a cashier may give back in cash without asking, in kwacha; admins any amount. */
  refundAlone: 50_000 as number,
  /**
   * How many shifts that a person opened may be open at a time. A cashier stands at one till, and may find another
   * of theirs left open; who runs the shop may open every drawer in the morning. One more ends the one whose
   * till was heard of least recently.
   */
  openShifts: { cashier: 4, admin: 20, super_admin: 20 },
  /**
   * Units of each article that the web shop does not sell while tills that sell are out of touch, for they may be
   * selling them: so many for each cashier's till, `most` in all, for so many hours after the till was last
   * heard of. A till sells when its shift had sold something in the hours before (`soldWithinHours`).
   * 0 sells everything on the web, and the counter may find itself short.
   */
  safetyStock: { unitsPerCashier: 1, most: 2, hours: 6, soldWithinHours: 3 },
} as const
