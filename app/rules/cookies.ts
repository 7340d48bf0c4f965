/** Whether the shop is reached by https: only there browsers keep cookies for secure connections alone. */
export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/**
 * The name of a cookie of ours. Over https a browser takes one that begins with `__Host-` from this very host
 * alone: no sibling domain, and nobody on the network before https, sets it.
 */
export const cookieName = (baseUrl: string, name: string) =>
  isHttps(baseUrl) ? `__Host-${name}` : name
