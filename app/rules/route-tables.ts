/** Whether a route id belongs to the back office or the till. */
export const isStaffRoute = (id: string) => /^(routes\/(admin|till)\/|till(-\w+)?$)/.test(id)

/**
 * The address of the route table without staff routes, derived from the address of the whole table. Only a build writes
 * that table (react-router.config.ts): in development every browser gets the whole one.
 */
export const shopTableOf = (url: string) =>
  url.replace(/\/manifest-(\w{8}\.js)$/, '/shop-routes-$1')

/** Which build answers the scripts of a page, by the version of its table of routes. */
export const BUILD_HEADER = 'X-Build'
