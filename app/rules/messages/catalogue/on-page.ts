/*
 * Messages that a page of the catalogue shows without asking the server. In a file of their own, because every page of
 * the shop loads them.
 */
export const AT_ALL_CATEGORIES = 'You are already viewing all categories.'
export const RECENT_CLEARED = 'Recently viewed products cleared'
/** Beside a quantity field whose number is above the stock. */
export const onlyLeft = (left: number) => `Only ${left} left`
