/** Whether a route, by its id, is of the back office or the till. */
export const isStaffRoute = (id: string) => /^(routes\/(admin|till)\/|till(-\w+)?$)/.test(id)

/**
 * Where the browser's table of routes lies that has no staff's, given where the whole one does. The build writes it
 * (react-router.config.ts), which in development is none: there all have the whole one.
 */
export const shopTableOf = (url: string) =>
  url.replace(/\/manifest-(\w{8}\.js)$/, '/shop-routes-$1')
