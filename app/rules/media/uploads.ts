/** The largest size of an uploaded file (15 MB). */
export const MOST_PICTURE_BYTES = 15 * 1024 * 1024
/** The most pixels of a picture. */
export const MOST_PIXELS = 50_000_000
