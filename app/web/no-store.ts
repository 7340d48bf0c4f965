/** For an answer to one person: neither browsers nor proxies store it. */
export const NO_STORE = { 'Cache-Control': 'private, no-store' }
