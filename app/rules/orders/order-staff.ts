/** The longest staff note about an order, in characters. */
export const LONGEST_STAFF_NOTE = 2000
/** The longest tag of an order, in characters. */
export const LONGEST_TAG = 30
/** The most tags that the shop keeps, and the most tags of one order. */
export const MOST_TAGS = 50
export const MOST_TAGS_OF_ORDER = 10
