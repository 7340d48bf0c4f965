/** What an uploaded file may weigh (15 MB). */
export const MOST_PICTURE_BYTES = 15 * 1024 * 1024
/** How many pixels a picture may have. */
export const MOST_PIXELS = 50_000_000
