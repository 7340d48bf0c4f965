/*
 * What the page says by itself when the connection breaks. In a file of their own, one by one: they come
 * with every page.
 */
export const NO_CONNECTION = 'No connection'
export const NOT_READ = 'Nothing is lost. Please try again in a moment.'
export const HAS_ARRIVED = 'It has reached us. The answer follows when the connection is back.'
export const MAY_HAVE_ARRIVED = 'It may have reached us. Try again: it counts only once.'
/** The same of a form that bears no name of its press yet: sent twice it might count twice. */
export const NOT_KNOWN = 'It may have reached us. Please check before you send it again.'
export const NOT_SENT = 'Nothing was sent. Please try again in a moment.'
