/** The most products shown as going with another. */
export const MOST_RELATED = 8

/** The days over which products bought together are counted (docs/product.md, Goes well with it). */
export const PAIR_DAYS = 180

/** The most recently viewed products that a device keeps. */
export const MOST_RECENTLY_VIEWED = 12
