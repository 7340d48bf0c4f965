/*
 * What a page of the catalogue says by itself, without asking the server. In a file of their own: they come with
 * every page of the shop.
 */
export const AT_ALL_CATEGORIES = 'You are already viewing all categories.'
export const RECENT_CLEARED = 'Recently viewed products cleared'
/** Beside the box of a quantity that is more than there are. */
export const onlyLeft = (left: number) => `Only ${left} left`
