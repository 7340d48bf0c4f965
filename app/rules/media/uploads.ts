/** What an uploaded file may weigh (15 MB). */
export const MOST_PICTURE_BYTES = 15 * 1024 * 1024
