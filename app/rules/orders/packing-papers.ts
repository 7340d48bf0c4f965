/** What is printed for ticked orders: a slip for each parcel, and one pick list for all of them. */
export const PACKING_PAPERS = ['slips', 'picks'] as const
export type PackingPaper = (typeof PACKING_PAPERS)[number]

/** The most orders that are moved or printed together: a page of the list. */
export const MOST_ORDERS_AT_ONCE = 25
