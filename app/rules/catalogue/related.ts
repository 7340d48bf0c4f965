/** How many products are shown that go with another. */
export const MOST_RELATED = 8

/** Over how many days it is counted what was bought together (docs/product.md, Goes well with it). */
export const PAIR_DAYS = 180

/** How many of the products that were looked at a device keeps. */
export const MOST_RECENTLY_VIEWED = 12
