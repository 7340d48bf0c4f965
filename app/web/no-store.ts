/** For an answer to one person: neither browsers nor proxies store it. */
export const NO_STORE = { 'Cache-Control': 'private, no-store' }

/** For a page with an order's key in its address or a link: it is not cached, and the key goes to no other site. */
export const ORDER_HEADERS = {
  ...NO_STORE,
  // Not `no-referrer`: the browser would no longer send the origin of a form without scripts, and the form would be
  // refused.
  'Referrer-Policy': 'same-origin',
}
