/** A note of the staff about an order, in characters. */
export const LONGEST_STAFF_NOTE = 2000
/** A tag of orders, in characters. */
export const LONGEST_TAG = 30
/** So many tags are kept, and so many has one order. */
export const MOST_TAGS = 50
export const MOST_TAGS_OF_ORDER = 10
