/** Whether the shop is reached by https: only over https do browsers keep `Secure` cookies. */
export const isHttps = (baseUrl: string) => baseUrl.startsWith('https:')

/**
 * The name of a cookie of ours. Over https a browser accepts a cookie whose name begins with `__Host-` only from this
 * exact host: no sibling domain, and nobody on the network before https, can set it.
 */
export const cookieName = (baseUrl: string, name: string) =>
  isHttps(baseUrl) ? `__Host-${name}` : name
