/*
 * Messages that a page shows when the connection breaks. In a file of their own, and one export each, because every
 * page loads them.
 */
export const NO_CONNECTION = 'No connection'
export const NOT_READ = 'Nothing is lost. Please try again in a moment.'
export const HAS_ARRIVED = 'It has reached us. The answer follows when the connection is back.'
export const MAY_HAVE_ARRIVED = 'It may have reached us. Try again: it counts only once.'
/** For a form without an idempotency key: sent twice it might count twice. */
export const NOT_KNOWN = 'It may have reached us. Please check before you send it again.'
export const NOT_SENT = 'Nothing was sent. Please try again in a moment.'
