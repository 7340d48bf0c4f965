/** What is printed of ticked orders: a slip for each parcel, and one list of what is picked for all of them. */
export const PACKING_PAPERS = ['slips', 'picks'] as const
export type PackingPaper = (typeof PACKING_PAPERS)[number]

/** Orders that are moved or printed together: a page of the list, at most. */
export const MOST_ORDERS_AT_ONCE = 25
