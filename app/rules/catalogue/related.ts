/** How many products are shown that go with another. */
export const MOST_RELATED = 8

/** Over how many days it is counted what was bought together (docs/product.md, Goes with it). */
export const PAIR_DAYS = 180
